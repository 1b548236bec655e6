/* Mutexes. The kernel knows the owner, and notices its end. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/objects/new_object.h"

#include <synchapi.h>

HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCSTR name)
{
    uint32_t handle = 0;
    (void)security;
    uint32_t status = sys_mutex_create(&handle, name, owned != 0);
    return new_named_object(status, handle, name);
}

HANDLE WINAPI CreateMutexExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags, DWORD access)
{
    if (flags & ~CREATE_MUTEX_INITIAL_OWNER)
        return refuse_parameter();
    return with_rights(CreateMutexA(security, (flags & CREATE_MUTEX_INITIAL_OWNER) != 0, name),
                       access);
}

HANDLE WINAPI OpenMutexA(DWORD access, BOOL inherit, LPCSTR name)
{
    (void)inherit;
    return open_object(name, OBJECT_MUTEX, access);
}

BOOL WINAPI ReleaseMutex(HANDLE mutex)
{
    return error_if_failed(sys_mutex_release((uint32_t)mutex, NULL));
}
