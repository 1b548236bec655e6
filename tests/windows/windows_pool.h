/* Callbacks that count, block and wait, and a pool of one thread, for tests of the thread pool. */
#ifndef TESTS_WINDOWS_POOL_H
#define TESTS_WINDOWS_POOL_H

#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static PTP_POOL small; /* has one thread */
static TP_CALLBACK_ENVIRON in_small;
static HANDLE gate;
static volatile LONG calls, now;
static volatile DWORD caller;

/* Waits until a count has reached a value. */
static inline BOOL reaches(volatile LONG *count, LONG value)
{
    for (int i = 0; i < 2000 && *count < value; i++)
        Sleep(1);
    return *count == value;
}

static inline DWORD CALLBACK opens_later(PVOID what)
{
    Sleep(50);
    return SetEvent(what);
}

static inline void open_later(HANDLE what) { CloseHandle(start(opens_later, what)); }

static inline void make_small(void)
{
    small = CreateThreadpool(NULL);
    SetThreadpoolThreadMaximum(small, 1);
    InitializeThreadpoolEnvironment(&in_small);
    SetThreadpoolCallbackPool(&in_small, small);
}

static inline FILETIME after(LONG ms)
{
    LARGE_INTEGER time = {.QuadPart = -10000ll * ms};
    return (FILETIME){time.LowPart, (DWORD)time.HighPart};
}

/* ---------------------------------------------------------------- callbacks */

static inline VOID NTAPI counts(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    InterlockedExchangeAdd(&calls, (LONG)context);
    caller = GetCurrentThreadId();
}

static inline VOID NTAPI passes_gate(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WORK work)
{
    InterlockedIncrement(&now);
    WaitForSingleObject(gate, 2000);
    InterlockedIncrement(&calls);
}

static inline VOID NTAPI blocks(PTP_CALLBACK_INSTANCE instance, PVOID event)
{
    InterlockedIncrement(&now);
    WaitForSingleObject(event, 2000);
}

static inline VOID NTAPI rings(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_TIMER timer)
{
    InterlockedIncrement(&calls);
    if (context)
        SetEvent(context);
}

#endif
