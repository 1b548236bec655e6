/* A wait is never shorter than asked, by any clock that a program can read, and the clocks agree.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc args=486
 * run: name=smp smp=4 compilers=gcc
 */
#include <windows.h>

#include <threads.h>
#include <time.h>
#include <uthread.h>

#include "tests/windows/windows_check.h"

enum { MS = 3, TURNS = 20, UNITS_A_MS = 10000, FAR_MS = 60000 };

/* ---------------------------------------------------------------- the waits */

static HANDLE never, timer, rang;
static CRITICAL_SECTION section;
static SRWLOCK srw;
static CONDITION_VARIABLE condition;
static DWORD word;
static mtx_t mutex;
static cnd_t signal;
static PTP_TIMER pool_timer;
static PTP_WAIT pool_wait;

static FILETIME before_now(DWORD ms)
{
    ULONGLONG time = (ULONGLONG) - (LONGLONG)ms * UNITS_A_MS;
    return (FILETIME){(DWORD)time, (DWORD)(time >> 32)};
}

static struct timespec in_ms(DWORD ms)
{
    struct timespec point;
    timespec_get(&point, TIME_UTC);
    point.tv_nsec += (long)ms * 1000000;
    point.tv_sec += point.tv_nsec / 1000000000;
    point.tv_nsec %= 1000000000;
    return point;
}

static void sleeps(void) { Sleep(MS); }
static void sleeps_ex(void) { SleepEx(MS, TRUE); }
static void waits_for_one(void) { WaitForSingleObject(never, MS); }

static void waits_for_all(void)
{
    HANDLE both[] = {never, rang};
    WaitForMultipleObjects(2, both, TRUE, MS);
}

static void waits_by_section(void)
{
    EnterCriticalSection(&section);
    SleepConditionVariableCS(&condition, &section, MS);
    LeaveCriticalSection(&section);
}

static void waits_by_lock(void)
{
    AcquireSRWLockExclusive(&srw);
    SleepConditionVariableSRW(&condition, &srw, MS, 0);
    ReleaseSRWLockExclusive(&srw);
}

static void waits_on_address(void)
{
    DWORD now = word;
    WaitOnAddress(&word, &now, sizeof now, MS);
}

static void waits_for_timer(void)
{
    LARGE_INTEGER due = {.QuadPart = -(LONGLONG)MS * UNITS_A_MS};
    SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE);
    WaitForSingleObject(timer, FAR_MS);
}

static void waits_for_date(void)
{
    LARGE_INTEGER due;
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    due.u.LowPart = now.dwLowDateTime;
    due.u.HighPart = (LONG)now.dwHighDateTime;
    due.QuadPart += (LONGLONG)MS * UNITS_A_MS;
    SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE);
    WaitForSingleObject(timer, FAR_MS);
}

static VOID CALLBACK rings(PVOID context, BOOLEAN fired)
{
    (void)fired;
    SetEvent(context);
}

static void waits_for_queue(void)
{
    HANDLE made;
    CreateTimerQueueTimer(&made, NULL, rings, rang, MS, 0, 0);
    WaitForSingleObject(rang, FAR_MS);
    DeleteTimerQueueTimer(NULL, made, INVALID_HANDLE_VALUE);
}

static VOID CALLBACK pool_rings(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_TIMER from)
{
    (void)instance, (void)from;
    SetEvent(context);
}

static void waits_for_pool(void)
{
    FILETIME due = before_now(MS);
    SetThreadpoolTimer(pool_timer, &due, 0, 0);
    WaitForSingleObject(rang, FAR_MS);
}

static VOID CALLBACK wait_rings(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT from,
                                TP_WAIT_RESULT result)
{
    (void)instance, (void)from, (void)result;
    SetEvent(context);
}

static void waits_in_pool(void)
{
    FILETIME due = before_now(MS);
    SetThreadpoolWait(pool_wait, never, &due);
    WaitForSingleObject(rang, FAR_MS);
}

static void waits_by_c11(void)
{
    struct timespec until = in_ms(MS);
    mtx_lock(&mutex);
    cnd_timedwait(&signal, &mutex, &until);
    mtx_unlock(&mutex);
}

static void sleeps_by_c11(void)
{
    struct timespec duration = {.tv_nsec = MS * 1000000};
    thrd_sleep(&duration, NULL);
}

static void sleeps_alone(void) { utSleep(MS); }
static void sleeps_until(void) { utSleepUntil(utAfter(MS)); }
static void sleeps_in_thread(void) { Sleep(MS); }

static void runs(void (*function)(void))
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(function));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

static void ut_sleeps(void) { runs(sleeps_alone); }
static void ut_sleeps_until(void) { runs(sleeps_until); }
static void ut_sleeps_as_windows(void) { runs(sleeps_in_thread); }

static void waits_for_workers(void)
{
    PUMS_COMPLETION_LIST list;
    PUMS_CONTEXT workers;
    CreateUmsCompletionList(&list);
    DequeueUmsCompletionListItems(list, MS, &workers);
    DeleteUmsCompletionList(list);
}

static const struct {
    const char *name;
    void (*wait)(void);
} waits[] = {
    {"Sleep", sleeps},
    {"SleepEx", sleeps_ex},
    {"WaitForSingleObject", waits_for_one},
    {"WaitForMultipleObjects", waits_for_all},
    {"SleepConditionVariableCS", waits_by_section},
    {"SleepConditionVariableSRW", waits_by_lock},
    {"WaitOnAddress", waits_on_address},
    {"SetWaitableTimer from now on", waits_for_timer},
    {"SetWaitableTimer at a date", waits_for_date},
    {"CreateTimerQueueTimer", waits_for_queue},
    {"SetThreadpoolTimer", waits_for_pool},
    {"SetThreadpoolWait", waits_in_pool},
    {"cnd_timedwait", waits_by_c11},
    {"thrd_sleep", sleeps_by_c11},
    {"utSleep", ut_sleeps},
    {"utSleepUntil", ut_sleeps_until},
    {"Sleep in a thread of the library", ut_sleeps_as_windows},
    {"DequeueUmsCompletionListItems", waits_for_workers},
};

/* ---------------------------------------------------------------- the clocks */

static LONGLONG by_counter(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return count.QuadPart * (1000 * UNITS_A_MS / frequency.QuadPart);
}

static LONGLONG by_ticks(void) { return (LONGLONG)GetTickCount64() * UNITS_A_MS; }

static LONGLONG by_date(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return (LONGLONG)((ULONGLONG)now.dwHighDateTime << 32 | now.dwLowDateTime);
}

static LONGLONG by_c11(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (LONGLONG)now.tv_sec * 1000 * UNITS_A_MS + now.tv_nsec / 100;
}

static LONGLONG by_interrupts(void)
{
    ULONGLONG time;
    QueryInterruptTime(&time);
    return (LONGLONG)time;
}

static LONGLONG (*const clocks[])(void) = {by_counter, by_ticks, by_date, by_c11, by_interrupts};
enum { CLOCKS = sizeof clocks / sizeof clocks[0], WAITS = sizeof waits / sizeof waits[0] };

/* Lets some part of a tick pass. */
static void dawdle(unsigned turn)
{
    for (volatile unsigned left = turn * 997 % 20 * 10000; left > 0;)
        left--;
}

static void check_wait(unsigned number)
{
    char claim[120];
    LONGLONG least = FAR_MS * UNITS_A_MS;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        LONGLONG began[CLOCKS] = {0};
        dawdle(turn);
        for (unsigned i = 0; i < CLOCKS; i++)
            began[i] = clocks[i]();
        waits[number].wait();
        for (unsigned i = 0; i < CLOCKS; i++) {
            LONGLONG passed = clocks[i]() - began[i];
            least = passed < least ? passed : least;
        }
    }
    snprintf(claim, sizeof claim, "%s lasts no less than asked, by no clock: %d units of 100 ns",
             waits[number].name, (int)least);
    check(least >= MS * UNITS_A_MS, claim);
}

/* The counter lies in the tick that is told before and after it. */
static void check_clocks(BOOL has_stamps)
{
    unsigned apart = 0, back = 0, parts = 0;
    LONGLONG last = by_counter();
    for (unsigned i = 0; i < 200000; i++) {
        LONGLONG before = by_ticks(), now = by_counter(), after = by_ticks();
        apart += now < before || now >= after + UNITS_A_MS;
        back += now < last;
        parts += now % UNITS_A_MS != 0;
        last = now;
    }
    check(apart == 0, "QueryPerformanceCounter and GetTickCount64 agree to a tick");
    check(back == 0, "the counter never goes back");
    check(has_stamps == (parts > 0), "it tells parts of a tick where the CPU has time stamps");
}

static volatile LONG torn;
static volatile LONGLONG newest;

static DWORD CALLBACK reads(PVOID none)
{
    (void)none;
    for (unsigned i = 0; i < 20000; i++) {
        LONGLONG seen = InterlockedCompareExchange64(&newest, 0, 0), now = by_counter();
        if (now < seen)
            InterlockedIncrement(&torn);
        else
            InterlockedCompareExchange64(&newest, now, seen);
    }
    return 0;
}

static void check_cpus(void)
{
    HANDLE threads[4];
    for (unsigned i = 0; i < 4; i++)
        threads[i] = CreateThread(NULL, 0, reads, NULL, 0, NULL);
    WaitForMultipleObjects(4, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < 4; i++)
        CloseHandle(threads[i]);
    check(torn == 0, "nor from one thread to another, on any CPU");
}

static void check_polls(void)
{
    LONGLONG before = by_ticks();
    for (unsigned i = 0; i < 100; i++)
        WaitForSingleObject(never, 0);
    Sleep(0);
    check(by_ticks() - before < 50 * UNITS_A_MS, "a wait for 0 ms only looks");
}

int main(int argc, char **argv)
{
    (void)argv;
    never = CreateEvent(NULL, TRUE, FALSE, NULL);
    rang = CreateEvent(NULL, FALSE, FALSE, NULL);
    timer = CreateWaitableTimer(NULL, FALSE, NULL);
    InitializeCriticalSection(&section);
    mtx_init(&mutex, mtx_plain);
    cnd_init(&signal);
    pool_timer = CreateThreadpoolTimer(pool_rings, rang, NULL);
    pool_wait = CreateThreadpoolWait(wait_rings, rang, NULL);
    for (unsigned i = 0; i < WAITS; i++)
        check_wait(i);
    check_clocks(argc == 1);
    if (argc == 1)
        check_cpus(); /* by an instruction that a 486 lacks */
    check_polls();
    CloseThreadpoolTimer(pool_timer);
    CloseThreadpoolWait(pool_wait);
    cnd_destroy(&signal);
    mtx_destroy(&mutex);
    DeleteCriticalSection(&section);
    return done();
}
