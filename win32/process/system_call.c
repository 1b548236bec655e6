#include "win32/process/system_call.h"

#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "seh_emul/context/context.h"
#include "win32/ntdll/ntdll.h"

#include <nt.h>
#include <seh.h>
#include <winternl.h>

/* own_state_calls.S: what serves the calls that work on the caller's own registers. */
NTSTATUS NTAPI get_own_context(HANDLE thread, CONTEXT *context);
NTSTATUS NTAPI set_own_context(HANDLE thread, const CONTEXT *context);
NTSTATUS NTAPI continue_alerted(CONTEXT *context, BOOLEAN test_alert);
bool apc_take_before(const CONTEXT *context, uint32_t call[4]);

/* Called by continue_alerted: whether an asynchronous call is to be made before the thread goes on
 * in context. It is taken then. A context that NtContinue refuses takes none. */
bool apc_take_before(const CONTEXT *context, uint32_t call[4])
{
    return tib_load(TIB_APCS) && context_check(context, false) == STATUS_SUCCESS &&
           context_names(context->ContextFlags, CONTEXT_FULL) && sys_apc_take(call);
}

static const struct system_call calls[] = {
#define NtGetContextThread                      get_own_context
#define NtSetContextThread                      set_own_context
#define NtContinue                              continue_alerted
#define SYSTEM_CALL(number, name, other, words) [number] = {(const void *)(name), words},
#define PROCESS_SYSTEM_CALL                     SYSTEM_CALL
#define MISSING_SYSTEM_CALL(number, name, other, words)
#include "win32/system_calls.h"
#undef SYSTEM_CALL
#undef NtGetContextThread
#undef NtSetContextThread
#undef NtContinue
};

static NTSTATUS NTAPI refuse_number(void)
{
    return (NTSTATUS)STATUS_INVALID_SYSTEM_SERVICE;
}

/* Windows has this call. */
static NTSTATUS NTAPI refuse_call(void)
{
    return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
}

static NTSTATUS NTAPI refuse_arguments(void)
{
    return (NTSTATUS)STATUS_ACCESS_VIOLATION;
}

const struct system_call *system_call_find(uint32_t number, const void *arguments)
{
    static const struct system_call unknown = {(const void *)refuse_number, 0},
                                    missing = {(const void *)refuse_call, 0},
                                    unreadable = {(const void *)refuse_arguments, 0};
    if (number >= sizeof calls / sizeof calls[0]) /* the last row has Windows' last number */
        return &unknown;
    const struct system_call *call = &calls[number];
    if (!call->function)
        return &missing;
    if (call->words && !sys_paging_readable(arguments, call->words * sizeof(uint32_t)))
        return &unreadable;
    return call;
}
