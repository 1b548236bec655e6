/* GetThreadContext and SetThreadContext, by kernel32's names and ntdll's; the calls begin in
 * thread_context_calls.S. */
#include "kernel/call/service.h"
#include "seh_emul/context/context.h"
#include "seh_emul/error_codes.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>

/* Called by thread_context_calls.S. own is the state after the call's return. */
BOOL thread_context_get(HANDLE thread, CONTEXT *context, CONTEXT *own);
BOOL thread_context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own);
NTSTATUS thread_context_nt_get(HANDLE thread, CONTEXT *context, CONTEXT *own);
NTSTATUS thread_context_nt_set(HANDLE thread, const CONTEXT *context, CONTEXT *own);

HANDLE WINAPI GetCurrentThread(void)
{
    return (HANDLE)-2;
}

/* The answer of a service for a handle of the running thread. */
#define IS_OWN ((NTSTATUS)STATUS_NOT_SUPPORTED)

/* result is the call's own. */
static NTSTATUS get(HANDLE thread, CONTEXT *context, CONTEXT *own, DWORD result)
{
    NTSTATUS status = context_check(context, true);
    if (status != STATUS_SUCCESS)
        return status;
    if (thread != GetCurrentThread()) {
        status = (NTSTATUS)sys_thread_get_context((uint32_t)thread, context);
        if (status != IS_OWN)
            return status;
    }
    own->Eax = result;
    context_copy(context, own, context->ContextFlags);
    context_get_rest(context);
    return STATUS_SUCCESS;
}

/* Returns for another thread, and with the status of a failure. */
static NTSTATUS context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own, DWORD result)
{
    NTSTATUS status = context_check(context, false);
    if (status != STATUS_SUCCESS)
        return status;
    if (thread != GetCurrentThread()) {
        status = (NTSTATUS)sys_thread_set_context((uint32_t)thread, context);
        if (status != IS_OWN)
            return status;
    }
    own->Eax = result;
    context_copy(own, context, context->ContextFlags);
    return sys_context_put(own, context);
}

BOOL thread_context_get(HANDLE thread, CONTEXT *context, CONTEXT *own)
{
    return error_if_failed((uint32_t)get(thread, context, own, true));
}

BOOL thread_context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own)
{
    return error_if_failed((uint32_t)context_set(thread, context, own, true));
}

NTSTATUS thread_context_nt_get(HANDLE thread, CONTEXT *context, CONTEXT *own)
{
    return get(thread, context, own, STATUS_SUCCESS);
}

NTSTATUS thread_context_nt_set(HANDLE thread, const CONTEXT *context, CONTEXT *own)
{
    return context_set(thread, context, own, STATUS_SUCCESS);
}
