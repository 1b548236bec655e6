/* Barriers: which callers wait, which one is the last, and which ones no longer count. Each barrier
 * is for three callers.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script rows[] = {
    {"the last one lets the others go on, in their order",
     "arrive | arrive | arrived arrive arrived",
     "c:arrived=2 c:arrive=1 c:arrived=0 a:arrive=0 b:arrive=0 "},
    {"and the next round begins", "arrive arrive | arrive arrive | arrive arrive",
     "c:arrive=1 a:arrive=0 b:arrive=0 b:arrive=1 c:arrive=0 a:arrive=0 "},
    {"a fourth one is the next round's first",
     "arrive | arrive | arrive | arrive arrived | arrive | arrive",
     "c:arrive=1 f:arrive=1 a:arrive=0 b:arrive=0 d:arrive=0 d:arrived=0 e:arrive=0 "},
    {"the last one need not wait, the others must", "arrive@0 arrived arrive | arrive | arrive@0",
     "a:arrive!timed a:arrived=0 c:arrive=1 a:arrive=0 b:arrive=0 "},
    {"a caller whose time has passed does not count any more",
     "arrive@2 | arrive | sleep3 arrived arrive@5 | sleep9 arrived arrive | sleep9 arrive",
     "a:arrive!timed@2 c:sleep3@3 c:arrived=1@3 c:arrive!timed@5 d:sleep9@9 d:arrived=1@9 "
     "e:sleep9@9 e:arrive=1@9 b:arrive=0@9 d:arrive=0@9 "},
    {"nor one that is cancelled", "arrive | arrive | cancel0 arrived arrive | arrive",
     "c:cancel0 c:arrived=1 d:arrive=1 a:ends b:arrive=0 c:arrive=0 "},
    {"one that was let go on is not cancelled there", "arrive take | arrive | arrive cancel0",
     "c:arrive=1 c:cancel0 a:arrive=0 a:ends b:arrive=0 "},
    {"priorities do not change which caller is the last",
     "arrive | priority5 arrive | arrive yield",
     "b:priority5 c:arrive=1 b:arrive=0 a:arrive=0 c:yield "},
};

static void check_outside(void)
{
    BOOL last = 2;
    utBarrier alone = utBarrierCreate(1);
    is_dec((DWORD)utBarrierWait(alone, &last, UT_FOREVER), UtErrorNone,
           "a barrier for one is no wait");
    is_dec((DWORD)last, TRUE, "the one is the last");
    is_dec((DWORD)utBarrierWait(alone, NULL, UT_NOW), UtErrorNone, "which need not be asked");
    is_dec((DWORD)utBarrierDestroy(alone), UtErrorNone, "and no caller waits there");

    script_begin();
    last = 2;
    is_dec((DWORD)utBarrierWait(barrier, &last, UT_FOREVER), UtErrorOutside,
           "outside of threads, no caller waits at one");
    is_dec((DWORD)last, 2, "and nothing is said then");
    is_dec((DWORD)utBarrierWaiting(barrier), 0, "nor counted");
    static const struct script two = {NULL, "arrive | arrive", NULL};
    utSch sch = utSchedulerCreate();
    for (int i = 2; i--;)
        utSchAddUthd(sch, script_thread(&two, i));
    utSchStart(sch);
    is_dec((DWORD)utBarrierDestroy(barrier), UtErrorBusy, "while threads wait it stays");
    is_dec((DWORD)utBarrierWait(barrier, &last, UT_FOREVER), UtErrorNone,
           "the last one may be outside");
    is_dec((DWORD)last, TRUE, "and learns it");
    utSchStart(sch);
    diary_is("a:arrive=0 b:arrive=0 ", "the others go on");
    utSchedulerDestroy(sch);
    script_end("outside");
}

static void check_destroyed(void)
{
    script_begin();
    static const struct script two = {NULL, "arrive | arrive", NULL};
    utSch sch = utSchedulerCreate();
    for (int i = 2; i--;)
        utSchAddUthd(sch, script_thread(&two, i));
    utSchStart(sch);
    is_dec((DWORD)utBarrierWaiting(barrier), 2, "two wait");
    utSchedulerDestroy(sch);
    is_dec((DWORD)utBarrierWaiting(barrier), 0, "destroyed, they do not count any more");
    is_dec((DWORD)utBarrierWait(barrier, NULL, UT_NOW), UtErrorTimedOut, "three are missing again");
    script_end("destroyed");
}

int main(void)
{
    SCRIPTS_RUN(rows, 1000);
    check_outside();
    check_destroyed();
    return tap_done();
}
