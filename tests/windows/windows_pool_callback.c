/* Inside a callback of the thread pool: the objects that its return releases, going apart, and
 * running long.
 *
 * run: virtual-time=1
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=486 virtual-time=1 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include "tests/windows/windows_pool.h"

static HANDLE event, semaphore, mutex, begun;
static CRITICAL_SECTION section;
static volatile DWORD seen;

static VOID NTAPI asks_for_all(PTP_CALLBACK_INSTANCE instance, PVOID context)
{
    WaitForSingleObject(mutex, INFINITE);
    EnterCriticalSection(&section);
    LeaveCriticalSectionWhenCallbackReturns(instance, &section);
    ReleaseMutexWhenCallbackReturns(instance, mutex);
    ReleaseSemaphoreWhenCallbackReturns(instance, semaphore, 2);
    SetEventWhenCallbackReturns(instance, event);
    seen = is_unsignalled(event);
}

static HANDLE finished;
static PVOID finished_context;

static VOID NTAPI finishes(PTP_CALLBACK_INSTANCE instance, PVOID context)
{
    finished_context = context;
    SetEvent(finished);
}

static void check_returns(void)
{
    LONG count = 0;
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    semaphore = CreateSemaphore(NULL, 0, 5, NULL);
    mutex = CreateMutex(NULL, FALSE, NULL);
    InitializeCriticalSection(&section);
    TrySubmitThreadpoolCallback(asks_for_all, NULL, NULL);
    check(WaitForSingleObject(event, 2000) == WAIT_OBJECT_0 && seen,
          "an event is set when the callback has returned");
    check(ReleaseSemaphore(semaphore, 1, &count) && count == 2, "so is a semaphore released");
    check(is_signalled(mutex) && TryEnterCriticalSection(&section),
          "a mutex, and a critical section");
    LeaveCriticalSection(&section);
    DeleteCriticalSection(&section);
    CLOSE(mutex, semaphore);

    TP_CALLBACK_ENVIRON environment;
    InitializeThreadpoolEnvironment(&environment);
    check(environment.Version == 3 && environment.Size == sizeof environment &&
              environment.CallbackPriority == TP_CALLBACK_PRIORITY_NORMAL && !environment.Pool,
          "a new environment is of version 3");
    environment.FinalizationCallback = finishes;
    HANDLE open = CreateEvent(NULL, FALSE, FALSE, NULL);
    finished = CreateEvent(NULL, FALSE, FALSE, NULL);
    TrySubmitThreadpoolCallback(blocks, open, &environment);
    SetEvent(open);
    check(WaitForSingleObject(finished, 2000) == WAIT_OBJECT_0 && finished_context == open,
          "a finalization follows each callback");
    CLOSE(open, finished);
}

static VOID NTAPI goes_apart(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    DisassociateCurrentThreadFromCallback(instance);
    DisassociateCurrentThreadFromCallback(instance);
    SetEvent(begun);
    WaitForSingleObject(event, 2000);
    InterlockedIncrement(&calls);
    SetEvent(begun);
}

static VOID NTAPI takes_long(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    *(BOOL *)context = CallbackMayRunLong(instance);
}

static BOOL may_run_long(PTP_CALLBACK_ENVIRON environment)
{
    BOOL may = 4711;
    PTP_WORK work = CreateThreadpoolWork(takes_long, &may, environment);
    SubmitThreadpoolWork(work);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    CloseThreadpoolWork(work);
    return may;
}

static void check_instance(void)
{
    begun = CreateEvent(NULL, FALSE, FALSE, NULL);
    PTP_WORK work = CreateThreadpoolWork(goes_apart, NULL, NULL);
    calls = 0;
    SubmitThreadpoolWork(work);
    WaitForSingleObject(begun, 2000);
    WaitForThreadpoolWorkCallbacks(work, FALSE);
    check(calls == 0, "a callback that has gone apart, even twice, is not waited for");
    SetEvent(event);
    check(WaitForSingleObject(begun, 2000) == WAIT_OBJECT_0 && calls == 1, "and runs on");
    CloseThreadpoolWork(work);
    check(may_run_long(NULL) == TRUE, "a callback may run long where there is room for others");
    check(may_run_long(&in_small) == FALSE, "not where its thread is the only one");
    TP_CALLBACK_ENVIRON environment;
    InitializeThreadpoolEnvironment(&environment);
    SetThreadpoolCallbackRunsLong(&environment);
    SetThreadpoolCallbackLibrary(&environment, begun);
    check(environment.u.s.LongFunction && environment.RaceDll == begun,
          "an environment keeps that its callbacks take long, and their library");
    check(may_run_long(&environment) == TRUE, "its callbacks run");
    DestroyThreadpoolEnvironment(&environment);
    CLOSE(begun, event);
}

int main(void)
{
    make_small();
    check_returns();
    check_instance();
    CloseThreadpool(small);
    return done();
}
