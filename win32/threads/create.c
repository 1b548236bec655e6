/* Making threads of the machine. */
#include "kernel/call/calls.h"
#include "kernel/call/numbers.h"
#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "lib/inlining.h"
#include "seh_emul/error_codes.h"
#include "win32/process_handle.h"
#include "win32/threads/apc_calls.h"
#include "win32/threads/attribute_list.h"
#include "win32/threads/new_threads.h"

#include <errhandlingapi.h>
#include <nt.h>
#include <processthreadsapi.h>
#include <stdlib.h>

uint32_t thread_default_stack = 256 * 1024;

/* begin.S: calls thread_run with eax and ebx. */
void thread_begin(void);

void (*thread_first_code)(void) = thread_begin;

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
    if (size < thread_default_stack && !(size && flags & STACK_SIZE_PARAM_IS_A_RESERVATION))
        return thread_default_stack + PROGRAM_LOCALS_ROOM;
    return size > -1u - PROGRAM_LOCALS_ROOM ? size : size + PROGRAM_LOCALS_ROOM;
}

/* Returns the address of what the list says of the worker that the thread will be, or 0. */
static uint32_t worker_of(const struct _PROC_THREAD_ATTRIBUTE_LIST *list)
{
    const struct attribute *worker = attribute_find(list, PROC_THREAD_ATTRIBUTE_UMS_THREAD);
    return worker ? (uint32_t)worker->value : 0;
}

/* Stores the CPUs that a list names. Returns false for what no machine has; the kernel knows those
 * of this one. */
static bool take_cpus(const struct _PROC_THREAD_ATTRIBUTE_LIST *list,
                      struct thread_creation *creation)
{
    const struct attribute *ideal = attribute_find(list, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR);
    const struct attribute *group = attribute_find(list, PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY);
    if (ideal) {
        const PROCESSOR_NUMBER *number = ideal->value;
        if (number->Group || number->Number >= CPUS_MOST)
            return false;
        creation->ideal = (uint8_t)(number->Number + 1);
    }
    if (group) {
        const GROUP_AFFINITY *affinity = group->value;
        if (affinity->Group || !affinity->Mask || affinity->Mask >> CPUS_MOST)
            return false;
        creation->affinity = (uint8_t)affinity->Mask;
    }
    return true;
}

/* Compiled twice, because nearly all threads have no attributes. */
static HOT HANDLE create(HANDLE process, SIZE_T stack_size, LPTHREAD_START_ROUTINE function,
                         LPVOID parameter, DWORD flags, LPPROC_THREAD_ATTRIBUTE_LIST attributes,
                         LPDWORD id)
{
    uint32_t handle, new_id;
    struct thread_creation creation = {
        .eip = (uint32_t)thread_first_code,
        .argument = {(uint32_t)function, (uint32_t)parameter},
        .stack_size = stack_of(stack_size, flags),
        .suspended = flags & CREATE_SUSPENDED,
        .worker = attributes ? worker_of(attributes) : 0,
    };
    if (!process_is_this(process))
        return NULL;
    if (flags & ~(CREATE_SUSPENDED | STACK_SIZE_PARAM_IS_A_RESERVATION) ||
        (attributes && !take_cpus(attributes, &creation))) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    if (!error_if_failed(sys_thread_create(&handle, &creation, &new_id)))
        return NULL;
    if (id)
        *id = new_id;
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
