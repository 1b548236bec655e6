/* Workers that races are about, and schedulers that share them by one list. */
#ifndef TESTS_UMS_RACES_H
#define TESTS_UMS_RACES_H

#include "tests/harness/arguments.h"
#include "tests/ums/scheduler.h"

#include <stdio.h>
#include <time.h>

enum { CPUS_MOST = 8, JOBS = 16, OBJECTS = 3, LONGEST = 60000 };

/* A worker, and what it races for. */
struct job {
    struct worker worker;
    HANDLE objects[OBJECTS];
    volatile LONG delivered; /* 1 from the list's delivery to its execution */
    volatile LONG gone;      /* a scheduler has seen that it has ended */
    volatile DWORD begun, answered, which, calls, queued;
    volatile DWORD first, second; /* how often either came first */
    DWORD random;
};

struct scheduler {
    HANDLE thread;
    PUMS_CONTEXT queue[JOBS];
    unsigned first, last;
};

static unsigned cpus, rounds, seed;
static struct job jobs[JOBS];
static struct scheduler schedulers[CPUS_MOST];
static HANDLE list_event;
static volatile LONG left, doubled, strange, stuck;
static volatile LONG wrong, wrong_line; /* the first one's place */
static const char *wrong_file;

static void note_wrong(const char *file, LONG line)
{
    if (InterlockedIncrement(&wrong) == 1)
        wrong_file = file, wrong_line = line;
}
#define must(holds) ((holds) ? (void)0 : note_wrong(__FILE__, __LINE__))

static void tell_wrong(void)
{
    if (wrong)
        tap_note("the first of %d is wrong in %s:%d", (int)wrong, wrong_file, (int)wrong_line);
}

static DWORD chance(DWORD *state, DWORD below)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % below;
}

static void linger(DWORD *state)
{
    DWORD way = chance(state, 8);
    if (way == 0 || cpus == 1)
        SwitchToThread();
    for (volatile DWORD i = chance(state, way == 1 ? 3000 : 100); i > 0; i--)
        ;
}

/* ---------------------------------------------------------------- schedulers of one list */

static struct job *job_of(PUMS_CONTEXT context)
{
    struct job *job = NULL;
    QueryUmsThreadInformation(context, UmsThreadUserContext, &job, sizeof job, NULL);
    return job;
}

/* A context is deleted as soon as its end has been seen, whatever the CPU still does on which it
 * ended. */
static void see_end(struct job *job, PUMS_CONTEXT context)
{
    must(DeleteUmsThreadContext(context));
    job->gone = 1;
    InterlockedDecrement(&left);
}

static void deliver(struct scheduler *own, PUMS_CONTEXT context)
{
    struct job *job = job_of(context);
    if (InterlockedIncrement(&job->delivered) != 1)
        InterlockedIncrement(&doubled);
    if (is_terminated(context))
        see_end(job, context);
    else
        own->queue[own->last++ % JOBS] = context;
}

static void execute(struct scheduler *own, PUMS_CONTEXT context)
{
    struct job *job = job_of(context);
    InterlockedDecrement(&job->delivered);
    ExecuteUmsThread(context);
    DWORD error = GetLastError();
    if (error != ERROR_RETRY && error != ERROR_INVALID_PARAMETER)
        InterlockedIncrement(&strange);
    deliver(own, context); /* it is locked, suspended, or has ended */
}

/* A scheduler without work waits for the list's event as long as no other has missed it. */
static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = parameter;
    PUMS_CONTEXT me = GetCurrentUmsThread(), context, next;
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own);
    QueryUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own, NULL);
    if (reason == UmsSchedulerThreadYield)
        deliver(own, (PUMS_CONTEXT)payload);
    while (left > 0) {
        bool idle = own->first == own->last;
        if (idle && WaitForSingleObject(list_event, LONGEST) == WAIT_TIMEOUT) {
            stuck = 1;
            return;
        }
        DequeueUmsCompletionListItems(list, 0, &context);
        for (; context; context = next) {
            next = GetNextUmsListItem(context);
            deliver(own, context);
        }
        if (own->first != own->last)
            execute(own, own->queue[own->first++ % JOBS]);
    }
    SetEvent(list_event); /* for the next one that waits */
}

static DWORD CALLBACK schedules(PVOID own) { return (DWORD)enter(shares, own); }

static void begin_schedulers(void)
{
    for (unsigned i = 0; i < cpus; i++) {
        schedulers[i].first = schedulers[i].last = 0;
        schedulers[i].thread =
            CreateThread(NULL, 0, schedules, &schedulers[i], CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(schedulers[i].thread, 1u << i);
        ResumeThread(schedulers[i].thread);
    }
}

static void end_schedulers(void)
{
    for (unsigned i = 0; i < cpus; i++) {
        must(WaitForSingleObject(schedulers[i].thread, LONGEST) == WAIT_OBJECT_0);
        CloseHandle(schedulers[i].thread);
    }
    ResetEvent(list_event);
}

static void make_job_thread(struct job *job, LPTHREAD_START_ROUTINE function)
{
    job->gone = job->delivered = 0;
    job->worker = make_worker_in(list, function, job, CREATE_SUSPENDED);
    SetUmsThreadInformation(job->worker.context, UmsThreadUserContext, &job, sizeof job);
    ResumeThread(job->worker.thread);
}

static HANDLE make_event(void) { return CreateEvent(NULL, FALSE, FALSE, NULL); }

/* ---------------------------------------------------------------- the whole test */

static void begin(int argc, char **argv)
{
    cpus = argument(argc, argv, "cpus=", 1);
    rounds = argument(argc, argv, "rounds=", 1000);
    seed = argument(argc, argv, "seed=", (unsigned)time(NULL));
    printf("# seed=%u cpus=%u rounds=%u\n", seed, cpus, rounds);
    list = make_list();
    GetUmsCompletionListEvent(list, &list_event);
}

static int end(void)
{
    CloseHandle(list_event);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}

#endif
