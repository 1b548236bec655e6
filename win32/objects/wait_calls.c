/* Waiting for objects. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"
#include "win32/address_wait_calls.h"
#include "win32/threads/apc_calls.h"

#include <errhandlingapi.h>
#include <synchapi.h>

/* The result of a wait: indexes and STATUS_TIMEOUT are Windows' own. */
static inline DWORD result_of(uint32_t status)
{
    if (!error_if_failed(status))
        return WAIT_FAILED;
    if (status == STATUS_USER_APC)
        apc_call_all();
    return status;
}

static uint32_t how_to(BOOL all, BOOL alertable)
{
    return (all ? WAIT_ALL : 0) | (alertable ? WAIT_ALERTABLE : 0);
}

static inline DWORD wait_for_one(HANDLE object, DWORD ms, BOOL alertable)
{
    return result_of(
        sys_wait_for_one((uint32_t)object, how_to(FALSE, alertable), wait_deadline(ms)));
}

DWORD WINAPI WaitForSingleObjectEx(HANDLE object, DWORD ms, BOOL alertable)
{
    return wait_for_one(object, ms, alertable);
}

DWORD WINAPI WaitForSingleObject(HANDLE object, DWORD ms)
{
    return wait_for_one(object, ms, FALSE);
}

DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE *objects, BOOL all, DWORD ms,
                                      BOOL alertable)
{
    uint32_t status = STATUS_INVALID_PARAMETER;
    if (count)
        status = sys_wait_for((const uint32_t *)objects, count, how_to(all, alertable),
                              wait_deadline(ms));
    return result_of(status);
}

DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE *objects, BOOL all, DWORD ms)
{
    return WaitForMultipleObjectsEx(count, objects, all, ms, FALSE);
}

DWORD WINAPI SignalObjectAndWait(HANDLE signal, HANDLE object, DWORD ms, BOOL alertable)
{
    return result_of(sys_wait_signal_and((uint32_t)signal, (uint32_t)object,
                                         how_to(FALSE, alertable), wait_deadline(ms)));
}

DWORD WINAPI SleepEx(DWORD ms, BOOL alertable)
{
    if (!alertable) {
        Sleep(ms);
        return 0;
    }
    return result_of(sys_wait_for(NULL, 0, WAIT_ALERTABLE, wait_deadline(ms))) == WAIT_IO_COMPLETION
               ? WAIT_IO_COMPLETION
               : 0;
}
