/* Work: callbacks that are submitted by hand. */
#include "win32/pool/callback.h"

#include <errhandlingapi.h>
#include <threadpoollegacyapiset.h>

static void call_work(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    ((PTP_WORK_CALLBACK)(void *)callback->function)(instance, callback->context,
                                                    (PTP_WORK)(void *)callback);
}

static void call_simple(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    callback->function(instance, callback->context);
}

static void call_item(struct callback *callback, PTP_CALLBACK_INSTANCE instance)
{
    (void)instance;
    ((LPTHREAD_START_ROUTINE)(void *)callback->function)(callback->context);
}

static const struct callback_kind work = {.call = call_work}, simple = {.call = call_simple},
                                  item = {.call = call_item};

/* A callback without an object: the reference of its maker goes at once. */
static BOOL submit_single(const struct callback_kind *kind, void *function, PVOID context,
                          const TP_CALLBACK_ENVIRON *environment)
{
    struct callback *callback =
        callback_make(sizeof *callback, kind, function, context, environment);
    if (!callback)
        return FALSE;
    pool_enter();
    callback->single = true;
    callback_submit(callback);
    callback_release(callback);
    pool_leave();
    return TRUE;
}

BOOL WINAPI TrySubmitThreadpoolCallback(PTP_SIMPLE_CALLBACK function, PVOID context,
                                        PTP_CALLBACK_ENVIRON environment)
{
    return submit_single(&simple, (void *)function, context, environment);
}

BOOL WINAPI QueueUserWorkItem(LPTHREAD_START_ROUTINE function, PVOID context, ULONG flags)
{
    TP_CALLBACK_ENVIRON environment;
    InitializeThreadpoolEnvironment(&environment);
    if (flags & WT_EXECUTEINPERSISTENTTHREAD)
        SetThreadpoolCallbackPersistent(&environment);
    return submit_single(&item, (void *)function, context, &environment);
}

PTP_WORK WINAPI CreateThreadpoolWork(PTP_WORK_CALLBACK function, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment)
{
    return callback_make(sizeof(struct callback), &work, (void *)function, context, environment);
}

VOID WINAPI SubmitThreadpoolWork(PTP_WORK object)
{
    pool_enter();
    callback_submit((struct callback *)object);
    pool_leave();
}

VOID WINAPI WaitForThreadpoolWorkCallbacks(PTP_WORK object, BOOL cancel)
{
    callback_await((struct callback *)object, cancel);
}

VOID WINAPI CloseThreadpoolWork(PTP_WORK object)
{
    callback_close((struct callback *)object);
}
