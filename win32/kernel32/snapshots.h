/* Snapshots of the process: the process itself, its threads, modules and heaps. Each walk begins
 * with First, and ends with FALSE and ERROR_NO_MORE_FILES; ERROR_INVALID_PARAMETER: the structure
 * is too small. Ordinary code. */
#ifndef WIN32_KERNEL32_SNAPSHOTS_H
#define WIN32_KERNEL32_SNAPSHOTS_H

#include <windef.h>

#define TH32CS_SNAPHEAPLIST 0x01u
#define TH32CS_SNAPPROCESS  0x02u
#define TH32CS_SNAPTHREAD   0x04u
#define TH32CS_SNAPMODULE   0x08u
#define TH32CS_SNAPMODULE32 0x10u
#define TH32CS_INHERIT      0x80000000u

/* Makes a handle, which CloseHandle takes. INVALID_HANDLE_VALUE: ERROR_INVALID_PARAMETER, modules
 * and heaps of another process; ERROR_NOT_ENOUGH_MEMORY. */
HANDLE WINAPI CreateToolhelp32Snapshot(DWORD flags, DWORD process);

typedef struct tagPROCESSENTRY32 {
    DWORD dwSize, cntUsage, th32ProcessID;
    ULONG_PTR th32DefaultHeapID;
    DWORD th32ModuleID, cntThreads, th32ParentProcessID;
    LONG pcPriClassBase;
    DWORD dwFlags;
    CHAR szExeFile[MAX_PATH];
} PROCESSENTRY32, *LPPROCESSENTRY32;

typedef struct tagPROCESSENTRY32W {
    DWORD dwSize, cntUsage, th32ProcessID;
    ULONG_PTR th32DefaultHeapID;
    DWORD th32ModuleID, cntThreads, th32ParentProcessID;
    LONG pcPriClassBase;
    DWORD dwFlags;
    WCHAR szExeFile[MAX_PATH];
} PROCESSENTRY32W, *LPPROCESSENTRY32W;
_Static_assert(sizeof(PROCESSENTRY32) == 0x128, "PROCESSENTRY32");
BOOL WINAPI Process32First(HANDLE snapshot, LPPROCESSENTRY32 entry);
BOOL WINAPI Process32Next(HANDLE snapshot, LPPROCESSENTRY32 entry);
BOOL WINAPI Process32FirstW(HANDLE snapshot, LPPROCESSENTRY32W entry);
BOOL WINAPI Process32NextW(HANDLE snapshot, LPPROCESSENTRY32W entry);

typedef struct tagTHREADENTRY32 {
    DWORD dwSize, cntUsage, th32ThreadID, th32OwnerProcessID;
    LONG tpBasePri, tpDeltaPri;
    DWORD dwFlags;
} THREADENTRY32, *LPTHREADENTRY32;
BOOL WINAPI Thread32First(HANDLE snapshot, LPTHREADENTRY32 entry);
BOOL WINAPI Thread32Next(HANDLE snapshot, LPTHREADENTRY32 entry);

enum { MODULE_NAME_SIZE = 256 };
typedef struct tagMODULEENTRY32 {
    DWORD dwSize, th32ModuleID, th32ProcessID, GlblcntUsage, ProccntUsage;
    BYTE *modBaseAddr;
    DWORD modBaseSize;
    HMODULE hModule;
    char szModule[MODULE_NAME_SIZE];
    char szExePath[MAX_PATH];
} MODULEENTRY32, *LPMODULEENTRY32;

typedef struct tagMODULEENTRY32W {
    DWORD dwSize, th32ModuleID, th32ProcessID, GlblcntUsage, ProccntUsage;
    BYTE *modBaseAddr;
    DWORD modBaseSize;
    HMODULE hModule;
    WCHAR szModule[MODULE_NAME_SIZE];
    WCHAR szExePath[MAX_PATH];
} MODULEENTRY32W, *LPMODULEENTRY32W;
BOOL WINAPI Module32First(HANDLE snapshot, LPMODULEENTRY32 entry);
BOOL WINAPI Module32Next(HANDLE snapshot, LPMODULEENTRY32 entry);
BOOL WINAPI Module32FirstW(HANDLE snapshot, LPMODULEENTRY32W entry);
BOOL WINAPI Module32NextW(HANDLE snapshot, LPMODULEENTRY32W entry);

typedef struct tagHEAPLIST32 {
    SIZE_T dwSize;
    DWORD th32ProcessID;
    ULONG_PTR th32HeapID;
    DWORD dwFlags; /* 1: the process' own heap */
} HEAPLIST32, *LPHEAPLIST32;
typedef struct tagHEAPENTRY32 {
    SIZE_T dwSize;
    HANDLE hHandle;
    ULONG_PTR dwAddress;
    SIZE_T dwBlockSize;
    DWORD dwFlags, dwLockCount, dwResvd; /* flags 1: fixed */
    DWORD th32ProcessID;
    ULONG_PTR th32HeapID;
} HEAPENTRY32, *LPHEAPENTRY32;
BOOL WINAPI Heap32ListFirst(HANDLE snapshot, LPHEAPLIST32 entry);
BOOL WINAPI Heap32ListNext(HANDLE snapshot, LPHEAPLIST32 entry);
BOOL WINAPI Heap32First(LPHEAPENTRY32 entry, DWORD process, ULONG_PTR heap);
BOOL WINAPI Heap32Next(LPHEAPENTRY32 entry);

/* Copies memory of the process, 0 or its number. */
BOOL WINAPI Toolhelp32ReadProcessMemory(DWORD process, LPCVOID address, LPVOID buffer, SIZE_T size,
                                        SIZE_T *done);

#endif
