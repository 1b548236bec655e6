/* What the module keeps for each thread: made when it is first asked for, and freed at the thread's
 * end. */
#include "win32/msvcrt/thread_data.h"

#include "win32/msvcrt/call.h"

#include <errhandlingapi.h>
#include <fibersapi.h>
#include <process.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <synchapi.h>

static void WINAPI give_back(void *data)
{
    free(data);
}

static BOOL CALLBACK make_index(PINIT_ONCE once, PVOID index, PVOID *context)
{
    (void)once, (void)context;
    *(DWORD *)index = FlsAlloc(give_back);
    return TRUE;
}

struct msvcrt_thread *msvcrt_thread(void)
{
    static struct msvcrt_thread shared;
    static INIT_ONCE once;
    static DWORD index;
    DWORD before = GetLastError();
    InitOnceExecuteOnce(&once, make_index, &index, NULL);
    struct msvcrt_thread *data = FlsGetValue(index);
    if (!data) {
        data = calloc(1, sizeof *data);
        if (!data || !FlsSetValue(index, data)) {
            free(data);
            data = &shared;
        }
    }
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
