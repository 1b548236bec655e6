/* Calls that are made once: which caller makes the call, which ones wait, and which one makes it
 * instead.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

#include <seh_frames.h>

/* once1 returns, once2 raises an exception, once3 exits, once4 calls again, once5 waits: all of
 * them after a yield inside. */
static const struct script rows[] = {
    {"one runs it, the others wait for that, later ones do not", "once once@0 | once | once",
     "a:in a:once a:once b:once c:once "},
    {"a caller that comes when it has returned does nothing", "once1 once2 once3",
     "a:in a:once1 a:once2 a:once3 "},
    {"a timed wait ends at its time", "once5 | once@2 | once@0 | once | sleep3 ogive",
     "a:in c:once!timed b:once!timed@2 e:sleep3@3 e:ogive@3 a:once5@3 d:once@3 "},
    {"called by its own function it is refused", "once4", "a:in !self a:once4 "},
    {"left by an exception it has not been done", "once2 once", "a:in a:once2=99 a:in a:once "},
    {"the first that waits does it instead, and the next caller waits for that",
     "once2 once | once | once", "a:in a:once2=99 b:in b:once c:once a:once "},
    {"and so on", "once2 | once2 | once2 once | once",
     "a:in a:once2=99 b:in b:once2=99 c:in c:once2=99 d:in d:once c:once "},
    {"left by a thread's end", "once3 | once", "a:in a:ends b:in b:once "},
    {"or by a cancel", "once5 | once | yield cancel0",
     "a:in c:yield c:cancel0 a:ends b:in b:once "},
    {"a waiter that is cancelled is none", "once5 | once | once | cancel1 ogive",
     "a:in d:cancel1 d:ogive a:once5 b:ends c:once "},
    {"one that was chosen and is cancelled does it, and ends there when it waits",
     "once2 cancel1 | once5 | once", "a:in a:once2=99 a:cancel1 b:in b:ends c:in c:once "},
    {"a cancel as an error lets the function go on", "returns once5 test | once | cancel0 yield",
     "a:returns a:in c:cancel0 a:once5 a:test b:once c:yield "},
};

static unsigned calls;

static void counts(void *argument) { calls += (unsigned)argument; }

static _JUMP_BUFFER place;

static void jumps(void *argument)
{
    calls += (unsigned)argument;
    longjmp(&place, 1);
}

static void calls_again(void *argument)
{
    calls += (unsigned)argument;
    is_dec((DWORD)utOnceCall(&once, counts, argument, UT_FOREVER), UtErrorSelf,
           "its own function cannot wait for it outside, either");
}

static utOnce never_called = UT_ONCE_INIT;

static void check_outside(void)
{
    script_begin();
    calls = 0;
    is_dec((DWORD)utOnceCall(&never_called, NULL, NULL, UT_NOW), UtErrorInvalid,
           "without a function nothing is called");
    is_dec((DWORD)utOnceCall(&never_called, counts, (void *)1, UT_NOW), UtErrorNone,
           "outside, it is called, at once");
    is_dec((DWORD)utOnceCall(&never_called, counts, (void *)1, UT_NOW), UtErrorNone,
           "and not again");
    is_dec(calls, 1, "with its argument");
    is_dec((DWORD)utOnceCall(&once, calls_again, (void *)1, UT_NOW), UtErrorNone, "another one");
    is_dec(calls, 2, "is another call");
    static utOnce jumped = UT_ONCE_INIT;
    if (!_setjmp3(&place, 0))
        utOnceCall(&jumped, jumps, (void *)1, UT_NOW);
    is_dec((DWORD)utOnceCall(&jumped, counts, (void *)10, UT_NOW), UtErrorNone,
           "left by longjmp, it has not been done");
    is_dec(calls, 13, "and is done by the next caller");
    static utOnce none;
    is_dec((DWORD)utOnceCall(&none, counts, (void *)1, UT_NOW), UtErrorInvalid,
           "memory that is zero is no once");
    script_end("outside");
}

/* A thread that is destroyed inside leaves the others waiting. A waiter that is destroyed leaves no
 * trace. */
static void check_destroyed(void)
{
    script_begin();
    static const struct script two = {NULL, "once5 | once", NULL};
    utSch caller = utSchedulerCreate(), waiter = utSchedulerCreate();
    utSchAddUthd(caller, script_thread(&two, 0));
    utSchStart(caller);
    is_dec((DWORD)utOnceCall(&once, counts, NULL, UT_FOREVER), UtErrorOutside,
           "outside of threads, no caller waits for it");
    utSchAddUthd(waiter, script_thread(&two, 1));
    finish(waiter);
    utSemaphoreGive(once_semaphore);
    utSchStart(caller);
    diary_is("a:in a:once5 ", "its waiter was destroyed: nobody is told");
    utSchedulerDestroy(caller);
    script_end("destroyed");
}

int main(void)
{
    SCRIPTS_RUN_TOGETHER(rows, 1000);
    check_outside();
    check_destroyed();
    return tap_done();
}
