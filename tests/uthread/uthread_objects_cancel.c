/* Cancelling threads that wait for objects: a cancelled thread leaves its own place only, takes
 * nothing along, and has its mutex while it cleans up.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script cancels[] = {
    {"a semaphore's waiter", "take | take | cancel0 count give count",
     "c:cancel0 c:count=0 c:give c:count=0 a:ends b:take "},
    {"the last one", "take | take | cancel1 give give count",
     "c:cancel1 c:give c:give c:count=1 b:ends a:take "},
    {"between timeouts, priorities and others",
     "take | take@3 | priority3 take | take | sleep4 cancel3 give give count",
     "c:priority3 b:take!timed@3 e:sleep4@4 e:cancel3@4 e:give@4 e:give@4 e:count=0@4 c:take@4 "
     "d:ends a:take@4 "},
    {"one in the middle of the sleepers, and then the one behind it",
     "sleep5 | take@20 | take@30 | take@40 | cancel2 cancel1 sleep9",
     "e:cancel2 e:cancel1 c:ends b:ends a:sleep5@5 e:sleep9@9 d:take!timed@40 "},
    {"one that has got it already keeps it, and ends at its next wait",
     "take yield take | give cancel0 count", "b:give b:cancel0 b:count=0 a:take a:ends "},
    {"a mutex's waiter", "lock yield2 unlock | lock unlock | lock unlock | cancel1",
     "a:lock d:cancel1 b:ends a:yield2 a:unlock c:lock c:unlock "},
    {"the only one", "lock yield2 unlock lock@0 unlock | lock unlock | cancel1",
     "a:lock c:cancel1 b:ends a:yield2 a:unlock a:lock a:unlock "},
    {"one that has got the mutex", "lock yield unlock | lock yield unlock | yield cancel1",
     "a:lock a:yield a:unlock b:lock c:yield c:cancel1 b:ends+mutex "},
    {"a wait for a condition has the mutex before it ends",
     "lock wait unlock | lock cancel0 owner unlock owner",
     "a:lock b:lock b:cancel0 b:owner=1 b:unlock b:owner=0 a:ends+mutex "},
    {"at once, if it is free", "lock wait unlock | cancel0 owner",
     "a:lock b:cancel0 b:owner=0 a:ends+mutex "},
    {"as often as it held it", "rlock rlock rlock rwait | rlock cancel0 runlock",
     "a:rlock a:rlock a:rlock b:rlock b:cancel0 b:runlock a:ends+again+again+again "},
    {"one that was signalled before returns, and ends when it waits next",
     "lock wait owner unlock take | lock signal cancel0 yield owner unlock | lock unlock",
     "a:lock b:lock b:signal b:cancel0 b:yield b:owner=1 b:unlock a:wait a:owner=0 a:unlock a:ends "
     "c:lock c:unlock "},
    {"or its time had passed", "lock wait@2 unlock | lock sleep4 cancel0 unlock",
     "a:lock b:lock b:sleep4@4 b:cancel0@4 b:unlock@4 a:ends+mutex "},
    {"an event's waiter", "pass | pass | cancel0 set pass@0",
     "c:cancel0 c:set c:pass!timed a:ends b:pass "},
    {"a gate's", "gpass | gpass | cancel0 gset", "c:cancel0 c:gset a:ends b:gpass "},
    {"a timer's", "ring | ring | start@5 cancel0", "c:start c:cancel0 a:ends b:ring@5 "},
    {"a sender", "send1 | send2 | cancel0 recv recv@0",
     "c:cancel0 c:recv=2 c:recv!timed a:ends b:send2 "},
    {"a sender that waits for room",
     "bsend1 bsend2 bsend3 | bsend4 | cancel0 brecv brecv brecv brecv@0",
     "a:bsend1 a:bsend2 c:cancel0 c:brecv=1 c:brecv=2 c:brecv=4 c:brecv!timed a:ends b:bsend4 "},
    {"a receiver", "recv | recv | cancel0 send7 send8@0",
     "c:cancel0 c:send7 c:send8!timed a:ends b:recv=7 "},
    {"a select", "pick | recv | cancel0 send7 send8@0 bsend9 inside",
     "c:cancel0 c:send7 c:send8!timed c:bsend9 c:inside=1 a:ends b:recv=7 "},
    {"inside a shield it waits on", "shield take unshield take | cancel0 give count",
     "a:shield b:cancel0 b:give b:count=0 a:take a:unshield a:ends "},
    {"inside a shield, a wait for a condition, too",
     "lock shield wait owner unshield unlock take | lock cancel0 signal unlock",
     "a:lock a:shield b:lock b:cancel0 b:signal b:unlock a:wait a:owner=0 a:unshield a:unlock "
     "a:ends "},
};

int main(void)
{
    SCRIPTS_RUN(cancels, 1000);
    return tap_done();
}
