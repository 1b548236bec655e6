/* Asynchronous procedure calls. The kernel keeps them in the thread's queue; the thread makes them
 * itself when it waits alertably. */
#include "win32/threads/apc_calls.h"

#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "seh_emul/error_codes.h"

#include <processthreadsapi.h>
#include <winternl.h>

void (*apc_dispatcher)(const uint32_t call[4]);

/* Calls a function with three arguments. Programs queue functions of any parameters,
 * SwitchToThread, too. As Windows' caller does, this one finds its stack again whatever the
 * function takes from it. */
static void call_any(const uint32_t call[4])
{
    __asm__ volatile("movl %%esp, %%ebx\n\t"
                     "pushl 12(%0)\n\t"
                     "pushl 8(%0)\n\t"
                     "pushl 4(%0)\n\t"
                     "call *(%0)\n\t"
                     "movl %%ebx, %%esp"
                     :
                     : "r"(call)
                     : "eax", "ebx", "ecx", "edx", "cc", "memory");
}

void apc_call_all(void)
{
    uint32_t call[4]; /* the routine and its arguments */
    while (tib_load(TIB_APCS) && sys_apc_take(call)) {
        if (apc_dispatcher)
            apc_dispatcher(call);
        else
            call_any(call);
    }
}

static VOID NTAPI call_user(PVOID function, PVOID data, PVOID none)
{
    const uint32_t call[4] = {(uint32_t)function, (uint32_t)data};
    (void)none;
    call_any(call);
}

NTSTATUS NTAPI NtQueueApcThread(HANDLE thread, PPS_APC_ROUTINE routine, PVOID first, PVOID second,
                                PVOID third)
{
    return (NTSTATUS)sys_thread_queue_apc((uint32_t)thread, (uint32_t)routine, (uint32_t)first,
                                          (uint32_t)second, (uint32_t)third);
}

DWORD WINAPI QueueUserAPC(PAPCFUNC function, HANDLE thread, ULONG_PTR data)
{
    NTSTATUS status = NtQueueApcThread(thread, call_user, (PVOID)function, (PVOID)data, NULL);
    return error_if_failed((uint32_t)status);
}

NTSTATUS NTAPI NtTestAlert(void)
{
    apc_call_all();
    return STATUS_SUCCESS;
}
