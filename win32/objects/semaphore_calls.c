/* Semaphores. Counts and rights are checked by the kernel alone. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/new_object.h"

#include <synchapi.h>

HANDLE WINAPI CreateSemaphoreA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCSTR name)
{
    uint32_t handle = 0;
    (void)security;
    uint32_t status = sys_semaphore_create(&handle, name, count, maximum);
    return new_named_object(status, handle, name);
}

HANDLE WINAPI CreateSemaphoreExA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCSTR name, DWORD flags, DWORD access)
{
    if (flags)
        return refuse_parameter();
    return with_rights(CreateSemaphoreA(security, count, maximum, name), access);
}

HANDLE WINAPI OpenSemaphoreA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)inherit;
    return open_object(name, OBJECT_SEMAPHORE, access);
}

BOOL WINAPI ReleaseSemaphore(HANDLE semaphore, LONG count, LPLONG before)
{
    return error_if_failed(sys_semaphore_release((uint32_t)semaphore, count, (int32_t *)before));
}
