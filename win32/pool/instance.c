/* Calls by which a callback asks something of the thread that calls it. */
#include "win32/pool/callback.h"

BOOL WINAPI CallbackMayRunLong(PTP_CALLBACK_INSTANCE instance)
{
    struct _TP_POOL *pool = instance->callback->pool;
    pool_enter();
    pool_call_thread(pool);
    bool room = pool->idle || pool->starting || pool->threads < pool->most;
    pool_leave();
    return room;
}

VOID WINAPI DisassociateCurrentThreadFromCallback(PTP_CALLBACK_INSTANCE instance)
{
    struct callback *callback = instance->callback;
    pool_enter();
    if (!instance->apart) {
        instance->apart = true;
        callback->running--;
        callback_wake_if_settled(callback);
    }
    pool_leave();
}

VOID WINAPI SetEventWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE event)
{
    instance->event = event;
}

VOID WINAPI ReleaseSemaphoreWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE semaphore,
                                                DWORD count)
{
    instance->semaphore = semaphore;
    instance->count = count;
}

VOID WINAPI ReleaseMutexWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE mutex)
{
    instance->mutex = mutex;
}

VOID WINAPI LeaveCriticalSectionWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance,
                                                    PCRITICAL_SECTION section)
{
    instance->section = section;
}

/* In Windows' order. */
void instance_end(const struct _TP_CALLBACK_INSTANCE *instance)
{
    if (instance->section)
        LeaveCriticalSection(instance->section);
    if (instance->mutex)
        ReleaseMutex(instance->mutex);
    if (instance->semaphore)
        ReleaseSemaphore(instance->semaphore, (LONG)instance->count, NULL);
    if (instance->event)
        SetEvent(instance->event);
}
