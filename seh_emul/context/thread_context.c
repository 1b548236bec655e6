/* GetThreadContext and SetThreadContext; the calls begin in thread_context_calls.S. */
#include "seh_emul/context/context.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>

/* Called by thread_context_calls.S. own is the state after the call's return. */
BOOL thread_context_get(HANDLE thread, CONTEXT *context, CONTEXT *own);
BOOL thread_context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own);

HANDLE WINAPI GetCurrentThread(void)
{
    return (HANDLE)-2;
}

/* Tells whether the arguments are valid. Sets the last error if they are not. */
static bool check(HANDLE thread, const CONTEXT *context, bool written)
{
    DWORD error = thread != GetCurrentThread()                        ? ERROR_INVALID_HANDLE
                  : context_check(context, written) != STATUS_SUCCESS ? ERROR_NOACCESS
                                                                      : ERROR_SUCCESS;
    if (error != ERROR_SUCCESS)
        SetLastError(error);
    return error == ERROR_SUCCESS;
}

BOOL thread_context_get(HANDLE thread, CONTEXT *context, CONTEXT *own)
{
    if (!check(thread, context, true))
        return false;
    own->Eax = true; /* the call's result */
    context_copy(context, own, context->ContextFlags);
    context_get_rest(context);
    return true;
}

BOOL thread_context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own)
{
    if (!check(thread, context, false))
        return false;
    own->Eax = true;
    context_copy(own, context, context->ContextFlags);
    if (context_put(own, context) != STATUS_SUCCESS)
        SetLastError(ERROR_NOACCESS);
    return false;
}
