/* Scheduler threads that are ended by another thread while they execute a worker. Wherever they
 * were, the worker is not lost: it comes to its list, or the next scheduler can execute it.
 *
 * run: name=2 smp=2 args="rounds=1000"
 * run: name=2-ring3 smp=2 ring=3 args="rounds=1000" compilers=gcc
 * run: name=4 smp=4 args="rounds=700" compilers=gcc
 * run: name=long smp=2 args="rounds=3000" compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/ums/scheduler.h"

#include <stdlib.h>
#include <time.h>

enum { COMES_MS = 10, RUNS_MS = 100, LONG_MS = 20000, MOST_PAUSES = 400 };

static struct worker worker;
static volatile LONG executes; /* a scheduler is about to */
static volatile bool over;
static volatile DWORD refused;
static unsigned wrong, again; /* again: rounds in which the worker did not come to the list */

/* Its scheduler's end is a trap's, so the kernel executes it the next time. */
static DWORD CALLBACK spins(PVOID unused)
{
    while (!over)
        YieldProcessor();
    return 5;
}

/* A refused scheduler goes on only if it is not to be ended. */
static VOID NTAPI executes_once(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID stays)
{
    if (reason != UmsSchedulerStartup)
        return;
    executes = 1;
    ExecuteUmsThread(worker.context);
    refused = GetLastError();
    while (stays)
        YieldProcessor();
}

static DWORD CALLBACK schedules(PVOID stays) { return (DWORD)enter(executes_once, stays); }

static void end(HANDLE scheduler)
{
    TerminateThread(scheduler, 1);
    WaitForSingleObject(scheduler, INFINITE);
    CloseHandle(scheduler);
}

static bool comes(DWORD ms)
{
    PUMS_CONTEXT found = NULL;
    return DequeueUmsCompletionListItems(list, ms, &found) && found == worker.context;
}

static HANDLE begin(PVOID stays)
{
    executes = 0;
    return CreateThread(NULL, 0, schedules, stays, 0, NULL);
}

static void play_round(void)
{
    HANDLE scheduler = begin((PVOID)1);
    while (!executes)
        YieldProcessor();
    for (int pauses = rand() % MOST_PAUSES; pauses > 0; pauses--)
        YieldProcessor();
    end(scheduler);
    if (comes(COMES_MS))
        return;
    again++;
    scheduler = begin(NULL);
    if (WaitForSingleObject(scheduler, RUNS_MS) == WAIT_OBJECT_0) {
        if (wrong++ == 0)
            tap_note("execute fails: %u", (unsigned)refused);
        CloseHandle(scheduler);
        return;
    }
    end(scheduler);
    wrong += !comes(LONG_MS);
}

int main(int argc, char **argv)
{
    PUMS_CONTEXT first;
    unsigned rounds = argument(argc, argv, "rounds=", 1000);
    unsigned seed = argument(argc, argv, "seed=", (unsigned)time(NULL));
    tap_note("seed=%u", seed);
    srand(seed);
    list = make_list();
    worker = make_worker(spins, NULL);
    DequeueUmsCompletionListItems(list, INFINITE, &first);
    for (unsigned i = 0; i < rounds && !wrong; i++)
        play_round();
    ok(!wrong,
       "8: schedulers are ended while they execute a worker, and none is lost (%u rounds; it came "
       "to "
       "its list %u times)",
       rounds, rounds - again);
    over = true;
    CloseHandle(begin(NULL));
    ok(WaitForSingleObject(worker.thread, LONG_MS) == WAIT_OBJECT_0 && exit_code(&worker) == 5,
       "in the end it runs to its end");
    ok(comes(LONG_MS) && DeleteUmsThreadContext(worker.context), "and is deleted");
    Sleep(COMES_MS); /* for the last scheduler */
    ok(DeleteUmsCompletionList(list), "so is the list");
    return tap_done();
}
