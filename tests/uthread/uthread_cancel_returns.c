/* Cancels that are returned as errors (utCancelReturns): the call that would have ended returns
 * UtErrorCancelled once, the thread goes on, and nothing of its wait is left.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

#include <seh.h>

static const struct script waits[] = {
    {"a semaphore", "returns take take@0 | cancel0 give count",
     "a:returns b:cancel0 b:give b:count=1 a:take!cancelled a:take "},
    {"a mutex", "lock yield2 unlock | returns lock lock unlock | cancel1",
     "a:lock b:returns c:cancel1 b:lock!cancelled a:yield2 a:unlock b:lock b:unlock "},
    {"a condition, with its mutex again", "lock returns wait owner unlock | lock cancel0 unlock",
     "a:lock a:returns b:lock b:cancel0 b:unlock a:wait!cancelled a:owner=0 a:unlock "},
    {"a condition's recursive mutex, as often as before",
     "returns rlock rlock rwait runlock runlock runlock | cancel0",
     "a:returns a:rlock a:rlock b:cancel0 a:rwait!cancelled a:runlock a:runlock "
     "a:runlock!notowner "},
    {"an event", "returns pass pass@0 | cancel0 set",
     "a:returns b:cancel0 b:set a:pass!cancelled a:pass "},
    {"a gate", "returns gpass gpass | cancel0 gset",
     "a:returns b:cancel0 b:gset a:gpass!cancelled a:gpass "},
    {"a timer", "returns ring ring | cancel0 start@5",
     "a:returns b:cancel0 b:start a:ring!cancelled a:ring@5 "},
    {"a sender", "returns send1 send2 | cancel0 recv",
     "a:returns b:cancel0 a:send1!cancelled a:send2 b:recv=2 "},
    {"a sender that waits for room", "returns bsend1 bsend2 bsend3 inside | cancel0",
     "a:returns a:bsend1 a:bsend2 b:cancel0 a:bsend3!cancelled a:inside=2 "},
    {"a receiver", "returns recv recv | cancel0 send7",
     "a:returns b:cancel0 a:recv!cancelled a:recv=7 b:send7 "},
    {"a select", "returns pick pick | cancel0 bsend9 inside",
     "a:returns b:cancel0 b:bsend9 b:inside=1 a:pick!cancelled a:pick=109 "},
    {"a join", "returns join1 join1 | cancel0 yield",
     "a:returns b:cancel0 a:join1!cancelled b:yield a:join1 "},
    {"a sleep until a tick", "returns until@9 until@9 | cancel0 sleep2",
     "a:returns b:cancel0 a:until!cancelled b:sleep2@2 a:until@9 "},
    {"a reader", "write yield2 unwrite | returns read readers read unread | cancel1",
     "a:write b:returns c:cancel1 b:read!cancelled b:readers=0 a:yield2 a:unwrite b:read "
     "b:unread "},
    {"a writer, and the readers behind it go on",
     "read yield2 unread | returns write write unwrite | read unread | cancel1",
     "a:read b:returns d:cancel1 b:write!cancelled c:read c:unread a:yield2 a:unread b:write "
     "b:unwrite "},
    {"a barrier, which counts it no more", "returns arrive arrived | cancel0 arrived",
     "a:returns b:cancel0 b:arrived=0 a:arrive!cancelled a:arrived=0 "},
    {"a wait group", "more returns all all | cancel0 done",
     "a:more a:returns b:cancel0 b:done a:all!cancelled a:all "},
    {"a once that another calls", "once5 | returns once once | yield cancel1 ogive",
     "a:in b:returns c:yield c:cancel1 c:ogive b:once!cancelled a:once5 b:once "},
};

static const struct script rules[] = {
    {"a call that must wait finds it, and only one does", "returns cancel0 take take@2",
     "a:returns a:cancel0 a:take!cancelled a:take!timed@2 "},
    {"a semaphore above 0 is taken first", "returns give cancel0 take take",
     "a:returns a:give a:cancel0 a:take a:take!cancelled "},
    {"a call that never waits does not find it", "returns cancel0 take@0 test",
     "a:returns a:cancel0 a:take!timed a:test!cancelled "},
    {"utTestCancel returns it once", "returns test cancel0 test test",
     "a:returns a:test a:cancel0 a:test!cancelled a:test "},
    {"asked twice before it is noticed, it is one", "returns take test | cancel0 cancel0",
     "a:returns b:cancel0 b:cancel0 a:take!cancelled a:test "},
    {"each later cancel is another one", "returns take take | cancel0 yield cancel0",
     "a:returns b:cancel0 a:take!cancelled b:yield b:cancel0 a:take!cancelled "},
    {"a wait that has got it already returns that", "returns take test | give cancel0",
     "a:returns b:give b:cancel0 a:take a:test!cancelled "},
    {"so does one whose time has passed", "returns take@2 test | sleep2 cancel0",
     "a:returns a:take!timed@2 a:test@2 b:sleep2@2 b:cancel0!finished@2 "},
    {"a yield leaves it to a later call", "returns yield yield test | cancel0",
     "a:returns b:cancel0 a:yield a:yield a:test!cancelled "},
    {"also one's own", "returns cancel0 yield test",
     "a:returns a:cancel0 a:yield a:test!cancelled "},
    {"inside a shield it waits on, and is told afterwards",
     "returns shield take unshield take | cancel0 give",
     "a:returns a:shield b:cancel0 b:give a:take a:unshield a:take!cancelled "},
    {"turned off, a cancel ends the thread", "returns returns0 take | cancel0",
     "a:returns a:returns0 b:cancel0 a:ends "},
    {"one that is pending, too", "returns cancel0 returns0 test",
     "a:returns a:cancel0 a:returns0 a:ends "},
    {"turned on in time it does not end", "cancel0 returns test",
     "a:cancel0 a:returns a:test!cancelled "},
    {"one that has not begun ends all the same", "cancel1 | returns take", "a:cancel1 "},
};

/* ---------------------------------------------------------------- calls that return nothing */

static uThd sleeper;

static void sleeps(void)
{
    utCancelReturns(TRUE);
    error_small();
    sleep_ticks(50);
    enter("%s@%u ", script_error(utLastError()), (unsigned)GetTickCount());
    error_small();
    sleep_ticks(50);
    enter("%d@%u ", utLastError() == UtErrorStackSmall, (unsigned)GetTickCount());
}

static void cancels(void)
{
    sleep_ticks(10);
    uThreadCancel(sleeper);
}

static void check_sleep(void)
{
    clock_set(1000);
    utSch sch = utSchedulerCreate();
    add(sch, "cancels", cancels);
    sleeper = add(sch, "sleeps", sleeps);
    clock_run(sch);
    diary_is("cancelled@1010 1@1060 ", "a sleep ends at once, and utLastError tells");
    ok(uThreadExitStatus(sleeper) == 0, "the thread has ended by itself");
    utSchedulerDestroy(sch);
}

static utSch inner;

static void hosts(void)
{
    utCancelReturns(TRUE);
    for (int i = 0; i < 2; i++) {
        error_small();
        utSchStart(inner);
        enter("%s@%u ", utLastError() == UtErrorStackSmall ? "ended" : script_error(utLastError()),
              (unsigned)GetTickCount());
    }
}

static void rests(void) { sleep_ticks(30); }

static void check_host(void)
{
    clock_set(1000);
    utSch sch = utSchedulerCreate();
    inner = utSchedulerCreate();
    add(inner, "rests", rests);
    add(sch, "cancels", cancels);
    sleeper = add(sch, "hosts", hosts);
    clock_run(sch);
    diary_is("cancelled@1010 ended@1030 ",
             "utSchStart returns, too, and its scheduler can be started again");
    utSchedulerDestroy(inner);
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- no call, no thread */

static void faults(void)
{
    utCancelReturns(TRUE);
    __asm__ volatile("ud2");
    enter("never ");
}

static void check_stopped(void)
{
    uThd stopped = named("stopped", faults);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utResume(stopped);
    is_dec((DWORD)stopped->status, UtStatusStop, "one that an exception has stopped");
    uThreadCancel(stopped);
    utResume(stopped);
    is_dec((DWORD)stopped->status, UtStatusFinish, "ends when it is cancelled");
    is_hex(uThreadExitStatus(stopped), STATUS_CANCELLED, "because no call could return that");
    uThreadDestroy(stopped);
}

int main(void)
{
    SCRIPTS_RUN(waits, 1000);
    SCRIPTS_RUN(rules, 1000);
    is_dec((DWORD)utCancelReturns(TRUE), UtErrorOutside, "outside of threads there is no cancel");
    check_sleep();
    check_host();
    check_stopped();
    ok(*tib_word(TIB_FPU_THREADS) == 0, "and yields are short again");
    return tap_done();
}
