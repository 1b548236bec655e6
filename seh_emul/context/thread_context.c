/* GetThreadContext and SetThreadContext; the calls begin in thread_context_calls.S. */
#include "seh_emul/context/context.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>

/* thread_context_calls.S: the two calls, with the call's own state. */
BOOL thread_context_get(HANDLE thread, CONTEXT *context, CONTEXT *own);
BOOL thread_context_set(HANDLE thread, const CONTEXT *context, CONTEXT *own);

HANDLE WINAPI GetCurrentThread(void)
{
    return (HANDLE)-2;
}

/* Whether the arguments are good; otherwise the last error says what is wrong. */
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
    own->Eax = true; /* what the call returns */
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
