/* Where schedulers run, and what ordinary threads get on the CPU of one.
 *
 * run: name=1
 * run: name=2 smp=2
 * run: name=4 smp=4
 * run: name=2-ring3 smp=2 ring=3
 * run: name=counted-1 args=counted virtual-time=1
 * run: name=counted-2 args=counted virtual-time=1 smp=2
 * run: name=counted-4 args=counted virtual-time=1 smp=4
 * run: name=counted-2-ring3 args=counted virtual-time=1 smp=2 ring=3
 */
#include "tests/ums/scheduler.h"

enum { MEASURED_MS = 400 };

static DWORD cpus, last;
static volatile LONG astray, steps;
static volatile BOOL stop;
static HANDLE gate;

static DWORD mask_of(DWORD cpu) { return 1u << cpu; }

/* ---------------------------------------------------------------- where workers run */

static volatile DWORD expected;

static DWORD CALLBACK looks_where(PVOID unused)
{
    for (unsigned i = 0; i < 200; i++) {
        if (GetCurrentProcessorNumber() != expected)
            InterlockedIncrement(&astray);
        if (i % 10 == 0)
            WaitForSingleObject(gate, 1);
        else
            UmsThreadYield(NULL);
    }
    return 0;
}

/* Every hundredth activation the scheduler moves to the next CPU. */
static void move(struct activation *now)
{
    if (GetCurrentProcessorNumber() != expected)
        InterlockedIncrement(&astray);
    if (now->reason != UmsSchedulerStartup && activation_count % 100)
        return;
    expected = now->reason == UmsSchedulerStartup ? last : (expected + 1) % cpus;
    SetThreadAffinityMask(GetCurrentThread(), mask_of(expected));
}

static DWORD CALLBACK moves_about(PVOID workers) { return (DWORD)run((unsigned)workers, move); }

static void check_where(void)
{
    struct worker workers[4];
    expected = last;
    for (unsigned i = 0; i < 4; i++)
        workers[i] = make_worker(looks_where, NULL);
    HANDLE thread = CreateThread(NULL, 0, moves_about, (PVOID)4, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(thread, mask_of(last));
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    DWORD ran = 0;
    GetExitCodeThread(thread, &ran);
    ok(ran == TRUE && live == 0, "39: a scheduler that changes its CPU in activations serves all");
    ok(astray == 0, "39: it and its workers run where its affinity says (%ld did not)", astray);
    CloseHandle(thread);
    for (unsigned i = 0; i < 4; i++)
        forget(&workers[i]);
}

/* ---------------------------------------------------------------- shares of one CPU */

static DWORD CALLBACK computes(PVOID unused)
{
    while (!stop)
        steps++;
    return 0;
}

static DWORD CALLBACK waits(PVOID unused)
{
    WaitForSingleObject(gate, INFINITE);
    return 0;
}

static DWORD CALLBACK counts(PVOID unused)
{
    while (!stop)
        steps++;
    return 0;
}

static DWORD CALLBACK serves(PVOID unused) { return (DWORD)run(1, NULL); }

static HANDLE begin(LPTHREAD_START_ROUTINE function, int priority)
{
    HANDLE thread = CreateThread(NULL, 0, function, NULL, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(thread, mask_of(last));
    SetThreadPriority(thread, priority);
    return thread;
}

/* Returns the milliseconds for which a thread has had a CPU. */
static unsigned had(HANDLE thread)
{
    FILETIME made, ended, kernel, user;
    GetThreadTimes(thread, &made, &ended, &kernel, &user);
    return (user.dwLowDateTime + kernel.dwLowDateTime) / 10000;
}

/* Returns how many of a hundred parts of the time an ordinary thread had beside a scheduler. */
static unsigned share(LPTHREAD_START_ROUTINE work, int priority)
{
    struct worker worker = make_worker(work, NULL);
    HANDLE threads[2] = {begin(serves, THREAD_PRIORITY_NORMAL), begin(counts, priority)};
    stop = FALSE;
    ResumeThread(threads[0]);
    ResumeThread(threads[1]);
    DWORD from = GetTickCount();
    Sleep(MEASURED_MS);
    unsigned parts = had(threads[1]) * 100 / (GetTickCount() - from);
    stop = TRUE;
    SetEvent(gate);
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    ResetEvent(gate);
    CloseHandle(threads[0]);
    CloseHandle(threads[1]);
    forget(&worker);
    return parts;
}

/* A host that has other work gives a CPU nothing for a while, in whosever slice that is. Only in
 * virtual time are halves equal. */
static void check_shares(bool counted)
{
    unsigned off = counted ? 15 : 40;
    unsigned equal = share(computes, THREAD_PRIORITY_NORMAL);
    unsigned lower = share(computes, THREAD_PRIORITY_BELOW_NORMAL);
    unsigned waiting = share(waits, THREAD_PRIORITY_NORMAL);
    tap_note(
        "of the CPU an ordinary thread gets %u %%, with a lower priority %u %%, beside a worker "
        "that waits %u %%",
        equal, lower, waiting);
    ok(equal >= 50 - off && equal <= 50 + off,
       "39: beside a worker that computes, a thread gets half the CPU");
    ok(lower <= 10, "39: with a lower priority it gets next to nothing");
    ok(waiting >= 90, "39: while the worker waits, it gets all");
}

int main(int argc, char **argv)
{
    (void)argv;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    cpus = system.dwNumberOfProcessors;
    last = cpus - 1;
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST); /* it looks on time */
    gate = CreateEvent(NULL, TRUE, FALSE, NULL);
    list = make_list();
    check_where();
    check_shares(argc > 1);
    ok(DeleteUmsCompletionList(list), "nothing is left");
    return tap_done();
}
