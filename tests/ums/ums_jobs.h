/* Workers that each have a job, and schedulers on several CPUs that share them by one list. */
#ifndef TESTS_UMS_JOBS_H
#define TESTS_UMS_JOBS_H

#include "tests/ums/scheduler.h"

#include <string.h>

enum { CPUS_MOST = 8, JOBS = 16, OBJECTS = 3 };

struct job {
    struct worker worker;
    HANDLE objects[OBJECTS];
    volatile LONG delivered; /* 1 from the list's delivery to its execution */
    volatile LONG gone;      /* a scheduler has seen that it has ended */
    volatile LONG inside;    /* it runs */
    volatile DWORD waits, timeouts;
    volatile DWORD begun, answered, which, calls, queued;
    volatile DWORD first, second; /* how often either came first */
    DWORD random;
};

struct scheduler {
    HANDLE thread;
    PUMS_CONTEXT queue[JOBS];
    unsigned first, last;
};

static unsigned cpus = 1, rounds, first_cpu; /* of those with schedulers */
static struct job jobs[JOBS];
static struct scheduler schedulers[CPUS_MOST];
static volatile LONG left, doubled, strange, stuck;

/* The test defines these: the work behind a worker's end, and a scheduler's activations. */
static void see_end(struct job *job, PUMS_CONTEXT context);
static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter);

static struct job *job_of(PUMS_CONTEXT context)
{
    struct job *job = NULL;
    QueryUmsThreadInformation(context, UmsThreadUserContext, &job, sizeof job, NULL);
    return job;
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

/* The beginning of each activation: finds the scheduler's own words, and takes a worker that has
 * yielded. */
static struct scheduler *activated(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = parameter;
    PUMS_CONTEXT me = GetCurrentUmsThread();
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own);
    QueryUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own, NULL);
    if (reason == UmsSchedulerThreadYield)
        deliver(own, (PUMS_CONTEXT)payload);
    return own;
}

static bool is_idle(const struct scheduler *own) { return own->first == own->last; }

static void take_list(struct scheduler *own, DWORD ms)
{
    PUMS_CONTEXT context, next;
    DequeueUmsCompletionListItems(list, ms, &context);
    for (; context; context = next) {
        next = GetNextUmsListItem(context);
        deliver(own, context);
    }
}

static void execute_next(struct scheduler *own)
{
    PUMS_CONTEXT context = own->queue[own->first++ % JOBS];
    InterlockedDecrement(&job_of(context)->delivered);
    bool returned = ExecuteUmsThread(context);
    DWORD error = GetLastError();
    if (returned || (error != ERROR_RETRY && error != ERROR_INVALID_PARAMETER))
        InterlockedIncrement(&strange);
    deliver(own, context); /* it is locked, suspended, or has ended */
}

static DWORD CALLBACK schedules(PVOID own) { return (DWORD)enter(shares, own); }

static void begin_schedulers(void)
{
    for (unsigned i = first_cpu; i < cpus; i++) {
        struct scheduler *own = &schedulers[i];
        own->first = own->last = 0;
        own->thread = CreateThread(NULL, 0, schedules, own, CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(own->thread, 1u << i);
        ResumeThread(own->thread);
    }
}

/* Returns how many have ended in that time. */
static unsigned end_schedulers(DWORD ms)
{
    unsigned ended = 0;
    for (unsigned i = first_cpu; i < cpus; i++) {
        ended += WaitForSingleObject(schedulers[i].thread, ms) == WAIT_OBJECT_0;
        CloseHandle(schedulers[i].thread);
    }
    return ended;
}

static void make_job_thread(struct job *job, LPTHREAD_START_ROUTINE function)
{
    job->gone = job->delivered = 0;
    job->worker = make_worker_in(list, function, job, CREATE_SUSPENDED);
    SetUmsThreadInformation(job->worker.context, UmsThreadUserContext, &job, sizeof job);
    ResumeThread(job->worker.thread);
}

#endif
