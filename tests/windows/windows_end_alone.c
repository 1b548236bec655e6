/* The thread that ends the program is alone from then on: another one that would suspend or end it,
 * in a callback of its last act or in the middle of its report, does not come to that. The words of
 * the command line choose where, and what the other one would do.
 *
 * run: name=exit-suspend args="exit suspend" exit=7 expect="^the callback returns, and 5 refuses a new thread$"
 * run: name=exit-end args="exit end" exit=7 expect="^the callback returns, and 5 refuses a new thread$"
 * run: name=exit-end-ring3 args="exit end" ring=3 exit=7 compilers=gcc
 * expect="^the callback returns, and 5 refuses a new thread$"
 * run: name=exit-end-2 args="exit end" smp=2 ring=3 exit=7 compilers=gcc
 * expect="^the callback returns, and 5 refuses a new thread$"
 * run: name=exit-end-checked args="exit end" checked=1 exit=7 compilers=gcc
 * expect="^the callback returns, and 5 refuses a new thread$"
 * run: name=report-suspend args="report suspend" exit=0xE0000001 expect="because of E0000002"
 * expect="^ +called "
 * run: name=report-end args="report end" exit=0xE0000001 expect="because of E0000002" expect="^ +called "
 * run: name=report-suspend-ring3 args="report suspend" ring=3 exit=0xE0000001 compilers=gcc
 * expect="because of E0000002" expect="^ +called "
 * run: name=report-end-2 args="report end" smp=2 ring=3 exit=0xE0000001 compilers=gcc
 * expect="because of E0000002" expect="^ +called "
 * run: name=lock args="lock" exit=7 expect="^the callback waits for a lock that is lost$"
 * run: name=lock-2 args="lock" smp=2 ring=3 exit=7 compilers=gcc
 * expect="^the callback waits for a lock that is lost$"
 * run: name=event args="event" exit=7 expect="^the callback waits for an event that is lost$"
 * run: name=heap args="heap" exit=7 expect="^the callback has used the heap$"
 * run: name=heap-2 args="heap" smp=2 ring=3 exit=7 compilers=gcc
 * expect="^the callback has used the heap$"
 * run: name=timer args="timer" exit=7 expect="^the callback has waited for timers$"
 */
#include <windows.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static HANDLE ender, now;
static const char *what;

/* A timer with a period: something is always going to happen. */
static void set_timer(void)
{
    LARGE_INTEGER soon = {.QuadPart = -10000};
    SetWaitableTimer(CreateWaitableTimerA(NULL, FALSE, NULL), &soon, 1, NULL, NULL, FALSE);
}

/* Comes before the ender in everything. */
static DWORD CALLBACK holds_up(PVOID unused)
{
    WaitForSingleObject(now, INFINITE);
    if (!strcmp(what, "suspend"))
        SuspendThread(ender);
    else
        TerminateThread(ender, 3);
    WaitForSingleObject(now, INFINITE);
    return 4;
}

static void start_other(void)
{
    now = CreateEvent(NULL, FALSE, FALSE, NULL);
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &ender, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    SetThreadPriority(CreateThread(NULL, 0, holds_up, NULL, 0, NULL), THREAD_PRIORITY_HIGHEST);
    Sleep(20);
}

/* The other thread's turn, if it has one yet. */
static void let_it(void)
{
    SetEvent(now);
    Sleep(20);
}

/* ---------------------------------------------------------------- in a callback */

static VOID WINAPI last_act(PVOID value)
{
    let_it();
    HANDLE thread = CreateThread(NULL, 0, holds_up, NULL, 0, NULL);
    printf("the callback returns, and %lu refuses a new thread\n", thread ? 0 : GetLastError());
}

/* ---------------------------------------------------------------- in a report */

static EXCEPTION_RECORD cause = {.ExceptionCode = 0xE0000002};

/* The report reads the cause. */
static LONG CALLBACK watches(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != (DWORD)STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    pointers->ContextRecord->Dr7 = 0;
    let_it();
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void raise(void)
{
    enum { ON_ACCESS_4_BYTES = 0xF0001 };
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001, .ExceptionRecord = &cause};
    context.Dr0 = (DWORD)&cause.ExceptionCode;
    context.Dr7 = ON_ACCESS_4_BYTES;
    AddVectoredExceptionHandler(TRUE, watches);
    SetThreadContext(GetCurrentThread(), &context);
    RtlRaiseException(&record);
}

/* ---------------------------------------------------------------- a wait in a callback */

static CRITICAL_SECTION section;
static HANDLE event;

static DWORD CALLBACK keeps_section(PVOID ready)
{
    EnterCriticalSection(&section);
    SetEvent(ready);
    Sleep(INFINITE);
    SetEvent(event);
    return 0;
}

static void lose_section(void)
{
    HANDLE ready = CreateEvent(NULL, FALSE, FALSE, NULL);
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    InitializeCriticalSection(&section);
    CreateThread(NULL, 0, keeps_section, ready, 0, NULL);
    WaitForSingleObject(ready, INFINITE);
}

static VOID WINAPI awaits_lock(PVOID value)
{
    printf("the callback waits for a lock that is lost\n");
    EnterCriticalSection(&section);
    printf("it has it\n");
}

static VOID WINAPI awaits_event(PVOID value)
{
    printf("the callback waits for an event that is lost\n");
    WaitForSingleObject(event, INFINITE);
    printf("it is set\n");
}

static VOID CALLBACK called(PVOID unused, DWORD low, DWORD high) {}

static VOID WINAPI awaits_timers(PVOID value)
{
    LARGE_INTEGER later = {.QuadPart = -20000000};
    HANDLE timer = CreateWaitableTimerA(NULL, FALSE, NULL);
    SetWaitableTimer(timer, &later, 0, NULL, NULL, FALSE);
    WaitForSingleObject(timer, INFINITE);
    SetWaitableTimer(timer, &later, 0, called, NULL, FALSE);
    SleepEx(INFINITE, TRUE);
    printf("the callback has waited for timers\n");
}

static DWORD CALLBACK uses_heap(PVOID goes_on)
{
    while (*(volatile bool *)goes_on)
        free(malloc(100));
    return 4;
}

static VOID WINAPI frees(PVOID value)
{
    free(value);
    free(malloc(100));
    printf("the callback has used the heap\n");
}

/* One of the threads is in the middle of the heap nearly always. */
static void use_heap(void)
{
    enum { THREADS = 4 };
    static volatile bool goes_on = true;
    for (int i = 0; i < THREADS; i++)
        CreateThread(NULL, 0, uses_heap, (PVOID)&goes_on, 0, NULL);
    Sleep(50);
}

static const struct {
    const char *where;
    PFLS_CALLBACK_FUNCTION callback;
} callbacks[] = {{"exit", last_act},
                 {"lock", awaits_lock},
                 {"event", awaits_event},
                 {"heap", frees},
                 {"timer", awaits_timers}};

int main(int argc, char **argv)
{
    const char *where = argc > 1 ? argv[1] : "exit";
    what = argc > 2 ? argv[2] : "nothing";
    set_timer();
    start_other();
    lose_section();
    if (!strcmp(where, "report"))
        raise();
    if (!strcmp(where, "heap"))
        use_heap();
    for (unsigned i = 0; i < sizeof callbacks / sizeof callbacks[0]; i++)
        if (!strcmp(where, callbacks[i].where))
            FlsSetValue(FlsAlloc(callbacks[i].callback), malloc(1));
    return 7;
}
