/* Facts about the machine, its power and its processors' memory. Ordinary code. */
#ifndef WIN32_KERNEL32_MACHINE_FACTS_H
#define WIN32_KERNEL32_MACHINE_FACTS_H

#include <minwinbase.h>

typedef struct _SYSTEM_POWER_STATUS {
    BYTE ACLineStatus;       /* 1: the machine has its power from a line */
    BYTE BatteryFlag;        /* 128: there is no battery */
    BYTE BatteryLifePercent; /* 255: unknown */
    BYTE Reserved1;
    DWORD BatteryLifeTime, BatteryFullLifeTime; /* -1: unknown */
} SYSTEM_POWER_STATUS, *LPSYSTEM_POWER_STATUS;
BOOL WINAPI GetSystemPowerStatus(LPSYSTEM_POWER_STATUS status);
BOOL WINAPI IsSystemResumeAutomatic(void);

/* Returns the state before: the requests of the process' threads to the machine. 0: unknown
 * flags. */
DWORD WINAPI SetThreadExecutionState(DWORD state);

/* There is one node of memory, 0, with all CPUs. FALSE: ERROR_INVALID_PARAMETER. */
BOOL WINAPI GetNumaHighestNodeNumber(PULONG number);
BOOL WINAPI GetNumaNodeProcessorMask(UCHAR node, PULONGLONG mask);
BOOL WINAPI GetNumaProcessorNode(UCHAR processor, PUCHAR node);
BOOL WINAPI GetNumaAvailableMemoryNode(UCHAR node, PULONGLONG bytes);
BOOL WINAPI GetPhysicallyInstalledSystemMemory(PULONGLONG kilobytes);
SIZE_T WINAPI GetLargePageMinimum(void); /* 0: there are no large pages */

/* A system of 32 bits has no other folder, and redirects nothing. 0 with
 * ERROR_CALL_NOT_IMPLEMENTED, FALSE with ERROR_INVALID_FUNCTION. */
UINT WINAPI GetSystemWow64DirectoryA(LPSTR buffer, UINT size);
UINT WINAPI GetSystemWow64DirectoryW(LPWSTR buffer, UINT size);
BOOL WINAPI Wow64DisableWow64FsRedirection(PVOID *before);
BOOL WINAPI Wow64RevertWow64FsRedirection(PVOID before);
BOOLEAN WINAPI Wow64EnableWow64FsRedirection(BOOLEAN enable);

UINT WINAPI GetSystemWindowsDirectoryA(LPSTR buffer, UINT size);
UINT WINAPI GetSystemWindowsDirectoryW(LPWSTR buffer, UINT size);

/* The computer's names by kind (0: NetBIOS, 1 host, 2 domain, 3 whole, and 4 to 7 of this machine).
 * FALSE: ERROR_MORE_DATA, ERROR_INVALID_PARAMETER. */
BOOL WINAPI GetComputerNameExA(DWORD kind, LPSTR buffer, LPDWORD size);
BOOL WINAPI GetComputerNameExW(DWORD kind, LPWSTR buffer, LPDWORD size);

/* An event that is set while there is memory: LowMemory (0) never is. NULL:
 * ERROR_INVALID_PARAMETER. */
HANDLE WINAPI CreateMemoryResourceNotification(int kind);
BOOL WINAPI QueryMemoryResourceNotification(HANDLE notification, PBOOL state);

#endif
