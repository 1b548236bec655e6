#include "win32/kernel32/machine_facts.h"

#include "win32/fails.h"

#include <string.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <wchar.h>

enum {
    ON_LINE = 1,
    NO_BATTERY = 128,
    UNKNOWN = 255,
    KILOBYTE = 1024,
    CONTINUOUS_STATE = (int)0x80000000,
    STATES = 0x47,
    LOW_MEMORY = 0,
    HIGH_MEMORY = 1,
    NAME_KINDS = 8
};

BOOL WINAPI GetSystemPowerStatus(LPSYSTEM_POWER_STATUS status)
{
    *status = (SYSTEM_POWER_STATUS){ON_LINE, NO_BATTERY, UNKNOWN, 0, (DWORD)-1, (DWORD)-1};
    return TRUE;
}

BOOL WINAPI IsSystemResumeAutomatic(void)
{
    return FALSE;
}

DWORD WINAPI SetThreadExecutionState(DWORD state)
{
    static DWORD current = (DWORD)CONTINUOUS_STATE;
    if (!state || state & ~(DWORD)(CONTINUOUS_STATE | STATES))
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    return state & (DWORD)CONTINUOUS_STATE ? __atomic_exchange_n(&current, state, __ATOMIC_RELAXED)
                                           : __atomic_load_n(&current, __ATOMIC_RELAXED);
}

BOOL WINAPI GetNumaHighestNodeNumber(PULONG number)
{
    *number = 0;
    return TRUE;
}

BOOL WINAPI GetNumaNodeProcessorMask(UCHAR node, PULONGLONG mask)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    if (node)
        return fails(ERROR_INVALID_PARAMETER);
    *mask = system.dwActiveProcessorMask;
    return TRUE;
}

BOOL WINAPI GetNumaProcessorNode(UCHAR processor, PUCHAR node)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    *node = processor < system.dwNumberOfProcessors ? 0 : UNKNOWN;
    return *node == 0 || fails(ERROR_INVALID_PARAMETER);
}

static MEMORYSTATUSEX memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    GlobalMemoryStatusEx(&status);
    return status;
}

BOOL WINAPI GetNumaAvailableMemoryNode(UCHAR node, PULONGLONG bytes)
{
    if (node)
        return fails(ERROR_INVALID_PARAMETER);
    *bytes = memory().ullAvailPhys;
    return TRUE;
}

BOOL WINAPI GetPhysicallyInstalledSystemMemory(PULONGLONG kilobytes)
{
    if (!kilobytes)
        return fails(ERROR_INVALID_PARAMETER);
    *kilobytes = memory().ullTotalPhys / KILOBYTE;
    return TRUE;
}

SIZE_T WINAPI GetLargePageMinimum(void)
{
    return 0;
}

UINT WINAPI GetSystemWow64DirectoryA(LPSTR buffer, UINT size)
{
    (void)buffer, (void)size;
    return (UINT)fails(ERROR_CALL_NOT_IMPLEMENTED);
}

UINT WINAPI GetSystemWow64DirectoryW(LPWSTR buffer, UINT size)
{
    (void)buffer, (void)size;
    return (UINT)fails(ERROR_CALL_NOT_IMPLEMENTED);
}

BOOL WINAPI Wow64DisableWow64FsRedirection(PVOID *before)
{
    (void)before;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOL WINAPI Wow64RevertWow64FsRedirection(PVOID before)
{
    (void)before;
    return fails(ERROR_INVALID_FUNCTION);
}

BOOLEAN WINAPI Wow64EnableWow64FsRedirection(BOOLEAN enable)
{
    (void)enable;
    return (BOOLEAN)fails(ERROR_INVALID_FUNCTION);
}

UINT WINAPI GetSystemWindowsDirectoryA(LPSTR buffer, UINT size)
{
    return GetWindowsDirectoryA(buffer, size);
}

UINT WINAPI GetSystemWindowsDirectoryW(LPWSTR buffer, UINT size)
{
    return GetWindowsDirectoryW(buffer, size);
}

/* The name of a kind: the machine is in no domain, and only NetBIOS has capitals. */
BOOL WINAPI GetComputerNameExW(DWORD kind, LPWSTR buffer, LPDWORD size)
{
    enum { IS_DOMAIN = 2, KINDS_OF_ONE = 4 };
    WCHAR name[MAX_COMPUTERNAME_LENGTH + 1] = L"";
    DWORD room = sizeof name / sizeof *name;
    if (kind >= NAME_KINDS || !size || (*size && !buffer))
        return fails(ERROR_INVALID_PARAMETER);
    if (kind % KINDS_OF_ONE != IS_DOMAIN)
        GetComputerNameW(name, &room);
    if (kind % KINDS_OF_ONE)
        _wcslwr(name);
    DWORD length = (DWORD)wcslen(name);
    if (*size <= length) {
        *size = length + 1;
        return fails(ERROR_MORE_DATA);
    }
    wcscpy(buffer, name);
    *size = length;
    return TRUE;
}

BOOL WINAPI GetComputerNameExA(DWORD kind, LPSTR buffer, LPDWORD size)
{
    WCHAR wide[MAX_COMPUTERNAME_LENGTH + 1];
    if (!buffer && size && *size)
        return fails(ERROR_INVALID_PARAMETER);
    DWORD units = size && *size < sizeof wide / sizeof *wide ? *size : sizeof wide / sizeof *wide;
    BOOL done = GetComputerNameExW(kind, wide, size ? &units : NULL);
    if (size)
        *size = units;
    for (DWORD i = 0; done && i <= units; i++)
        buffer[i] = (char)wide[i];
    return done;
}

HANDLE WINAPI CreateMemoryResourceNotification(int kind)
{
    if (kind == LOW_MEMORY || kind == HIGH_MEMORY)
        return CreateEventA(NULL, TRUE, kind == HIGH_MEMORY, NULL);
    fails(ERROR_INVALID_PARAMETER);
    return NULL;
}

BOOL WINAPI QueryMemoryResourceNotification(HANDLE notification, PBOOL state)
{
    DWORD waited = WaitForSingleObject(notification, 0);
    *state = waited == WAIT_OBJECT_0;
    return waited != WAIT_FAILED;
}
