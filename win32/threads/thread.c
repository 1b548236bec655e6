/* Threads of the machine: making them, and what is asked and set. */
#include "kernel/services/service.h"
#include "kernel/shared/reserves.h"
#include "kernel/threads/calls.h"
#include "kernel/threads/tib.h"
#include "seh_emul/error_codes.h"
#include "win32/threads/apc.h"
#include "win32/threads/end.h"
#include "win32/threads/list.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>

enum { DEFAULT_STACK = 256 * 1024 /* the first thread's size */ };

/* The first function of a thread. */
static _Noreturn void begin(const struct thread_record *record)
{
    apc_call_all();
    ExitThread(record->function(record->parameter));
}

/* Makes a thread that waits for its first resume. Stores what is known of it. */
static uint32_t create(struct thread_record *record, SIZE_T stack_size, uint32_t *handle,
                       struct thread_information *information)
{
    const struct thread_creation creation = {
        .eip = (uint32_t)begin,
        .argument = {(uint32_t)record},
        .stack_size = stack_size,
        .suspended = true,
    };
    uint32_t status = sys_thread_create(handle, &creation);
    return status == STATUS_SUCCESS ? sys_thread_query(*handle, information) : status;
}

static SIZE_T stack_of(SIZE_T size, DWORD flags)
{
    if (size && flags & STACK_SIZE_PARAM_IS_A_RESERVATION)
        return size;
    return size > DEFAULT_STACK ? size : DEFAULT_STACK;
}

HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                           LPDWORD id)
{
    struct thread_information information;
    uint32_t handle;
    (void)security;
    if (flags & ~(CREATE_SUSPENDED | STACK_SIZE_PARAM_IS_A_RESERVATION)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    struct thread_record *record = thread_record(function, parameter);
    uint32_t status = STATUS_NO_MEMORY;
    if (record)
        status = create(record, stack_of(stack_size, flags), &handle, &information);
    if (!error_if_failed(status)) {
        free(record);
        return NULL;
    }
    thread_list(record, (TEB *)information.teb);
    if (id)
        *id = information.id;
    if (!(flags & CREATE_SUSPENDED))
        sys_thread_resume(handle, NULL);
    return (HANDLE)handle;
}

HANDLE WINAPI CreateRemoteThread(HANDLE process, LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                                 LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                                 LPDWORD id)
{
    if (process == GetCurrentProcess())
        return CreateThread(security, stack_size, function, parameter, flags, id);
    SetLastError(ERROR_INVALID_HANDLE);
    return NULL;
}

/* Before the record goes, because without it the last thread may end the program. */
void WINAPI ExitThread(DWORD code)
{
    thread_forget();
    reserves_end_thread();
    if (thread_unlist(tib_current()))
        exit((int)code);
    sys_thread_exit(code);
}

static bool query(HANDLE thread, struct thread_information *information)
{
    return error_if_failed(sys_thread_query((uint32_t)thread, information));
}

BOOL WINAPI TerminateThread(HANDLE thread, DWORD code)
{
    struct thread_information information;
    if (!query(thread, &information))
        return FALSE;
    if (information.id == GetCurrentThreadId())
        ExitThread(code);
    if (!error_if_failed(sys_thread_terminate((uint32_t)thread, code)))
        return FALSE;
    thread_unlist((TEB *)information.teb);
    return TRUE;
}

BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code)
{
    struct thread_information information;
    if (!query(thread, &information))
        return FALSE;
    *code = information.exit_code;
    return TRUE;
}

DWORD WINAPI GetThreadId(HANDLE thread)
{
    struct thread_information information;
    return query(thread, &information) ? information.id : 0;
}

/* ---------------------------------------------------------------- how it runs */

DWORD WINAPI SuspendThread(HANDLE thread)
{
    uint32_t before;
    return error_if_failed(sys_thread_suspend((uint32_t)thread, &before)) ? before : (DWORD)-1;
}

DWORD WINAPI ResumeThread(HANDLE thread)
{
    uint32_t before;
    return error_if_failed(sys_thread_resume((uint32_t)thread, &before)) ? before : (DWORD)-1;
}

BOOL WINAPI SetThreadPriority(HANDLE thread, int priority)
{
    return error_if_failed(sys_thread_set_priority((uint32_t)thread, priority));
}

int WINAPI GetThreadPriority(HANDLE thread)
{
    struct thread_information information;
    return query(thread, &information) ? information.relative_priority
                                       : THREAD_PRIORITY_ERROR_RETURN;
}

BOOL WINAPI SwitchToThread(void)
{
    return sys_thread_yield();
}
