/* Loads for tools/bench/lock_share.py, which counts how much of them runs with the kernel's lock.
 *
 *     lock_loads LOAD COPIES
 *
 * The copies run at the same time, from bench_begin to bench_path.
 */
#include "bench/bench.h"
#include "bench/ums_worker.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 8, ROUNDS = 20, PIECE = 5000 /* instructions */ };

static HANDLE turns[MOST][2];
static unsigned piece;

/* One side of a pair: it takes its turn, computes, and gives the other side its turn. */
static DWORD WINAPI play(LPVOID parameter)
{
    unsigned pair = (unsigned)parameter / 2, side = (unsigned)parameter % 2;
    for (unsigned i = 0; i < ROUNDS; i++) {
        WaitForSingleObject(turns[pair][side], INFINITE);
        unsigned left = piece / 2; /* exactly two instructions each */
        if (left)
            __asm__ volatile("1: decl %0\n\tjnz 1b" : "+r"(left));
        SetEvent(turns[pair][!side]);
    }
    return 0;
}

static DWORD WINAPI end_at_once(LPVOID parameter)
{
    return (DWORD)parameter;
}

static DWORD WINAPI make_threads(LPVOID parameter)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        HANDLE thread = CreateThread(NULL, 0, end_at_once, parameter, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
    }
    return 0;
}

/* ---------------------------------------------------------------- workers */

static struct scheduler {
    PUMS_COMPLETION_LIST list;
    PUMS_CONTEXT ready[2];
    unsigned count, alive;
} schedulers[MOST];

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = parameter;
    (void)payload;
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &own, sizeof own);
    else
        QueryUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &own, sizeof own,
                                  NULL);
    while (own->alive) {
        PUMS_CONTEXT worker = NULL;
        if (own->count) {
            worker = own->ready[--own->count];
            if (DeleteUmsThreadContext(worker))
                own->alive--;
            else if (!ExecuteUmsThread(worker))
                own->ready[own->count++] = worker; /* the kernel is about to leave it */
        }
        DequeueUmsCompletionListItems(own->list, own->count || !own->alive ? 0 : INFINITE, &worker);
        for (; worker; worker = GetNextUmsListItem(worker))
            own->ready[own->count++] = worker;
    }
}

/* Two workers of a list that belongs to this scheduler alone. */
static DWORD WINAPI run_scheduler(LPVOID parameter)
{
    unsigned number = (unsigned)parameter;
    struct scheduler *own = &schedulers[number];
    PUMS_CONTEXT context;
    CreateUmsCompletionList(&own->list);
    for (own->alive = 0; own->alive < 2; own->alive++)
        CloseHandle(make_worker(&context, own->list, 0, play, (PVOID)(number * 2 + own->alive)));
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, own->list, schedule, own};
    return !EnterUmsSchedulingMode(&info);
}

/* ---------------------------------------------------------------- loads */

static const struct {
    const char *name;
    LPTHREAD_START_ROUTINE function;
    unsigned threads; /* of each copy */
    unsigned piece;
} loads[] = {{"events", play, 2, 0},
             {"pieces", play, 2, PIECE},
             {"threads", make_threads, 1, 0},
             {"workers", run_scheduler, 1, 0}};

int main(int argc, char **argv)
{
    HANDLE threads[2 * MOST];
    unsigned copies = argc > 2 ? (unsigned)atoi(argv[2]) : 0, i = 0;
    while (argc > 2 && i < sizeof loads / sizeof loads[0] && strcmp(argv[1], loads[i].name) != 0)
        i++;
    if (argc < 3 || i == sizeof loads / sizeof loads[0] || !copies || copies > MOST)
        return 2;
    piece = loads[i].piece;
    for (unsigned k = 0; k < copies; k++)
        for (unsigned side = 0; side < 2; side++)
            turns[k][side] = CreateEvent(NULL, FALSE, side == 0, NULL);
    unsigned count = copies * loads[i].threads;
    for (unsigned k = 0; k < count; k++)
        threads[k] = CreateThread(NULL, 0, loads[i].function, (PVOID)k, CREATE_SUSPENDED, NULL);
    bench_begin();
    for (unsigned k = 0; k < count; k++)
        ResumeThread(threads[k]);
    WaitForMultipleObjects(count, threads, TRUE, INFINITE);
    bench_path(loads[i].name, 0, 0);
    return 0;
}
