/* Callbacks for objects that are signalled: waits of the pool, and registered ones. A wait has a
 * handle of its own, so the program may close its one. */
#include "win32/address_wait_calls.h"
#include "win32/objects/due_time.h"
#include "win32/pool/legacy.h"
#include "win32/pool/waiter.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <processthreadsapi.h>
#include <seh.h>

struct wait {
    struct legacy legacy; /* of a pool's wait only the callback */
    struct watch watch;
    DWORD result; /* of the watch, for the callback */

    /* For a registered wait. */
    ULONG ms;
    bool again;   /* it waits again behind each callback */
    DWORD caller; /* the thread that calls its callback, or 0 */
};

static struct link registered = {&registered, &registered}; /* waits that are */

static struct wait *wait_of(struct callback *callback)
{
    return (struct wait *)(void *)callback;
}

/* ---------------------------------------------------------------- both kinds, under the lock */

static void drop_object(struct wait *wait)
{
    if (wait->watch.object)
        CloseHandle(wait->watch.object);
    wait->watch.object = NULL;
}

static void ended(struct watch *watch, DWORD result)
{
    struct wait *wait = list_record(struct wait, watch, watch);
    wait->result = result;
    callback_submit(&wait->legacy.callback);
}

static void pool_wait_stop(struct callback *callback)
{
    wait_of(callback)->again = false;
    watch_end(&wait_of(callback)->watch);
}

static void pool_wait_end(struct callback *callback)
{
    struct wait *wait = wait_of(callback);
    drop_object(wait);
    legacy_end(&wait->legacy);
}

/* Returns a handle of the wait's own, or NULL. Without the lock. */
static HANDLE own_handle(HANDLE object)
{
    HANDLE process = GetCurrentProcess(), own;
    return DuplicateHandle(process, object, process, &own, 0, FALSE, DUPLICATE_SAME_ACCESS) ? own
                                                                                            : NULL;
}

/* ---------------------------------------------------------------- waits of the pool */

static void pool_wait_call(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    ((PTP_WAIT_CALLBACK)(void *)callback->function)(
        instance, callback->context, (PTP_WAIT)(void *)callback, wait_of(callback)->result);
}

static const struct callback_kind kind = {&waiters_claimed, pool_wait_call, pool_wait_stop,
                                          pool_wait_end};

PTP_WAIT WINAPI CreateThreadpoolWait(PTP_WAIT_CALLBACK function, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment)
{
    struct wait *wait = callback_make(sizeof *wait, &kind, (void *)function, context, environment);
    if (wait)
        wait->watch.ended = ended;
    return (PTP_WAIT)wait;
}

/* A callback may set a wait that is closed: its record's end closes the object unwaited for. */
VOID WINAPI SetThreadpoolWait(PTP_WAIT object, HANDLE handle, PFILETIME timeout)
{
    struct wait *wait = (struct wait *)(void *)object;
    HANDLE own = handle ? own_handle(handle) : NULL;
    if (handle && !own)
        RtlRaiseStatus((NTSTATUS)(GetLastError() == ERROR_NOT_ENOUGH_MEMORY
                                      ? STATUS_NO_MEMORY
                                      : STATUS_INVALID_HANDLE));
    pool_enter();
    watch_end(&wait->watch);
    drop_object(wait);
    wait->watch.object = own;
    if (own) /* otherwise the time is not looked at */
        wait->watch.deadline =
            timeout ? due_time((const LARGE_INTEGER *)(const void *)timeout) : WAIT_WITHOUT_END;
    if (own && !wait->legacy.callback.closed)
        watch_begin(&wait->watch);
    pool_leave();
}

VOID WINAPI WaitForThreadpoolWaitCallbacks(PTP_WAIT object, BOOL cancel)
{
    callback_await((struct callback *)object, cancel);
}

VOID WINAPI CloseThreadpoolWait(PTP_WAIT object)
{
    callback_close((struct callback *)object);
}

/* ---------------------------------------------------------------- registered waits */

static void begin_registered(struct wait *wait)
{
    wait->watch.deadline = wait_deadline(wait->ms);
    watch_begin(&wait->watch);
}

static void call_registered(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    struct wait *wait = wait_of(callback);
    (void)instance;
    wait->caller = GetCurrentThreadId();
    ((WAITORTIMERCALLBACK)(void *)callback->function)(callback->context,
                                                      wait->result == WAIT_TIMEOUT);
    pool_enter();
    wait->caller = 0;
    if (wait->again)
        begin_registered(wait);
    pool_leave();
}

static const struct callback_kind registered_kind = {&waiters_claimed, call_registered,
                                                     pool_wait_stop, pool_wait_end};

BOOL WINAPI RegisterWaitForSingleObject(PHANDLE handle, HANDLE object, WAITORTIMERCALLBACK function,
                                        PVOID context, ULONG ms, ULONG flags)
{
    TP_CALLBACK_ENVIRON environment;
    HANDLE own = own_handle(object);
    if (!own)
        return FALSE;
    legacy_environment(&environment, flags);
    struct wait *wait =
        callback_make(sizeof *wait, &registered_kind, (void *)function, context, &environment);
    if (!wait) {
        CloseHandle(own);
        return FALSE;
    }
    wait->watch.ended = ended;
    wait->watch.object = own;
    wait->ms = ms;
    wait->again = !(flags & WT_EXECUTEONLYONCE);
    pool_enter();
    *handle = wait;
    list_append(&registered, &wait->legacy.link);
    begin_registered(wait);
    pool_leave();
    return TRUE;
}

/* In its own callback no other can be left, so a wait that says nothing of its end is done. */
static DWORD unregister(struct legacy *legacy, HANDLE event)
{
    bool own = wait_of(&legacy->callback)->caller == GetCurrentThreadId() && !event;
    DWORD error = legacy_delete(legacy, event);
    return own ? ERROR_SUCCESS : error;
}

BOOL WINAPI UnregisterWaitEx(HANDLE handle, HANDLE event)
{
    pool_enter();
    struct legacy *wait = legacy_find(&registered, handle);
    DWORD error = wait ? unregister(wait, event) : ERROR_INVALID_HANDLE;
    pool_leave();
    return legacy_result(error);
}

BOOL WINAPI UnregisterWait(HANDLE handle)
{
    return UnregisterWaitEx(handle, NULL);
}
