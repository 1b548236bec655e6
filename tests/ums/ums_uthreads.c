/* User-level threads in a worker: one whose sleep is over while the worker is off has its turn at
 * the next switch. No tick has told the worker so, because ticks tell only the thread that runs.
 *
 * run: name=plain
 * run: name=2 smp=2
 * run: name=ring3 ring=3
 * run: name=checked checked=1 compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 * run: name=counted virtual-time=1 smp=2 compilers=gcc
 */
#include "tests/ums/scheduler.h"

#include <uthread.h>

enum { ROUNDS = 20, SLEEP_MS = 2 };

static struct worker worker;
static volatile unsigned slept, late;
static volatile bool over;

static void *sleeps(void *unused)
{
    while (!over) {
        utSleep(SLEEP_MS);
        slept++;
    }
    return unused;
}

/* The second yield finds nothing that is due, and leaves the short way open. */
static void *leaves(void *leave)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        utYield();
        utYield();
        ((void (*)(void))leave)();
        unsigned before = slept;
        utYield();
        late += slept == before;
    }
    over = true;
    return NULL;
}

static DWORD CALLBACK runs_threads(PVOID leave)
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreateFor(leaves, leave, NULL));
    utSchAddUthd(scheduler, uThreadCreateFor(sleeps, NULL, NULL));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}

static void yields(void) { UmsThreadYield(NULL); }
static void suspends_itself(void) { SuspendThread(GetCurrentThread()); }

/* Lets the sleep pass while the worker is off. */
static void wait_long(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup || is_terminated(worker.context))
        return;
    Sleep(SLEEP_MS + 1);
    ResumeThread(worker.thread);
}

static void check_due(void (*leave)(void), const char *claim)
{
    slept = late = 0;
    over = false;
    worker = make_worker(runs_threads, (PVOID)leave);
    run(1, wait_long);
    ok(over && !late, "%s (%u of %u late)", claim, late, ROUNDS);
    forget(&worker);
}

int main(void)
{
    list = make_list();
    check_due(yields, "a thread whose sleep is over has the next turn when its worker has yielded");
    check_due(suspends_itself, "and when its worker was suspended");
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
