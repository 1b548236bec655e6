/* The tick count crosses 2^32, and comes near its end, during every kind of timed wait: a wait is
 * as long as ever.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script waits[] = {
    {"a sleep", "sleep9", "a:sleep9@9 "},
    {"sleeps around it", "sleep9 | sleep1 | sleep5", "b:sleep1@1 c:sleep5@5 a:sleep9@9 "},
    {"sleeps until a tick", "until@9 until@3 | until@1 until@5",
     "b:until@1 b:until@5 a:until@9 a:until@9 "},
    {"a thread's end", "join2@3 join2@9 | join2@9 | sleep6",
     "a:join2!timed@3 c:sleep6@6 b:join2@6 a:join2@6 "},
    {"one that comes too late", "join1@7 | sleep9", "a:join1!timed@7 b:sleep9@9 "},
    {"a semaphore", "take@9 | take@3 | sleep5 give",
     "b:take!timed@3 c:sleep5@5 c:give@5 a:take@5 "},
    {"one that no thread gives", "take@9", "a:take!timed@9 "},
    {"a mutex", "lock sleep7 unlock | lock@5 | lock@9 unlock",
     "a:lock b:lock!timed@5 a:sleep7@7 a:unlock@7 c:lock@7 c:unlock@7 "},
    {"a condition", "lock wait@9 unlock | lock wait@3 unlock | sleep6 signal",
     "a:lock b:lock b:wait!timed@3 b:unlock@3 c:sleep6@6 c:signal@6 a:wait@6 a:unlock@6 "},
    {"one that no thread signals", "lock wait@9 unlock", "a:lock a:wait!timed@9 a:unlock@9 "},
    {"events", "pass@9 | gpass@3 | gpass@9 | sleep6 gset set",
     "b:gpass!timed@3 d:sleep6@6 d:gset@6 d:set@6 c:gpass@6 a:pass@6 "},
    {"those that no thread sets", "pass@9 | gpass@8", "b:gpass!timed@8 a:pass!timed@9 "},
    {"a timer", "start3@2 ring ring ring stop", "a:start3 a:ring@2 a:ring@5 a:ring@8 a:stop@8 "},
    {"its waiters", "start@9 ring@7 ring@9", "a:start a:ring!timed@7 a:ring@9 "},
    {"rings that are kept", "start2@1 sleep9 stop ring ring ring ring ring ring@0",
     "a:start2 a:sleep9@9 a:stop@9 a:ring@9 a:ring@9 a:ring@9 a:ring@9 a:ring@9 a:ring!timed@9 "},
    {"a meeting", "send1@3 | recv@9 | recv@9 recv@9 | sleep5 send2",
     "b:recv=1 a:send1 d:sleep5@5 d:send2@5 c:recv=2@5 c:recv!timed@9 "},
    {"a buffer", "brecv@3 brecv@9 | sleep5 bsend1 bsend2 bsend3 bsend4@9",
     "a:brecv!timed@3 b:sleep5@5 b:bsend1@5 b:bsend2@5 b:bsend3@5 a:brecv=1@5 b:bsend4!timed@9 "},
    {"a select", "pick@3 pick@9 pick@9 | sleep5 bsend4",
     "a:pick!timed@3 b:sleep5@5 b:bsend4@5 a:pick=104@5 a:pick!timed@9 "},
    {"times that have passed", "sleep9 take@2 lock lock@2 pass@8 ring@1 recv@8 pick@8 unlock",
     "a:sleep9@9 a:take!timed@9 a:lock@9 a:lock!self@9 a:pass!timed@9 a:ring!timed@9 "
     "a:recv!timed@9 a:pick!timed@9 a:unlock@9 "},
};

int main(void)
{
    static const utTime starts[] = {UT_FOREVER - 15, 0xFFFFFFFC, 0x3FFFFFFFC, 1};
    for (unsigned i = 0; i < sizeof starts / sizeof starts[0]; i++)
        SCRIPTS_RUN(waits, starts[i]);
    return tap_done();
}
