/* The time of day, and the machine. Windows' names; part of windows.h. The tick count's calls are
 * in nt.h.
 *
 * time.h says where the time comes from. All calls are for any context, in either ring.
 */
#ifndef SYSINFOAPI_H
#define SYSINFOAPI_H

#include <minwinbase.h>

/* Store the time now. The local time is UTC, too. */
VOID WINAPI GetSystemTime(SYSTEMTIME *time);
VOID WINAPI GetLocalTime(SYSTEMTIME *time);
VOID WINAPI GetSystemTimeAsFileTime(FILETIME *time);
VOID WINAPI GetSystemTimePreciseAsFileTime(FILETIME *time); /* the same */

/* The clock is the machine's. FALSE: ERROR_PRIVILEGE_NOT_HELD, ERROR_INVALID_PARAMETER (no date).
 */
BOOL WINAPI SetSystemTime(const SYSTEMTIME *time);
BOOL WINAPI SetLocalTime(const SYSTEMTIME *time);

/* The clock is not adjusted: a tick of a millisecond adds as much, in 100 ns. */
BOOL WINAPI GetSystemTimeAdjustment(PDWORD adjustment, PDWORD increment, PBOOL disabled);

typedef struct _SYSTEM_INFO {
    union {
        DWORD dwOemId;
        struct {
            WORD wProcessorArchitecture;
            WORD wReserved;
        };
    };
    DWORD dwPageSize;
    LPVOID lpMinimumApplicationAddress;
    LPVOID lpMaximumApplicationAddress;
    DWORD_PTR dwActiveProcessorMask;
    DWORD dwNumberOfProcessors;
    DWORD dwProcessorType;
    DWORD dwAllocationGranularity;
    WORD wProcessorLevel;    /* the family, as CPUID has it; 4 without CPUID */
    WORD wProcessorRevision; /* model and stepping; 0 without CPUID */
} SYSTEM_INFO, *LPSYSTEM_INFO;
_Static_assert(sizeof(SYSTEM_INFO) == 36, "SYSTEM_INFO");

/* Describe the machine. Both are the same here. */
VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info);
VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info);

/* Windows 7 with service pack 1: 1DB10106h; and the same in parts. FALSE:
 * ERROR_INSUFFICIENT_BUFFER, dwOSVersionInfoSize is that of no such structure. */
DWORD WINAPI GetVersion(void);

#define VER_PLATFORM_WIN32_NT 2
#define VER_NT_WORKSTATION    1
typedef struct _OSVERSIONINFOA {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    CHAR szCSDVersion[128];
} OSVERSIONINFOA, *LPOSVERSIONINFOA;

typedef struct _OSVERSIONINFOW {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    WCHAR szCSDVersion[128];
} OSVERSIONINFOW, *LPOSVERSIONINFOW;

typedef struct _OSVERSIONINFOEXA {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    CHAR szCSDVersion[128];
    WORD wServicePackMajor;
    WORD wServicePackMinor;
    WORD wSuiteMask;
    BYTE wProductType;
    BYTE wReserved;
} OSVERSIONINFOEXA, *LPOSVERSIONINFOEXA;

typedef struct _OSVERSIONINFOEXW {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    WCHAR szCSDVersion[128];
    WORD wServicePackMajor;
    WORD wServicePackMinor;
    WORD wSuiteMask;
    BYTE wProductType;
    BYTE wReserved;
} OSVERSIONINFOEXW, *LPOSVERSIONINFOEXW;

BOOL WINAPI GetVersionExA(LPOSVERSIONINFOA version);
BOOL WINAPI GetVersionExW(LPOSVERSIONINFOW version);
#ifdef UNICODE
#define GetVersionEx GetVersionExW
typedef OSVERSIONINFOW OSVERSIONINFO, *LPOSVERSIONINFO;
typedef OSVERSIONINFOEXW OSVERSIONINFOEX, *LPOSVERSIONINFOEX;
#else
#define GetVersionEx GetVersionExA
typedef OSVERSIONINFOA OSVERSIONINFO, *LPOSVERSIONINFO;
typedef OSVERSIONINFOEXA OSVERSIONINFOEX, *LPOSVERSIONINFOEX;
#endif

/* The machine's memory, without what the image has, and the program's addresses. There is no file
 * of pages: its numbers are those of the memory again. FALSE: ERROR_INVALID_PARAMETER, dwLength is
 * not that of the structure. The older call says 2 GB where there is more. */
typedef struct _MEMORYSTATUSEX {
    DWORD dwLength;
    DWORD dwMemoryLoad; /* percent in use */
    DWORDLONG ullTotalPhys, ullAvailPhys, ullTotalPageFile, ullAvailPageFile;
    DWORDLONG ullTotalVirtual, ullAvailVirtual, ullAvailExtendedVirtual;
} MEMORYSTATUSEX, *LPMEMORYSTATUSEX;
BOOL WINAPI GlobalMemoryStatusEx(LPMEMORYSTATUSEX status);

typedef struct _MEMORYSTATUS {
    DWORD dwLength;
    DWORD dwMemoryLoad;
    SIZE_T dwTotalPhys, dwAvailPhys, dwTotalPageFile, dwAvailPageFile;
    SIZE_T dwTotalVirtual, dwAvailVirtual;
} MEMORYSTATUS, *LPMEMORYSTATUS;
VOID WINAPI GlobalMemoryStatus(LPMEMORYSTATUS status);

/* TRAPLINE, in a buffer of *size characters. *size becomes the length, without the zero. FALSE:
 * ERROR_BUFFER_OVERFLOW; then *size is what it needs, with the zero. */
#define MAX_COMPUTERNAME_LENGTH 15
BOOL WINAPI GetComputerNameA(LPSTR buffer, LPDWORD size);
BOOL WINAPI GetComputerNameW(LPWSTR buffer, LPDWORD size);
#ifdef UNICODE
#define GetComputerName GetComputerNameW
#else
#define GetComputerName GetComputerNameA
#endif

/* C:\\Windows and C:\\Windows\\system32. The length is returned, or the size that the buffer needs.
 */
UINT WINAPI GetWindowsDirectoryA(LPSTR buffer, UINT size);
UINT WINAPI GetWindowsDirectoryW(LPWSTR buffer, UINT size);
UINT WINAPI GetSystemDirectoryA(LPSTR buffer, UINT size);
UINT WINAPI GetSystemDirectoryW(LPWSTR buffer, UINT size);
#ifdef UNICODE
#define GetWindowsDirectory GetWindowsDirectoryW
#define GetSystemDirectory  GetSystemDirectoryW
#else
#define GetWindowsDirectory GetWindowsDirectoryA
#define GetSystemDirectory  GetSystemDirectoryA
#endif

/* Stores a row for each CPU (nt_objects.h): RelationProcessorCore, its bit in ProcessorMask, and no
 * flags, because none shares its core. There are no rows of caches, nodes and packages. *length is
 * the bytes that there are for rows, and becomes those needed. FALSE: ERROR_INSUFFICIENT_BUFFER;
 * then rows may be NULL. */
BOOL WINAPI GetLogicalProcessorInformation(PSYSTEM_LOGICAL_PROCESSOR_INFORMATION rows,
                                           PDWORD length);

#endif
