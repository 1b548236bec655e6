/* The module's data for each thread: made when a call first needs them, and freed at the thread's
 * end. */
#include "win32/msvcrt/thread_data.h"

#include "win32/msvcrt/call.h"
#include "win32/msvcrt/crt_end.h"

#include <errhandlingapi.h>
#include <fibersapi.h>
#include <process.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <synchapi.h>

static void WINAPI give_back(void *data)
{
    free(data);
}

static DWORD index;

static BOOL CALLBACK make_index(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    index = FlsAlloc(give_back);
    return TRUE;
}

void msvcrt_thread_begin(void)
{
    static INIT_ONCE once;
    InitOnceExecuteOnce(&once, make_index, NULL, NULL);
}

static struct msvcrt_thread *make_data(void)
{
    enum { NO_ROOM = 16 };
    static struct msvcrt_thread shared;
    static bool ends;
    struct msvcrt_thread *data = calloc(1, sizeof *data);
    if (data && FlsSetValue(index, data))
        return data;
    free(data);
    if (!__atomic_exchange_n(&ends, true, __ATOMIC_RELAXED))
        _amsg_exit(NO_ROOM);
    return &shared;
}

struct msvcrt_thread *msvcrt_thread(void)
{
    DWORD before = GetLastError();
    msvcrt_thread_begin();
    struct msvcrt_thread *data = FlsGetValue(index);
    if (!data)
        data = make_data();
    SetLastError(before);
    return data;
}

CALL(unsigned long *, __doserrno, void)
{
    return &msvcrt_thread()->windows_error;
}

CALL(int *, __fpecode, void)
{
    return &msvcrt_thread()->float_code;
}

CALL(unsigned long, __threadid, void)
{
    return GetCurrentThreadId();
}

CALL(uintptr_t, __threadhandle, void)
{
    return (uintptr_t)GetCurrentThread();
}
