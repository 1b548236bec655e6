/* Schedulers on several CPUs over one list, and races between what they do and what others do to
 * their workers.
 *
 * run: name=1 args="1 300"
 * run: name=2 smp=2 args="2 1000"
 * run: name=4 smp=4 args="4 1000"
 * run: name=8 smp=8 args="8 300" compilers=gcc
 * run: name=2-ring3 smp=2 ring=3 args="2 1000"
 * run: name=4-ring3 smp=4 ring=3 args="4 1000" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="4 300" compilers=gcc
 * run: name=long smp=4 args="4 3000" compilers=gcc
 * run: name=2-counted smp=2 virtual-time=1 args="2 8" compilers=gcc
 * run: name=4-counted smp=4 virtual-time=1 args="4 8" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="2 30" compilers=gcc
 *
 * By hand, the third check alone: ./trapline run tests/ums_cpus --smp 2 2 1000000 2 --timeout
 * 100000
 */
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

/* ---------------------------------------------------------------- wakes */

static DWORD CALLBACK waits_and_counts(PVOID argument)
{
    struct job *job = argument;
    enter_job(job);
    while (job->waits < rounds) {
        leave_job(job);
        DWORD result = WaitForSingleObject(job->event, INFINITE);
        enter_job(job);
        if (result == WAIT_OBJECT_0)
            job->waits++;
        if (job->waits % 7 == 0) {
            leave_job(job);
            UmsThreadYield(NULL);
            enter_job(job);
        }
    }
    leave_job(job);
    return 0;
}

/* Sets each job's event again as soon as it has taken it, in the middle of its next block. */
static void wake_all(unsigned count)
{
    DWORD sent[JOBS] = {0};
    for (DWORD begun = GetTickCount(); left > 0 && GetTickCount() - begun < LONGEST;) {
        for (unsigned i = 0; i < count; i++)
            if (sent[i] < rounds && jobs[i].waits == sent[i]) {
                sent[i]++;
                SetEvent(jobs[i].event);
            }
        SwitchToThread();
    }
}

static void check_wakes(void)
{
    unsigned all = 0;
    begin_jobs(JOBS, waits_and_counts);
    wake_all(JOBS);
    for (unsigned i = 0; i < JOBS; i++)
        all += jobs[i].waits == rounds;
    end_jobs(JOBS);
    ok(all == JOBS && !stuck,
       "13: a wake that races the block: none is lost (%u of %u workers, %u wakes)", all, JOBS,
       rounds * JOBS);
    ok(!doubled && !twice_inside && !strange,
       "28: each worker is delivered exactly once for each wake (%d, %d, %d)", (int)doubled,
       (int)twice_inside, (int)strange);
}

static DWORD CALLBACK times_out(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        DWORD result = WaitForSingleObject(job->event, i % 2);
        enter_job(job);
        if (result == WAIT_OBJECT_0)
            job->waits++;
        else if (result == WAIT_TIMEOUT)
            job->timeouts++;
        leave_job(job);
    }
    return 0;
}

static void check_timeouts(void)
{
    unsigned all = 0, set = 0;
    begin_jobs(4, times_out);
    for (DWORD begun = GetTickCount(); left > 0 && GetTickCount() - begun < LONGEST; set++) {
        SetEvent(jobs[set % 4].event);
        if (set % 16 == 0)
            Sleep(1);
    }
    for (unsigned i = 0; i < 4; i++)
        all += jobs[i].waits + jobs[i].timeouts;
    end_jobs(4);
    ok(all == 4 * rounds && !doubled && !twice_inside && !strange && !stuck,
       "12: set against time-out: never twice in a list, each wait has one end (%u, %d, %d)", all,
       (int)doubled, (int)stuck);
}

/* ---------------------------------------------------------------- two that execute one */

static volatile PUMS_CONTEXT target;
static volatile LONG won;

static VOID NTAPI competes(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    if (reason == UmsSchedulerThreadYield && (PUMS_CONTEXT)payload != target)
        InterlockedIncrement(&strange);
    if (reason == UmsSchedulerThreadBlocked)
        return;
    for (DWORD begun = GetTickCount(); !is_terminated(target);) {
        ExecuteUmsThread(target);
        DWORD error = GetLastError();
        if (error != ERROR_INTERNAL_ERROR && error != ERROR_RETRY &&
            error != ERROR_INVALID_PARAMETER)
            InterlockedIncrement(&strange);
        if (GetTickCount() - begun > LONGEST) {
            stuck = 1;
            return;
        }
        if (cpus == 1)
            SwitchToThread();
    }
}

static DWORD CALLBACK schedules_one(PVOID unused) { return (DWORD)enter(competes, NULL); }

static DWORD CALLBACK is_fought_for(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        enter_job(job);
        won++;
        leave_job(job);
        UmsThreadYield(NULL);
    }
    return 0;
}

static void check_competition(void)
{
    PUMS_CONTEXT context;
    HANDLE threads[2];
    won = strange = twice_inside = stuck = 0;
    struct worker worker = make_worker(is_fought_for, &jobs[0]);
    DequeueUmsCompletionListItems(list, 0, &context);
    target = context;
    for (unsigned i = 0; i < 2; i++) {
        threads[i] = CreateThread(NULL, 0, schedules_one, NULL, CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(threads[i], 1u << i % cpus);
        ResumeThread(threads[i]);
    }
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    ok((unsigned)won == rounds && !twice_inside && !strange && !stuck,
       "21: two schedulers execute one worker: exactly one wins (%d, %d, %d)", (int)won,
       (int)twice_inside, (int)strange);
    CloseHandle(threads[0]);
    CloseHandle(threads[1]);
    DequeueUmsCompletionListItems(list, 0, &context);
    forget(&worker);
}

/* ---------------------------------------------------------------- what others do to them */

static DWORD CALLBACK yields_and_computes(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        enter_job(job);
        for (volatile unsigned j = 0; j < 50; j++)
            ;
        leave_job(job);
        if (i % 3 == 0)
            WaitForSingleObject(job->event, 0);
        if (i % 5 == 0)
            SwitchToThread();
        UmsThreadYield(NULL);
    }
    return 12;
}

static void check_storm(void)
{
    unsigned got = 0, suspended = 0, ended = 0;
    begin_jobs(3, yields_and_computes);
    for (DWORD begun = GetTickCount(), i = 0; left > 0 && GetTickCount() - begun < LONGEST; i++) {
        struct job *job = &jobs[i % 3];
        CONTEXT context;
        context.ContextFlags = CONTEXT_FULL;
        if (i % 4 == 0) {
            suspended += SuspendThread(job->worker.thread) == 0;
            got += GetThreadContext(job->worker.thread, &context) != 0;
            if (i % 8 == 0)
                Sleep(0);
            ResumeThread(job->worker.thread);
        } else {
            got += GetThreadContext(job->worker.thread, &context) != 0;
        }
    }
    for (unsigned i = 0; i < 3; i++)
        ended += exit_code(&jobs[i].worker) == 12;
    end_jobs(3);
    ok(ended == 3 && !doubled && !twice_inside && !strange && !stuck,
       "22: registers read, and suspended, meanwhile: all end, each once (%u, %d, %d, %d)", ended,
       (int)doubled, (int)twice_inside, (int)strange);
    tap_note("%u contexts read, %u times suspended", got, suspended);
}

static DWORD CALLBACK never_ends(PVOID argument)
{
    struct job *job = argument;
    for (;;) {
        enter_job(job);
        leave_job(job);
        if ((DWORD)job % 3)
            UmsThreadYield(NULL);
        else
            WaitForSingleObject(job->event, 1);
    }
    return 0;
}

static void check_termination(void)
{
    unsigned ended = 0, many = rounds / 20 + 2;
    for (unsigned i = 0; i < many; i++) {
        begin_jobs(3, never_ends);
        if (i % 3)
            Sleep(i % 3);
        for (unsigned j = 0; j < 3; j++)
            TerminateThread(jobs[j].worker.thread, 5);
        for (unsigned j = 0; j < 3; j++)
            ended += WaitForSingleObject(jobs[j].worker.thread, 5000) == 0 &&
                     exit_code(&jobs[j].worker) == 5;
        left = 0; /* one in a scheduler's hands comes to no list */
        for (unsigned j = 0; j < cpus; j++)
            WaitForSingleObject(schedulers[j].thread, INFINITE);
        PUMS_CONTEXT context;
        DequeueUmsCompletionListItems(list, 0, &context);
        end_jobs(3);
    }
    ok(ended == 3 * many && !twice_inside, "workers are terminated wherever they are (%u of %u)",
       ended, 3 * many);
}

/* ---------------------------------------------------------------- one that computes */

static volatile LONG computing;

static DWORD CALLBACK computes(PVOID argument)
{
    while (computing)
        ;
    return 0;
}

static VOID NTAPI runs_one(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason != UmsSchedulerStartup)
        return;
    DequeueUmsCompletionListItems(parameter, INFINITE, &context);
    ExecuteUmsThread(context);
}

static DWORD CALLBACK schedules_the_computing(PVOID own_list)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, own_list, runs_one, own_list};
    return (DWORD)EnterUmsSchedulingMode(&info);
}

static void check_computing(void)
{
    unsigned all = 0;
    PUMS_CONTEXT context;
    if (cpus < 2) {
        tap_skip("it needs a second CPU", "38: a worker that computes delays only its own CPU");
        return;
    }
    PUMS_COMPLETION_LIST own_list = make_list();
    computing = 1;
    struct worker worker = make_worker_in(own_list, computes, NULL, 0);
    HANDLE thread =
        CreateThread(NULL, 0, schedules_the_computing, own_list, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(thread, 1);
    ResumeThread(thread);
    first_cpu = 1;
    begin_jobs(JOBS, waits_and_counts);
    wake_all(JOBS);
    for (unsigned i = 0; i < JOBS; i++)
        all += jobs[i].waits == rounds;
    computing = 0;
    end_jobs(JOBS);
    first_cpu = 0;
    ok(all == JOBS,
       "38: a worker that computes without end on CPU 0 delays no scheduler elsewhere (%u)", all);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    DequeueUmsCompletionListItems(own_list, 0, &context);
    forget(&worker);
    ok(DeleteUmsCompletionList(own_list), "and its list can be deleted");
}

static void (*const checks[])(void) = {check_wakes, check_timeouts,    check_competition,
                                       check_storm, check_termination, check_computing};
enum { CHECKS = sizeof checks / sizeof checks[0] };

int main(int argc, char **argv)
{
    cpus = argc > 1 ? (unsigned)atoi(argv[1]) : cpus;
    rounds = argc > 2 ? (unsigned)atoi(argv[2]) : rounds;
    list = make_list();
    for (int i = 0; i < CHECKS; i++)
        if (argc < 4 || atoi(argv[3]) == i)
            checks[i]();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
