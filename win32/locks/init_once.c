/* Initialising once. The word's two lowest bits are the state; the others are the caller's data
 * once it is done. */
#include "seh_emul/error_codes.h"
#include "win32/address_wait_calls.h"
#include "win32/word.h"

#include <synchapi.h>
#include <winternl.h>

/* UNDER_WAY: one caller initialises. BY_ANY: any may, and the first to complete wins. */
enum { NOT_DONE, UNDER_WAY, DONE, BY_ANY, STATES = 3, WAITED_FOR = 4 };

/* Waits until the one caller that initialises has ended. The word keeps WAITED_FOR until then, so
 * only a caller that is waited for pays for a wake. */
static void wait_for(PRTL_RUN_ONCE once, uint32_t now)
{
    if (now & WAITED_FOR || word_change(once, now, now | WAITED_FOR))
        address_wait(once, now | WAITED_FOR, WAIT_WITHOUT_END);
}

static NTSTATUS tell_done(uint32_t now, PVOID *data)
{
    if (data)
        *data = (PVOID)(now & ~(uint32_t)STATES);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlRunOnceBeginInitialize(PRTL_RUN_ONCE once, DWORD flags, PVOID *data)
{
    bool by_any = flags & RTL_RUN_ONCE_ASYNC;
    if (flags & ~(RTL_RUN_ONCE_CHECK_ONLY | RTL_RUN_ONCE_ASYNC) ||
        flags == (RTL_RUN_ONCE_CHECK_ONLY | RTL_RUN_ONCE_ASYNC))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    /* The first thread decides whether one initializes and the others wait, or each tries and one
     * wins. Later threads that want it the other way are refused. */
    for (;;) {
        uint32_t now = word_read(once);
        switch (now & STATES) {
        case DONE:
            return tell_done(now, data);
        case NOT_DONE:
            if (flags & RTL_RUN_ONCE_CHECK_ONLY)
                return (NTSTATUS)STATUS_UNSUCCESSFUL;
            if (word_change(once, NOT_DONE, by_any ? BY_ANY : UNDER_WAY))
                return STATUS_PENDING;
            break;
        case BY_ANY:
            if (flags & RTL_RUN_ONCE_CHECK_ONLY)
                return (NTSTATUS)STATUS_UNSUCCESSFUL;
            return by_any ? (NTSTATUS)STATUS_PENDING : (NTSTATUS)STATUS_INVALID_PARAMETER;
        default:
            if (flags & RTL_RUN_ONCE_CHECK_ONLY)
                return (NTSTATUS)STATUS_UNSUCCESSFUL;
            if (by_any)
                return (NTSTATUS)STATUS_INVALID_PARAMETER;
            wait_for(once, now);
        }
    }
}

NTSTATUS NTAPI RtlRunOnceComplete(PRTL_RUN_ONCE once, DWORD flags, PVOID data)
{
    bool by_any = flags & RTL_RUN_ONCE_ASYNC, failed = flags & RTL_RUN_ONCE_INIT_FAILED;
    if (flags & ~(RTL_RUN_ONCE_ASYNC | RTL_RUN_ONCE_INIT_FAILED) || (uint32_t)data & STATES ||
        (failed && (data || by_any)))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    uint32_t becomes = failed ? (uint32_t)NOT_DONE : (uint32_t)data | DONE;
    for (;;) {
        uint32_t now = word_read(once);
        uint32_t state = now & STATES;
        if (state != UNDER_WAY && state != BY_ANY)
            return (NTSTATUS)STATUS_UNSUCCESSFUL;
        if (by_any != (state == BY_ANY))
            return (NTSTATUS)STATUS_INVALID_PARAMETER;
        if (word_change(once, now, becomes)) {
            if (now & WAITED_FOR)
                address_wake(once, WAKE_ALL);
            return STATUS_SUCCESS;
        }
    }
}

VOID NTAPI RtlRunOnceInitialize(PRTL_RUN_ONCE once)
{
    once->Ptr = NULL;
}

NTSTATUS NTAPI RtlRunOnceExecuteOnce(PRTL_RUN_ONCE once, PRTL_RUN_ONCE_INIT_FN function,
                                     PVOID parameter, PVOID *data)
{
    NTSTATUS status = RtlRunOnceBeginInitialize(once, 0, data);
    if (status != (NTSTATUS)STATUS_PENDING)
        return status;
    if (!function(once, parameter, data)) {
        RtlRunOnceComplete(once, RTL_RUN_ONCE_INIT_FAILED, NULL);
        return (NTSTATUS)STATUS_UNSUCCESSFUL;
    }
    return RtlRunOnceComplete(once, 0, data ? *data : NULL);
}

VOID WINAPI InitOnceInitialize(PINIT_ONCE once)
{
    RtlRunOnceInitialize(once);
}

BOOL WINAPI InitOnceBeginInitialize(PINIT_ONCE once, DWORD flags, PBOOL pending, LPVOID *data)
{
    NTSTATUS status = RtlRunOnceBeginInitialize(once, flags, data);
    if (!error_if_failed((uint32_t)status))
        return FALSE;
    *pending = status == (NTSTATUS)STATUS_PENDING;
    return TRUE;
}

BOOL WINAPI InitOnceComplete(PINIT_ONCE once, DWORD flags, LPVOID data)
{
    return error_if_failed((uint32_t)RtlRunOnceComplete(once, flags, data));
}

/* A function that fails has set the last error itself. */
BOOL WINAPI InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter,
                                LPVOID *data)
{
    NTSTATUS status = RtlRunOnceExecuteOnce(once, (PRTL_RUN_ONCE_INIT_FN)function, parameter, data);
    if (status == (NTSTATUS)STATUS_UNSUCCESSFUL)
        return FALSE;
    return error_if_failed((uint32_t)status);
}
