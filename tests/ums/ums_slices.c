/* Slices of workers, tick by tick: when they begin, and when they end. A schedule lets ticks pass
 * at any instruction, so no claim says how many slices a worker needs at most.
 *
 * run: virtual-time=1
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=schedule-1r schedule=1r compilers=gcc
 * run: name=schedule-4 schedule=4 compilers=gcc
 */
#include "tests/ums/scheduler.h"

#include <ums_ext.h>

static DWORD slice;
static DWORD activated; /* the tick of the latest activation, behind which the worker runs */
static unsigned preempted, early;

static void note(struct activation *now)
{
    if (now->reason == UmsExtSchedulerThreadPreempted) {
        preempted++;
        early += GetTickCount() - activated <= slice;
        put_ready((PUMS_CONTEXT)now->payload);
    }
    activated = GetTickCount();
}

static void compute(DWORD ticks)
{
    for (DWORD begun = GetTickCount(); GetTickCount() - begun < ticks;)
        ;
}

/* ---------------------------------------------------------------- how long */

enum { SHORT_SLICE = 5, LONG_SLICE = 20 };

static DWORD CALLBACK runs(PVOID ticks)
{
    compute((DWORD)ticks);
    return 0;
}

static void give_slice(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        UmsExtSetTimeSlice(slice);
    note(now);
}

/* How often a worker of this routine is preempted. */
static unsigned preempted_of(LPTHREAD_START_ROUTINE routine, PVOID argument,
                             void (*when)(struct activation *now))
{
    struct worker worker = make_worker(routine, argument);
    preempted = early = 0;
    run(1, when);
    forget(&worker);
    return preempted;
}

/* How often a worker is preempted that computes for so many ticks. */
static unsigned preempted_in(DWORD ticks) { return preempted_of(runs, (PVOID)ticks, give_slice); }

/* The tick that finds a worker running first has a part of its time only, and is not counted. */
static void check_length(void)
{
    slice = SHORT_SLICE;
    ok(preempted_in(SHORT_SLICE + 2) >= 1, "a slice of %u is over then", SHORT_SLICE);
    is_dec(early, 0, "and not before");
    ok(preempted_in(3 * (SHORT_SLICE + 2)) >= 3 && !early,
       "each worker that goes on has a new one");
    slice = 0;
    is_dec(preempted_in(LONG_SLICE), 0, "without a slice none is over");
}

static DWORD CALLBACK runs_and_blocks(PVOID unused)
{
    for (unsigned i = 0; i < 3; i++) {
        compute(SHORT_SLICE - 2);
        Sleep(1);
    }
    return 0;
}

static void check_block(void)
{
    slice = SHORT_SLICE;
    preempted_of(runs_and_blocks, NULL, give_slice);
    is_dec(early, 0, "a worker that has waited begins a new slice");
}

/* ---------------------------------------------------------------- changed */

static DWORD CALLBACK runs_twice(PVOID unused)
{
    compute(SHORT_SLICE - 2);
    UmsThreadYield(NULL);
    compute(LONG_SLICE - 2);
    return 0;
}

static void lengthen(struct activation *now)
{
    give_slice(now);
    if (now->reason == UmsSchedulerThreadYield)
        UmsExtSetTimeSlice(slice = LONG_SLICE);
}

static void check_change(void)
{
    slice = SHORT_SLICE;
    preempted_of(runs_twice, NULL, lengthen);
    is_dec(early, 0, "a slice that was changed counts from its beginning");
}

/* ---------------------------------------------------------------- in a switch */

enum { TICKS = 240 };

static volatile unsigned yields;

/* Switches to its scheduler all the time, so that some ticks find it there. */
static DWORD CALLBACK yields_always(PVOID unused)
{
    for (DWORD begun = GetTickCount(); GetTickCount() - begun < TICKS; yields++) {
        for (volatile unsigned i = 0; i < yields % 32; i++)
            ;
        UmsThreadYield(NULL);
    }
    return 0;
}

/* Goes back to the worker at once. */
static VOID NTAPI goes_back(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context = (PUMS_CONTEXT)payload;
    if (reason == UmsSchedulerStartup) {
        UmsExtSetTimeSlice(1);
        DequeueUmsCompletionListItems(list, 0, &context);
    }
    preempted += reason == UmsExtSchedulerThreadPreempted;
    if (reason != UmsSchedulerThreadBlocked)
        ExecuteUmsThread(context);
}

static void check_switches(void)
{
    struct worker worker = make_worker(yields_always, NULL);
    PUMS_CONTEXT context;
    preempted = 0;
    enter(goes_back, NULL);
    ok(preempted > TICKS / 40,
       "a slice that ends in a switch ends with a later tick: %u slices in %u ticks with %u yields",
       preempted, TICKS, yields);
    DequeueUmsCompletionListItems(list, 0, &context);
    forget(&worker);
}

int main(void)
{
    list = make_list();
    check_length();
    check_block();
    check_change();
    check_switches();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
