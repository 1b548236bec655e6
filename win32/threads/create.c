/* Making threads of the machine. */
#include "kernel/call/calls.h"
#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "lib/inlining.h"
#include "seh_emul/error_codes.h"
#include "win32/process_handle.h"
#include "win32/threads/apc_calls.h"
#include "win32/threads/attribute_list.h"

#include <errhandlingapi.h>
#include <nt.h>
#include <processthreadsapi.h>
#include <stdlib.h>

enum { DEFAULT_STACK = 256 * 1024 /* the first thread's size */ };

/* begin.S: calls thread_run with eax and ebx. */
void thread_begin(void);

/* The first function of a thread. */
_Noreturn void thread_run(void *function, void *parameter);

static HOT _Noreturn void run(void *function, void *parameter)
{
    program_call_tls_callbacks(DLL_THREAD_ATTACH);
    apc_call_all();
    ExitThread(((LPTHREAD_START_ROUTINE)function)(parameter));
}

static void run_with_locals(void *function, void *parameter)
{
    run(function, parameter);
}

void thread_run(void *function, void *parameter)
{
    if (PROGRAM_LOCALS_ROOM)
        program_call_with_locals(run_with_locals, function, parameter);
    run(function, parameter);
}

static SIZE_T stack_of(SIZE_T size, DWORD flags)
{
    if (size < DEFAULT_STACK && !(size && flags & STACK_SIZE_PARAM_IS_A_RESERVATION))
        return DEFAULT_STACK + PROGRAM_LOCALS_ROOM;
    return size > -1u - PROGRAM_LOCALS_ROOM ? size : size + PROGRAM_LOCALS_ROOM;
}

/* Returns the address of what the list says of the worker that the thread will be, or 0. */
static OWN_STACK uint32_t worker_of(const struct _PROC_THREAD_ATTRIBUTE_LIST *list)
{
    const struct attribute *worker = attribute_find(list, PROC_THREAD_ATTRIBUTE_UMS_THREAD);
    return worker ? (uint32_t)worker->value : 0;
}

/* Whether a list names CPUs that the process has. */
static bool is_possible(const struct _PROC_THREAD_ATTRIBUTE_LIST *list)
{
    DWORD_PTR cpus, of_system;
    GetProcessAffinityMask(GetCurrentProcess(), &cpus, &of_system);
    const struct attribute *ideal = attribute_find(list, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR);
    const struct attribute *group = attribute_find(list, PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY);
    if (ideal) {
        const PROCESSOR_NUMBER *number = ideal->value;
        if (number->Group || number->Number >= GetActiveProcessorCount(0))
            return false;
    }
    if (group) {
        const GROUP_AFFINITY *affinity = group->value;
        if (affinity->Group || !affinity->Mask || affinity->Mask & ~cpus)
            return false;
    }
    return true;
}

static void set_attributes(uint32_t thread, const struct _PROC_THREAD_ATTRIBUTE_LIST *list)
{
    const struct attribute *ideal = attribute_find(list, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR);
    const struct attribute *group = attribute_find(list, PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY);
    if (ideal)
        sys_thread_set_ideal(thread, ((const PROCESSOR_NUMBER *)ideal->value)->Number, NULL);
    if (group)
        sys_thread_set_affinity(thread, ((const GROUP_AFFINITY *)group->value)->Mask, NULL);
}

/* Compiled twice, because nearly all threads have no attributes. */
static HOT HANDLE create(HANDLE process, SIZE_T stack_size, LPTHREAD_START_ROUTINE function,
                         LPVOID parameter, DWORD flags, LPPROC_THREAD_ATTRIBUTE_LIST attributes,
                         LPDWORD id)
{
    uint32_t handle, new_id;
    if (!process_is_this(process))
        return NULL;
    if (flags & ~(CREATE_SUSPENDED | STACK_SIZE_PARAM_IS_A_RESERVATION) ||
        (attributes && !is_possible(attributes))) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    const struct thread_creation creation = {
        .eip = (uint32_t)thread_begin,
        .argument = {(uint32_t)function, (uint32_t)parameter},
        .stack_size = stack_of(stack_size, flags),
        .suspended = attributes || flags & CREATE_SUSPENDED,
        .worker = attributes ? worker_of(attributes) : 0,
    };
    if (!error_if_failed(sys_thread_create(&handle, &creation, &new_id)))
        return NULL;
    if (id)
        *id = new_id;
    if (attributes) { /* set while the thread is suspended, so that it begins with them */
        set_attributes(handle, attributes);
        if (!(flags & CREATE_SUSPENDED))
            sys_thread_resume(handle, NULL);
    }
    return (HANDLE)handle;
}

HANDLE WINAPI CreateRemoteThreadEx(HANDLE process, LPSECURITY_ATTRIBUTES security,
                                   SIZE_T stack_size, LPTHREAD_START_ROUTINE function,
                                   LPVOID parameter, DWORD flags,
                                   LPPROC_THREAD_ATTRIBUTE_LIST attributes, LPDWORD id)
{
    (void)security;
    return create(process, stack_size, function, parameter, flags, attributes, id);
}

HANDLE WINAPI CreateRemoteThread(HANDLE process, LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                                 LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                                 LPDWORD id)
{
    (void)security;
    return create(process, stack_size, function, parameter, flags, NULL, id);
}

HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE function, LPVOID parameter, DWORD flags,
                           LPDWORD id)
{
    (void)security;
    return create(GetCurrentProcess(), stack_size, function, parameter, flags, NULL, id);
}
