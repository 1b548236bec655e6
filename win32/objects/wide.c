/* The calls that take a name, for wide names: objects have their names in UTF-8. */
#include "lib/utf16.h"

#include <synchapi.h>

/* A name in UTF-8. A name that does not fit is cut where the kernel finds it too long. */
struct narrow {
    char bytes[MAX_PATH + WIDE_BYTES + 1];
};

static const char *narrowed(const wchar_t *name, struct narrow *narrow)
{
    return wide_narrow(name, narrow->bytes, sizeof narrow->bytes);
}

HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL set, LPCWSTR name)
{
    struct narrow narrow;
    return CreateEventA(security, manual, set, narrowed(name, &narrow));
}

HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCWSTR name)
{
    struct narrow narrow;
    return CreateSemaphoreA(security, count, maximum, narrowed(name, &narrow));
}

HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCWSTR name)
{
    struct narrow narrow;
    return CreateMutexA(security, owned, narrowed(name, &narrow));
}

HANDLE WINAPI CreateWaitableTimerW(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCWSTR name)
{
    struct narrow narrow;
    return CreateWaitableTimerA(security, manual, narrowed(name, &narrow));
}

HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access)
{
    struct narrow narrow;
    return CreateEventExA(security, narrowed(name, &narrow), flags, access);
}

HANDLE WINAPI CreateSemaphoreExW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCWSTR name, DWORD flags, DWORD access)
{
    struct narrow narrow;
    return CreateSemaphoreExA(security, count, maximum, narrowed(name, &narrow), flags, access);
}

HANDLE WINAPI CreateMutexExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access)
{
    struct narrow narrow;
    return CreateMutexExA(security, narrowed(name, &narrow), flags, access);
}

HANDLE WINAPI CreateWaitableTimerExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                                     DWORD access)
{
    struct narrow narrow;
    return CreateWaitableTimerExA(security, narrowed(name, &narrow), flags, access);
}

HANDLE WINAPI OpenEventW(DWORD access, BOOL inherit, LPCWSTR name)
{
    struct narrow narrow;
    return OpenEventA(access, inherit, narrowed(name, &narrow));
}

HANDLE WINAPI OpenSemaphoreW(DWORD access, BOOL inherit, LPCWSTR name)
{
    struct narrow narrow;
    return OpenSemaphoreA(access, inherit, narrowed(name, &narrow));
}

HANDLE WINAPI OpenMutexW(DWORD access, BOOL inherit, LPCWSTR name)
{
    struct narrow narrow;
    return OpenMutexA(access, inherit, narrowed(name, &narrow));
}

HANDLE WINAPI OpenWaitableTimerW(DWORD access, BOOL inherit, LPCWSTR name)
{
    struct narrow narrow;
    return OpenWaitableTimerA(access, inherit, narrowed(name, &narrow));
}
