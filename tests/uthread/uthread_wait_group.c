/* Wait groups: a count, and those that wait until it is 0.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script rows[] = {
    {"at 0 no thread waits", "all left more2 all@0 done done all done left",
     "a:all a:left=0 a:more2 a:all!timed a:done a:done a:all a:done!range a:left=0 "},
    {"above 0 all wait, and go on together", "more2 all | all | done left done",
     "a:more2 c:done c:left=1 c:done a:all b:all "},
    {"several are done at once", "more5 all | less4 left less",
     "a:more5 b:less4 b:left=1 b:less a:all "},
    {"fewer than 0 are refused, and nothing changes", "more3 less4 left less3 less left",
     "a:more3 a:less4!range a:left=3 a:less3 a:less!range a:left=0 "},
    {"a waiter that was let go on goes on, also when more is added",
     "more all | done more left all@0 done",
     "a:more b:done b:more b:left=1 b:all!timed b:done a:all "},
    {"a timed wait ends at its time", "more all@2 all | all | sleep3 done",
     "a:more a:all!timed@2 c:sleep3@3 c:done@3 b:all@3 a:all@3 "},
    {"a waiter that is cancelled leaves", "more all | all | cancel0 done",
     "a:more c:cancel0 c:done a:ends b:all "},
    {"in the order in which they came; priorities do not matter", "more all | priority5 all | done",
     "a:more b:priority5 c:done b:all a:all "},
};

static void check_outside(void)
{
    utWaitGroup most = utWaitGroupCreate(UT_COUNT_MOST);
    is_dec((DWORD)utWaitGroupAdd(most, 1), UtErrorRange, "a group has a most");
    is_dec((DWORD)utWaitGroupAdd(most, UT_COUNT_MOST), UtErrorRange, "also for much more");
    is_dec((DWORD)utWaitGroupCount(most), UT_COUNT_MOST, "which is its count");
    is_dec((DWORD)utWaitGroupAdd(most, INT32_MIN), UtErrorRange, "and a least");
    is_dec((DWORD)utWaitGroupWait(most, UT_FOREVER), UtErrorOutside,
           "outside of threads, no caller waits for it");
    is_dec((DWORD)utWaitGroupAdd(most, -UT_COUNT_MOST), UtErrorNone, "it can be emptied at once");
    is_dec((DWORD)utWaitGroupWait(most, UT_FOREVER), UtErrorNone, "and then be waited for");
    is_dec((DWORD)utWaitGroupDestroy(most), UtErrorNone, "and destroyed");

    script_begin();
    static const struct script waits = {NULL, "more all | all", NULL};
    utSch sch = utSchedulerCreate();
    for (int i = 2; i--;)
        utSchAddUthd(sch, script_thread(&waits, i));
    utSchStart(sch);
    is_dec((DWORD)utWaitGroupDestroy(group), UtErrorBusy, "while threads wait it stays");
    utSchedulerDestroy(sch);
    is_dec((DWORD)utWaitGroupCount(group), 1, "threads that are destroyed leave the count alone");
    is_dec((DWORD)utWaitGroupDone(group), UtErrorNone, "and wait no more");
    diary_is("a:more ", "they have not come further");
    script_end("outside");
}

int main(void)
{
    SCRIPTS_RUN(rows, 1000);
    check_outside();
    return tap_done();
}
