/* Timers: when they ring, and which waiter gets a ring.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script timers[] = {
    {"a timer rings once", "start@5 ring ring@9", "a:start a:ring@5 a:ring!timed@9 "},
    {"and then every period", "start3@5 ring ring ring@20 stop ring@0",
     "a:start3 a:ring@5 a:ring@8 a:ring@11 a:stop@11 a:ring!timed@11 "},
    {"rings that no thread waited for are kept", "start3@5 sleep12 ring ring ring ring@0 stop",
     "a:start3 a:sleep12@12 a:ring@12 a:ring@12 a:ring@12 a:ring!timed@12 a:stop@12 "},
    {"also for a caller that does not wait at all",
     "start3@5 sleep12 ring@0 ring@0 ring@0 ring@0 stop",
     "a:start3 a:sleep12@12 a:ring@12 a:ring@12 a:ring@12 a:ring!timed@12 a:stop@12 "},
    {"stopping keeps them, starting forgets them",
     "start2@2 sleep5 stop ring ring ring@0 start2@6 sleep5 start@20 ring@0 ring",
     "a:start2 a:sleep5@5 a:stop@5 a:ring@5 a:ring@5 a:ring!timed@5 a:start2@5 a:sleep5@10 "
     "a:start@10 a:ring!timed@10 a:ring@20 "},
    {"one that should have rung has rung", "sleep10 start4@1 ring ring ring ring@0 stop",
     "a:sleep10@10 a:start4@10 a:ring@10 a:ring@10 a:ring@10 a:ring!timed@10 a:stop@10 "},
    {"each ring lets one pass, the one that has waited longest", "ring | ring | ring | start3@5",
     "d:start3 a:ring@5 b:ring@8 c:ring@11 "},
    {"several rings at once let several pass", "ring | ring | ring | sleep9 start3@1",
     "d:sleep9@9 d:start3@9 a:ring@9 b:ring@9 c:ring@9 "},
    {"a waiter that gives up loses its own place only",
     "ring@4 | ring | ring@9 | start5@5 sleep20 stop ring ring ring@0",
     "d:start5 a:ring!timed@4 b:ring@5 c:ring!timed@9 d:sleep20@20 d:stop@20 d:ring@20 d:ring@20 "
     "d:ring@20 "},
    {"the last millisecond counts", "ring@5 | start@5", "b:start a:ring@5 "},
    {"a wait on one that does not run waits for its start", "ring | sleep3 start@7",
     "b:sleep3@3 b:start@3 a:ring@7 "},
    {"started anew, it rings when it is told now", "ring | start@9 sleep2 start@5",
     "b:start b:sleep2@2 b:start@2 a:ring@5 "},
    {"or later", "ring | start@5 sleep2 start@9", "b:start b:sleep2@2 b:start@2 a:ring@9 "},
    {"stopped, it does not ring any more", "ring@20 | start@5 sleep2 stop",
     "b:start b:sleep2@2 b:stop@2 a:ring!timed@20 "},
    {"no thread overtakes a waiter for a ring that is due", "ring | start@3 busy3 ring@0 ring@4",
     "b:start b:busy3@3 b:ring!timed@3 a:ring@3 b:ring!timed@4 "},
};

static const struct script ties[] = {
    {"the waiter that came first has the last millisecond's ring", "ring | ring@5 | start@5",
     "c:start a:ring@5 b:ring!timed@5 "},
};

static utTimer far;

static void waits_by_hand(void)
{
    enter("%d ", utTimerWait(far, UT_FOREVER));
    enter("%d ", utTimerWait(far, in_ticks(2)));
}

static void check_by_hand(void)
{
    far = utTimerCreate();
    clock_set(100);
    uThd uthread = started("by hand", waits_by_hand);
    utTimerStart(far, 99, 0);
    is_dec((DWORD)uthread->status, UtStatusNormal,
           "a waiter that a start lets pass waits no longer");
    uThreadDestroy(uthread);
    utTimerStart(far, 110, 0);
    uthread = started("by hand", waits_by_hand);
    is_dec((DWORD)error_of(utResume(uthread)), UtErrorWaiting, "by hand, a timer is waited for");
    clock_set(110);
    utResume(uthread);
    clock_set(112);
    utResume(uthread);
    char expected[32];
    snprintf(expected, sizeof expected, "%d %d ", UtErrorNone, UtErrorTimedOut);
    diary_is(expected, "resumed after the ring it has heard it, and ends its next wait");
    uThreadDestroy(uthread);

    uthread = started("by hand", waits_by_hand);
    static const struct script row = {NULL, "ring ring", NULL};
    timer = far;
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, script_thread(&row, 0));
    utTimerStart(far, 120, 5);
    clock_run(sch);
    enter("by hand ");
    utResume(uthread);
    diary_is("a:ring@13 a:ring@18 by hand 0 ", "a waiter of no scheduler has its place, too");
    clock_advance(2);
    utResume(uthread);
    diary_is(expected + 2, "and its own time");
    uThreadDestroy(uthread);
    utSchedulerDestroy(sch);
    is_dec((DWORD)utTimerDestroy(far), UtErrorNone, "no thread waits any more");
}

static void check_extremes(void)
{
    enum { ENOUGH = 1000 }; /* no thread waits for all of more rings */
    static const struct {
        const char *what;
        utTime now, first;
        DWORD period, rings;
    } rows[] = {
        {"never", 1000, UT_FOREVER, 5, 0},
        {"never, when that has come", UT_FOREVER, UT_FOREVER, 5, 0},
        {"before the end of time", UT_FOREVER - 10, UT_FOREVER - 20, 5, 3},
        {"at the end of time", UT_FOREVER - 1, UT_FOREVER - 1, 1, 1},
        {"for the last time before", UT_FOREVER - 3, UT_FOREVER - 3, 5, 1},
        {"for most of time", UT_FOREVER - 1, 0, 1, UT_COUNT_MOST},
        {"once in a long time", UT_FOREVER - 1, 0, 0, 1},
        {"as often as is counted", (utTime)UT_COUNT_MOST - 1, 0, 1, UT_COUNT_MOST},
        {"once more", (utTime)UT_COUNT_MOST, 0, 1, UT_COUNT_MOST},
        {"2^32 times", UINT32_MAX, 0, 1, UT_COUNT_MOST},
        {"rarely", 0x500000000, 0x100000000, UINT32_MAX, 5},
    };
    utTimer it = utTimerCreate();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        clock_set(rows[i].now);
        utTimerStart(it, rows[i].first, rows[i].period);
        DWORD rings = 0, expected = rows[i].rings < ENOUGH ? rows[i].rings : ENOUGH;
        while (rings < ENOUGH && utTimerWait(it, UT_NOW) == UtErrorNone)
            rings++;
        is_dec(rings, expected, "a timer that rings %s", rows[i].what);
    }
    is_dec((DWORD)utTimerDestroy(it), UtErrorNone, "and is destroyed");
}

int main(void)
{
    SCRIPTS_RUN(timers, 1000);
    SCRIPTS_RUN_TOGETHER(ties, 1000);
    check_by_hand();
    check_extremes();
    return tap_done();
}
