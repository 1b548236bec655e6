/* Calls that race for a worker: what ends its wait against its block, its time-out, its suspension
 * and its end. Whatever comes first, each wait ends once, and each worker is delivered once.
 *
 * run: name=1 args="cpus=1 rounds=1000"
 * run: name=2 smp=2 args="cpus=2 rounds=6000"
 * run: name=4 smp=4 args="cpus=4 rounds=6000" compilers=gcc
 * run: name=2-ring3 smp=2 ring=3 args="cpus=2 rounds=4000" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="cpus=4 rounds=4000" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="cpus=4 rounds=1000" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="cpus=2 rounds=60" compilers=gcc
 * run: name=long smp=4 args="cpus=4 rounds=60000" compilers=gcc
 *
 * By hand: ./trapline run tests/ums_races --smp 4 cpus=4 rounds=1000000 --timeout 100000
 */
#include "tests/ums/scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

struct race {
    const char *name;
    HANDLE (*make)(void);                     /* an object of a job */
    void (*work)(struct job *job, DWORD n);   /* a round of the worker */
    void (*answer)(struct job *job, DWORD n); /* what another thread does then */
};

struct scheduler {
    HANDLE thread;
    PUMS_CONTEXT queue[JOBS];
    unsigned first, last;
};

static unsigned cpus = 1, rounds = 1000, seed;
static struct job jobs[JOBS];
static struct scheduler schedulers[CPUS_MOST];
static const struct race *race;
static HANDLE list_event;
static volatile LONG left, doubled, strange, stuck;
static volatile LONG wrong, wrong_line;

static void note_wrong(LONG line)
{
    if (InterlockedIncrement(&wrong) == 1)
        wrong_line = line;
}
#define must(holds) ((holds) ? (void)0 : note_wrong(__LINE__))

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

static DWORD CALLBACK schedules(PVOID own)
{
    return (DWORD)enter(shares, own);
}

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

/* ---------------------------------------------------------------- the races */

static HANDLE make_event(void)
{
    return CreateEvent(NULL, FALSE, FALSE, NULL);
}

static HANDLE make_semaphore(void)
{
    return CreateSemaphore(NULL, 0, 1000000, NULL);
}

static HANDLE make_mutex(void)
{
    return CreateMutex(NULL, FALSE, NULL);
}

static HANDLE make_timer(void)
{
    return CreateWaitableTimer(NULL, FALSE, NULL);
}

static void waits(struct job *job, DWORD n)
{
    (void)n;
    must(WaitForSingleObject(job->objects[0], LONGEST) == WAIT_OBJECT_0);
}

static void sets(struct job *job, DWORD n)
{
    (void)n;
    SetEvent(job->objects[0]);
}

/* An event that came too late is still set. */
static void waits_a_tick(struct job *job, DWORD n)
{
    DWORD result = WaitForSingleObject(job->objects[0], n % 3 == 0);
    job->first += result == WAIT_OBJECT_0;
    job->second += result == WAIT_TIMEOUT;
    if (result == WAIT_TIMEOUT)
        waits(job, n);
    must(WaitForSingleObject(job->objects[0], 0) == WAIT_TIMEOUT);
}

static void waits_for_any(struct job *job, DWORD n)
{
    (void)n;
    DWORD result = WaitForMultipleObjects(OBJECTS, job->objects, FALSE, LONGEST);
    must(result == WAIT_OBJECT_0 + job->which);
}

static void sets_any(struct job *job, DWORD n)
{
    job->which = (n * 7 + job->random) % OBJECTS;
    SetEvent(job->objects[job->which]);
}

static void waits_for_all(struct job *job, DWORD n)
{
    (void)n;
    must(WaitForMultipleObjects(OBJECTS, job->objects, TRUE, LONGEST) == WAIT_OBJECT_0);
}

static void sets_all(struct job *job, DWORD n)
{
    for (DWORD i = 0; i < OBJECTS; i++)
        SetEvent(job->objects[(i + n) % OBJECTS]);
}

static void releases(struct job *job, DWORD n)
{
    (void)n;
    must(ReleaseSemaphore(job->objects[0], 1, NULL));
}

static void takes_mutex(struct job *job, DWORD n)
{
    waits(job, n);
    must(InterlockedIncrement((volatile LONG *)&job->which) == 1);
    if (n % 5 == 0)
        UmsThreadYield(NULL);
    must(InterlockedDecrement((volatile LONG *)&job->which) == 0);
    must(ReleaseMutex(job->objects[0]));
}

static void takes_mutex_too(struct job *job, DWORD n)
{
    (void)n;
    if (WaitForSingleObject(job->objects[0], 1) != WAIT_OBJECT_0)
        return;
    must(InterlockedIncrement((volatile LONG *)&job->which) == 1);
    linger(&job->random);
    must(InterlockedDecrement((volatile LONG *)&job->which) == 0);
    must(ReleaseMutex(job->objects[0]));
}

static void sets_timer(struct job *job, DWORD n)
{
    LARGE_INTEGER due = {.QuadPart = n % 2 ? -1 : -10000};
    must(SetWaitableTimer(job->objects[0], &due, 0, NULL, NULL, FALSE));
}

static VOID NTAPI is_called(ULONG_PTR job)
{
    InterlockedIncrement((volatile LONG *)&((struct job *)job)->calls);
}

static void sleeps(struct job *job, DWORD n)
{
    DWORD result = SleepEx(n % 3 == 0, TRUE);
    job->first += result == WAIT_IO_COMPLETION;
    job->second += result == 0;
    must(result == WAIT_IO_COMPLETION || result == 0);
}

static void calls(struct job *job, DWORD n)
{
    (void)n;
    job->queued += QueueUserAPC(is_called, job->worker.thread, (ULONG_PTR)job) != 0;
}

static void runs_and_waits(struct job *job, DWORD n)
{
    if (n % 2)
        UmsThreadYield(NULL);
    waits(job, n);
    if (n % 3 == 0)
        UmsThreadYield(NULL);
}

/* A suspended worker does not run, and its registers can be read and set. */
static void suspends(struct job *job, DWORD n)
{
    CONTEXT context;
    context.ContextFlags = CONTEXT_FULL;
    if (SuspendThread(job->worker.thread) == (DWORD)-1)
        return; /* it has ended */
    if (n % 2)
        SetEvent(job->objects[0]);
    must(GetThreadContext(job->worker.thread, &context));
    must(SetThreadContext(job->worker.thread, &context));
    job->first++;
    linger(&job->random);
    must(ResumeThread(job->worker.thread) == 1);
    SetEvent(job->objects[0]);
    /* The event is set once more than it was awaited, or once too early. */
}

static void reads(struct job *job, DWORD n)
{
    CONTEXT context;
    context.ContextFlags = CONTEXT_FULL;
    for (DWORD i = 0; i < 3; i++)
        job->first += GetThreadContext(job->worker.thread, &context) != 0;
    calls(job, n);
    SetEvent(job->objects[0]);
}

static const struct race races[] = {
    {"13: an event is set against the block", make_event, waits, sets},
    {"12: an event is set against the time-out", make_event, waits_a_tick, sets},
    {"14: any of some", make_event, waits_for_any, sets_any},
    {"14: all of some", make_event, waits_for_all, sets_all},
    {"14: a semaphore", make_semaphore, waits, releases},
    {"14: a mutex", make_mutex, takes_mutex, takes_mutex_too},
    {"14: a waitable timer", make_timer, waits, sets_timer},
    {"14: a sleep, and a call", make_event, sleeps, calls},
    {"suspended where it runs, yields and blocks", make_event, runs_and_waits, suspends},
    {"22: its registers are read, a call is queued", make_event, runs_and_waits, reads},
};

static DWORD CALLBACK works(PVOID argument)
{
    struct job *job = argument;
    for (DWORD n = 0; n < rounds / JOBS; n++) {
        job->begun = n + 1;
        race->work(job, n);
    }
    return 9;
}

static void answer_all(void)
{
    DWORD begun = GetTickCount(), random = seed;
    for (unsigned some = 1; left > 0 && !stuck && !wrong;) {
        if (!some && GetTickCount() - begun > LONGEST)
            stuck = 2;
        if (!some)
            SwitchToThread();
        some = 0;
        for (struct job *job = jobs; job < jobs + JOBS; job++) {
            DWORD n = job->begun;
            if (n == job->answered || job->gone)
                continue;
            job->answered = n;
            linger(&random);
            race->answer(job, n);
            some++, begun = GetTickCount();
        }
    }
}

static void play(void)
{
    DWORD first = 0, second = 0, calls_lost = 0, ended = 0, from = GetTickCount();
    left = JOBS;
    doubled = strange = stuck = wrong = 0;
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.random = seed + i};
        for (unsigned j = 0; j < OBJECTS; j++)
            jobs[i].objects[j] = race->make();
        make_job_thread(&jobs[i], works);
    }
    begin_schedulers();
    answer_all();
    if (wrong || stuck)
        tap_note("line %d, stuck %d, left %d", (int)wrong_line, (int)stuck, (int)left);
    for (unsigned i = 0; (wrong || stuck) && i < JOBS; i++)
        TerminateThread(jobs[i].worker.thread, 0), left = 0, SetEvent(list_event);
    end_schedulers();
    for (unsigned i = 0; i < JOBS; i++) {
        struct job *job = &jobs[i];
        first += job->first, second += job->second;
        calls_lost += job->calls > job->queued;
        ended += exit_code(&job->worker) == 9;
        for (unsigned j = 0; j < OBJECTS; j++)
            CloseHandle(job->objects[j]);
        CloseHandle(job->worker.thread);
    }
    ok(ended == JOBS && !wrong && !doubled && !strange && !stuck && !calls_lost,
       "%s: %u rounds, %u ms (%d wrong in line %d, %d doubled, %d strange)", race->name,
       rounds / JOBS * JOBS, (unsigned)(GetTickCount() - from), (int)wrong, (int)wrong_line,
       (int)doubled, (int)strange);
    if (first || second)
        tap_note("one way %u times, the other %u times", (unsigned)first, (unsigned)second);
}

/* ---------------------------------------------------------------- ends */

static DWORD CALLBACK lives(PVOID argument)
{
    struct job *job = argument;
    DWORD way = job->which;
    for (unsigned i = 0; i < 6 || way > 3; i++) {
        if (way % 2 && i % 2)
            WaitForSingleObject(job->objects[0], i % 3 == 0);
        else if (way % 4 != 2)
            UmsThreadYield(NULL);
        else if (i == 1000) /* without end it would keep its scheduler from the others */
            break;
    }
    return 9;
}

/* Lets the schedulers run: on one CPU for a tick, because their slice would last twenty. */
static void give_way(void)
{
    if (cpus == 1)
        Sleep(1);
    else
        SwitchToThread();
}

/* Workers end by themselves, or are terminated wherever they are. */
static void play_ends(void)
{
    DWORD random = seed, ended = 0, terminated = 0, from = GetTickCount();
    left = 0x40000000;
    doubled = strange = stuck = wrong = 0;
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.random = seed + i, .gone = 1};
        jobs[i].objects[0] = make_event();
    }
    begin_schedulers();
    if (cpus == 1) /* after a sleep this thread does not wait for the end of a scheduler's slice */
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    for (unsigned n = 0, i = 0; n < rounds && !stuck && !wrong; i = (i + 1) % JOBS) {
        struct job *job = &jobs[i];
        if (job->worker.thread) {
            linger(&random);
            if (cpus == 1)
                Sleep(1);
            BOOL by_us = job->which > 3 || chance(&random, 2);
            if (by_us)
                TerminateThread(job->worker.thread, 5);
            SetEvent(job->objects[0]);
            must(WaitForSingleObject(job->worker.thread, LONGEST) == WAIT_OBJECT_0);
            DWORD code = exit_code(&job->worker), begun = GetTickCount();
            must(code == 9 || (by_us && code == 5));
            while (!job->gone && GetTickCount() - begun < LONGEST)
                give_way();
            must(job->gone);
            CloseHandle(job->worker.thread);
            ended += code == 9, terminated += code == 5, n++;
        }
        job->which = chance(&random, 8);
        make_job_thread(job, lives);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        TerminateThread(jobs[i].worker.thread, 5);
        WaitForSingleObject(jobs[i].worker.thread, LONGEST);
        for (DWORD begun = GetTickCount(); !jobs[i].gone && GetTickCount() - begun < LONGEST;)
            give_way();
        CloseHandle(jobs[i].worker.thread);
        CloseHandle(jobs[i].objects[0]);
    }
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    left = 0;
    SetEvent(list_event);
    end_schedulers();
    ok(!wrong && !doubled && !strange && !stuck,
       "terminated against run, block and yield; deleted against the end: %u rounds, %u ms "
       "(%d wrong in line %d, %d doubled, %d strange)",
       rounds, (unsigned)(GetTickCount() - from), (int)wrong, (int)wrong_line, (int)doubled,
       (int)strange);
    tap_note("%u ended by themselves, %u were terminated", (unsigned)ended, (unsigned)terminated);
}

int main(int argc, char **argv)
{
    unsigned only = ~0u, count = sizeof races / sizeof races[0];
    seed = (unsigned)time(NULL);
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "cpus=", 5) == 0)
            cpus = (unsigned)strtoul(argv[i] + 5, NULL, 10);
        if (strncmp(argv[i], "rounds=", 7) == 0)
            rounds = (unsigned)strtoul(argv[i] + 7, NULL, 10);
        if (strncmp(argv[i], "seed=", 5) == 0)
            seed = (unsigned)strtoul(argv[i] + 5, NULL, 10);
        if (strncmp(argv[i], "race=", 5) == 0)
            only = (unsigned)strtoul(argv[i] + 5, NULL, 10);
    }
    printf("# seed=%u cpus=%u rounds=%u\n", seed, cpus, rounds);
    list = make_list();
    GetUmsCompletionListEvent(list, &list_event);
    for (unsigned i = 0; i < count; i++) {
        race = &races[i];
        if (only == ~0u || only == i)
            play();
    }
    if (only == ~0u || only == count)
        play_ends();
    CloseHandle(list_event);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
