/* Calls that race for a worker: the calls that end its wait against its block, its time-out and its
 * suspension. In any order of them, each wait ends once, and each worker is delivered once.
 *
 * run: name=1 args="cpus=1 rounds=1000"
 * run: name=2 smp=2 args="cpus=2 rounds=2000"
 * run: name=4 smp=4 args="cpus=4 rounds=2000" compilers=gcc
 * run: name=2-ring3 smp=2 ring=3 args="cpus=2 rounds=1500" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="cpus=4 rounds=1500" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="cpus=4 rounds=1000" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="cpus=2 rounds=60" compilers=gcc
 * run: name=long smp=4 args="cpus=4 rounds=60000" compilers=gcc
 *
 * By hand: ./trapline run tests/ums_races --smp 4 cpus=4 rounds=1000000 --timeout 100000
 */
#include "tests/ums/ums_races.h"

struct race {
    const char *name;
    HANDLE (*make)(void);                     /* an object of a job */
    void (*work)(struct job *job, DWORD n);   /* a round of the worker */
    void (*answer)(struct job *job, DWORD n); /* what another thread does then */
};

static const struct race *race;

/* ---------------------------------------------------------------- the races */

static HANDLE make_semaphore(void) { return CreateSemaphore(NULL, 0, 1000000, NULL); }
static HANDLE make_mutex(void) { return CreateMutex(NULL, FALSE, NULL); }
static HANDLE make_timer(void) { return CreateWaitableTimer(NULL, FALSE, NULL); }

static void waits(struct job *job, DWORD n)
{
    must(WaitForSingleObject(job->objects[0], LONGEST) == WAIT_OBJECT_0);
}

static void sets(struct job *job, DWORD n) { SetEvent(job->objects[0]); }

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
    must(WaitForMultipleObjects(OBJECTS, job->objects, TRUE, LONGEST) == WAIT_OBJECT_0);
}

static void sets_all(struct job *job, DWORD n)
{
    for (DWORD i = 0; i < OBJECTS; i++)
        SetEvent(job->objects[(i + n) % OBJECTS]);
}

static void releases(struct job *job, DWORD n) { must(ReleaseSemaphore(job->objects[0], 1, NULL)); }

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
        tap_note("stuck %d, left %d", (int)stuck, (int)left);
    for (unsigned i = 0; (wrong || stuck) && i < JOBS; i++)
        TerminateThread(jobs[i].worker.thread, 0), left = 0, SetEvent(list_event);
    await_schedulers();
    for (unsigned i = 0; i < JOBS; i++) {
        struct job *job = &jobs[i];
        first += job->first, second += job->second;
        calls_lost += job->calls > job->queued;
        ended += exit_code(&job->worker) == 9;
        for (unsigned j = 0; j < OBJECTS; j++)
            CloseHandle(job->objects[j]);
        CloseHandle(job->worker.thread);
    }
    tell_wrong();
    ok(ended == JOBS && !wrong && !doubled && !strange && !stuck && !calls_lost,
       "%s: %u rounds, %u ms (%d wrong, %d doubled, %d strange)", race->name, rounds / JOBS * JOBS,
       (unsigned)(GetTickCount() - from), (int)wrong, (int)doubled, (int)strange);
    if (first || second)
        tap_note("one way %u times, the other %u times", (unsigned)first, (unsigned)second);
}

int main(int argc, char **argv)
{
    unsigned only = argument(argc, argv, "race=", ~0u);
    begin(argc, argv);
    for (unsigned i = 0; i < sizeof races / sizeof races[0]; i++) {
        race = &races[i];
        if (only == ~0u || only == i)
            play();
    }
    return end();
}
