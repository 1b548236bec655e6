#include "win32/ntdll/rtl_resources.h"

#include <handleapi.h>
#include <processthreadsapi.h>
#include <seh.h>
#include <stdbool.h>
#include <synchapi.h>
#include <winnt.h>

static HANDLE own_number(void)
{
    return (HANDLE)GetCurrentThreadId();
}

VOID NTAPI RtlInitializeResource(struct rtl_resource *resource)
{
    *resource = (struct rtl_resource){
        .shared_released = CreateSemaphoreW(NULL, 0, MAXLONG, NULL),
        .exclusive_released = CreateSemaphoreW(NULL, 0, MAXLONG, NULL),
    };
    if (!resource->shared_released || !resource->exclusive_released)
        RtlRaiseStatus((NTSTATUS)STATUS_NO_MEMORY);
    InitializeCriticalSection(&resource->section);
}

VOID NTAPI RtlDeleteResource(struct rtl_resource *resource)
{
    DeleteCriticalSection(&resource->section);
    CloseHandle(resource->shared_released);
    CloseHandle(resource->exclusive_released);
}

static bool is_own(const struct rtl_resource *resource)
{
    return resource->active < 0 && resource->owner == own_number();
}

/* Leaves the section, and waits for one that gives the resource back, or not at all. */
static BOOLEAN leave_and_wait(struct rtl_resource *resource, BOOLEAN waits, ULONG *waiters,
                              HANDLE released)
{
    *waiters += waits;
    LeaveCriticalSection(&resource->section);
    if (waits)
        WaitForSingleObject(released, INFINITE);
    return waits;
}

BOOLEAN NTAPI RtlAcquireResourceShared(struct rtl_resource *resource, BOOLEAN waits)
{
    EnterCriticalSection(&resource->section);
    if (resource->active < 0 && !is_own(resource))
        return leave_and_wait(resource, waits != FALSE, &resource->shared_waiters,
                              resource->shared_released);
    resource->active += resource->active < 0 ? -1 : 1;
    LeaveCriticalSection(&resource->section);
    return TRUE;
}

BOOLEAN NTAPI RtlAcquireResourceExclusive(struct rtl_resource *resource, BOOLEAN waits)
{
    EnterCriticalSection(&resource->section);
    if (resource->active && !is_own(resource)) {
        BOOLEAN is_given = leave_and_wait(resource, waits != FALSE, &resource->exclusive_waiters,
                                          resource->exclusive_released);
        if (is_given)
            resource->owner = own_number();
        return is_given;
    }
    resource->active--;
    resource->owner = own_number();
    LeaveCriticalSection(&resource->section);
    return TRUE;
}

/* Lets all in that wait to read. With the section. */
static void let_readers_in(struct rtl_resource *resource)
{
    ULONG count = resource->shared_waiters;
    resource->shared_waiters = 0;
    resource->active += (LONG)count;
    if (count)
        ReleaseSemaphore(resource->shared_released, (LONG)count, NULL);
}

/* Gives the free resource to those that wait. With the section. The writer notes itself as the
 * owner when it goes on; until then it is nobody's, and not free. */
static void hand_on(struct rtl_resource *resource)
{
    resource->owner = NULL;
    if (!resource->exclusive_waiters) {
        let_readers_in(resource);
        return;
    }
    resource->exclusive_waiters--;
    resource->active = -1;
    ReleaseSemaphore(resource->exclusive_released, 1, NULL);
}

VOID NTAPI RtlReleaseResource(struct rtl_resource *resource)
{
    EnterCriticalSection(&resource->section);
    resource->active += resource->active < 0 ? 1 : -1;
    if (!resource->active)
        hand_on(resource);
    LeaveCriticalSection(&resource->section);
}

VOID NTAPI RtlConvertExclusiveToShared(struct rtl_resource *resource)
{
    EnterCriticalSection(&resource->section);
    resource->owner = NULL;
    resource->active = 1;
    let_readers_in(resource);
    LeaveCriticalSection(&resource->section);
}
