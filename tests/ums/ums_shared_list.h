/* Schedulers on several CPUs that share one list of workers, and what each counts. */
#ifndef TESTS_UMS_SHARED_LIST_H
#define TESTS_UMS_SHARED_LIST_H

#include "tests/ums/scheduler.h"

#include <stdlib.h>
#include <string.h>

enum { CPUS_MOST = 8, JOBS = 12, LONGEST = 20000 };

struct job {
    struct worker worker;
    HANDLE event;
    volatile LONG delivered; /* 1 from the list's delivery to its execution */
    volatile LONG inside;    /* it runs */
    volatile DWORD waits, timeouts;
};

struct scheduler {
    HANDLE thread;
    PUMS_CONTEXT queue[JOBS];
    unsigned first, last;
};

static unsigned cpus = 1, rounds = 100, first_cpu;
static struct job jobs[JOBS];
static struct scheduler schedulers[CPUS_MOST];
static volatile LONG left, doubled, twice_inside, strange, stuck;

static struct job *job_of(PUMS_CONTEXT context)
{
    struct job *job = NULL;
    QueryUmsThreadInformation(context, UmsThreadUserContext, &job, sizeof job, NULL);
    return job;
}

/* ---------------------------------------------------------------- schedulers of one list */

static void deliver(struct scheduler *own, PUMS_CONTEXT context)
{
    struct job *job = job_of(context);
    if (InterlockedIncrement(&job->delivered) != 1)
        InterlockedIncrement(&doubled);
    if (is_terminated(context))
        InterlockedDecrement(&left);
    else
        own->queue[own->last++ % JOBS] = context;
}

static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = parameter;
    PUMS_CONTEXT me = GetCurrentUmsThread(), context, next;
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own);
    QueryUmsThreadInformation(me, UmsThreadUserContext, &own, sizeof own, NULL);
    if (reason == UmsSchedulerThreadYield)
        deliver(own, (PUMS_CONTEXT)payload);
    for (DWORD begun = GetTickCount(); left > 0;) {
        DequeueUmsCompletionListItems(list, own->first == own->last ? 2 : 0, &context);
        for (; context; context = next) {
            next = GetNextUmsListItem(context);
            deliver(own, context);
        }
        if (own->first == own->last) {
            if (GetTickCount() - begun > LONGEST) {
                stuck = 1;
                return;
            }
            continue;
        }
        context = own->queue[own->first++ % JOBS];
        InterlockedDecrement(&job_of(context)->delivered);
        if (ExecuteUmsThread(context))
            InterlockedIncrement(&strange);
        DWORD error = GetLastError();
        if (error != ERROR_RETRY && error != ERROR_INVALID_PARAMETER)
            InterlockedIncrement(&strange);
        if (!is_terminated(context))
            deliver(own, context); /* it is locked or suspended: again later */
        else
            InterlockedDecrement(&left);
    }
}

static DWORD CALLBACK schedules(PVOID own) { return (DWORD)enter(shares, own); }

static void begin_jobs(unsigned count, LPTHREAD_START_ROUTINE function)
{
    left = (LONG)count;
    doubled = twice_inside = strange = stuck = 0;
    memset(jobs, 0, sizeof jobs);
    for (unsigned i = 0; i < count; i++) {
        struct job *job = &jobs[i];
        job->event = CreateEvent(NULL, FALSE, FALSE, NULL);
        job->worker = make_worker_in(list, function, job, CREATE_SUSPENDED);
        SetUmsThreadInformation(job->worker.context, UmsThreadUserContext, &job, sizeof job);
        ResumeThread(job->worker.thread);
    }
    for (unsigned i = first_cpu; i < cpus; i++) {
        schedulers[i].first = schedulers[i].last = 0;
        schedulers[i].thread =
            CreateThread(NULL, 0, schedules, &schedulers[i], CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(schedulers[i].thread, 1u << i);
        ResumeThread(schedulers[i].thread);
    }
}

static void end_jobs(unsigned count)
{
    for (unsigned i = first_cpu; i < cpus; i++) {
        WaitForSingleObject(schedulers[i].thread, INFINITE);
        CloseHandle(schedulers[i].thread);
    }
    for (unsigned i = 0; i < count; i++) {
        forget(&jobs[i].worker);
        CloseHandle(jobs[i].event);
    }
}

static void enter_job(struct job *job)
{
    if (InterlockedIncrement(&job->inside) != 1)
        InterlockedIncrement(&twice_inside);
}

static void leave_job(struct job *job) { InterlockedDecrement(&job->inside); }

/* Makes one check, or all. Returns the image's exit status. */
static inline int run_checks(void (*const checks[])(void), unsigned count, int argc, char **argv)
{
    cpus = argc > 1 ? (unsigned)atoi(argv[1]) : cpus;
    rounds = argc > 2 ? (unsigned)atoi(argv[2]) : rounds;
    list = make_list();
    for (unsigned i = 0; i < count; i++)
        if (argc < 4 || (unsigned)atoi(argv[3]) == i)
            checks[i]();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}

#endif
