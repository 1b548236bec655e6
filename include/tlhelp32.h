/* Snapshots of the process: the process itself, its threads, modules and heaps. Each walk begins
 * with First, and ends with FALSE and ERROR_NO_MORE_FILES; ERROR_INVALID_PARAMETER: the structure
 * is too small. Ordinary code. */
#ifndef TLHELP32_H
#define TLHELP32_H

#include <windef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TH32CS_SNAPHEAPLIST 0x01u
#define TH32CS_SNAPPROCESS  0x02u
#define TH32CS_SNAPTHREAD   0x04u
#define TH32CS_SNAPMODULE   0x08u
#define TH32CS_SNAPMODULE32 0x10u
#define TH32CS_SNAPALL                                                                             \
    (TH32CS_SNAPHEAPLIST | TH32CS_SNAPPROCESS | TH32CS_SNAPTHREAD | TH32CS_SNAPMODULE)
#define TH32CS_INHERIT 0x80000000u

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
} PROCESSENTRY32, *PPROCESSENTRY32, *LPPROCESSENTRY32;

typedef struct tagPROCESSENTRY32W {
    DWORD dwSize, cntUsage, th32ProcessID;
    ULONG_PTR th32DefaultHeapID;
    DWORD th32ModuleID, cntThreads, th32ParentProcessID;
    LONG pcPriClassBase;
    DWORD dwFlags;
    WCHAR szExeFile[MAX_PATH];
} PROCESSENTRY32W, *PPROCESSENTRY32W, *LPPROCESSENTRY32W;
_Static_assert(sizeof(PROCESSENTRY32) == 0x128, "PROCESSENTRY32");
BOOL WINAPI Process32First(HANDLE snapshot, LPPROCESSENTRY32 entry);
BOOL WINAPI Process32Next(HANDLE snapshot, LPPROCESSENTRY32 entry);
BOOL WINAPI Process32FirstW(HANDLE snapshot, LPPROCESSENTRY32W entry);
BOOL WINAPI Process32NextW(HANDLE snapshot, LPPROCESSENTRY32W entry);

typedef struct tagTHREADENTRY32 {
    DWORD dwSize, cntUsage, th32ThreadID, th32OwnerProcessID;
    LONG tpBasePri, tpDeltaPri;
    DWORD dwFlags;
} THREADENTRY32, *PTHREADENTRY32, *LPTHREADENTRY32;
BOOL WINAPI Thread32First(HANDLE snapshot, LPTHREADENTRY32 entry);
BOOL WINAPI Thread32Next(HANDLE snapshot, LPTHREADENTRY32 entry);

#define MAX_MODULE_NAME32 255
typedef struct tagMODULEENTRY32 {
    DWORD dwSize, th32ModuleID, th32ProcessID, GlblcntUsage, ProccntUsage;
    BYTE *modBaseAddr;
    DWORD modBaseSize;
    HMODULE hModule;
    char szModule[MAX_MODULE_NAME32 + 1];
    char szExePath[MAX_PATH];
} MODULEENTRY32, *PMODULEENTRY32, *LPMODULEENTRY32;

typedef struct tagMODULEENTRY32W {
    DWORD dwSize, th32ModuleID, th32ProcessID, GlblcntUsage, ProccntUsage;
    BYTE *modBaseAddr;
    DWORD modBaseSize;
    HMODULE hModule;
    WCHAR szModule[MAX_MODULE_NAME32 + 1];
    WCHAR szExePath[MAX_PATH];
} MODULEENTRY32W, *PMODULEENTRY32W, *LPMODULEENTRY32W;
BOOL WINAPI Module32First(HANDLE snapshot, LPMODULEENTRY32 entry);
BOOL WINAPI Module32Next(HANDLE snapshot, LPMODULEENTRY32 entry);
BOOL WINAPI Module32FirstW(HANDLE snapshot, LPMODULEENTRY32W entry);
BOOL WINAPI Module32NextW(HANDLE snapshot, LPMODULEENTRY32W entry);

#define HF32_DEFAULT 1 /* the process' own heap */
#define LF32_FIXED   1 /* all blocks */
typedef struct tagHEAPLIST32 {
    SIZE_T dwSize;
    DWORD th32ProcessID;
    ULONG_PTR th32HeapID;
    DWORD dwFlags; /* HF32_DEFAULT */
} HEAPLIST32, *PHEAPLIST32, *LPHEAPLIST32;
typedef struct tagHEAPENTRY32 {
    SIZE_T dwSize;
    HANDLE hHandle;
    ULONG_PTR dwAddress;
    SIZE_T dwBlockSize;
    DWORD dwFlags, dwLockCount, dwResvd;
    DWORD th32ProcessID;
    ULONG_PTR th32HeapID;
} HEAPENTRY32, *PHEAPENTRY32, *LPHEAPENTRY32;
BOOL WINAPI Heap32ListFirst(HANDLE snapshot, LPHEAPLIST32 entry);
BOOL WINAPI Heap32ListNext(HANDLE snapshot, LPHEAPLIST32 entry);
BOOL WINAPI Heap32First(LPHEAPENTRY32 entry, DWORD process, ULONG_PTR heap);
BOOL WINAPI Heap32Next(LPHEAPENTRY32 entry);

/* Copies memory of the process, 0 or its number. */
BOOL WINAPI Toolhelp32ReadProcessMemory(DWORD process, LPCVOID address, LPVOID buffer, SIZE_T size,
                                        SIZE_T *done);

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define PROCESSENTRY32   PROCESSENTRY32W
#define PPROCESSENTRY32  PPROCESSENTRY32W
#define LPPROCESSENTRY32 LPPROCESSENTRY32W
#define Process32First   Process32FirstW
#define Process32Next    Process32NextW
#define MODULEENTRY32    MODULEENTRY32W
#define PMODULEENTRY32   PMODULEENTRY32W
#define LPMODULEENTRY32  LPMODULEENTRY32W
#define Module32First    Module32FirstW
#define Module32Next     Module32NextW
#endif

#endif
