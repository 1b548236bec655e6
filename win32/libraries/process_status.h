/* psapi.dll's facts about this process, by the names of kernel32, for files of Windows alone. A
 * handle of another process is refused with ERROR_INVALID_HANDLE, a structure that is too small
 * with ERROR_INSUFFICIENT_BUFFER. Ordinary code. */
#ifndef WIN32_LIBRARIES_PROCESS_STATUS_H
#define WIN32_LIBRARIES_PROCESS_STATUS_H

#include <windef.h>

struct module_information {
    void *base;
    DWORD size;
    void *entry;
};

struct memory_counters {
    DWORD size, faults;
    SIZE_T most_used, used, most_paged_pool, paged_pool, most_nonpaged_pool, nonpaged_pool,
        committed, most_committed;
};

/* Numbers of the machine. Memory is counted in pages. */
struct performance_information {
    DWORD size;
    SIZE_T committed, commit_limit, commit_peak, physical, physical_free, cache, kernel,
        kernel_paged, kernel_nonpaged, page_size;
    DWORD handles, processes, threads;
};
/* ERROR_BAD_LENGTH: the size is not the structure's. */
BOOL WINAPI K32GetPerformanceInfo(struct performance_information *result, DWORD size);

/* *needed becomes the bytes that all have. */
BOOL WINAPI K32EnumProcessModules(HANDLE process, HMODULE *modules, DWORD size, DWORD *needed);
BOOL WINAPI K32EnumProcesses(DWORD *numbers, DWORD size, DWORD *needed);

BOOL WINAPI K32GetModuleInformation(HANDLE process, HMODULE module,
                                    struct module_information *result, DWORD size);
BOOL WINAPI K32GetProcessMemoryInfo(HANDLE process, struct memory_counters *result, DWORD size);

/* Return the length of a path, or of the name at its end, 0 without one. */
DWORD WINAPI K32GetModuleFileNameExA(HANDLE process, HMODULE module, LPSTR path, DWORD size);
DWORD WINAPI K32GetModuleFileNameExW(HANDLE process, HMODULE module, LPWSTR path, DWORD size);
DWORD WINAPI K32GetModuleBaseNameA(HANDLE process, HMODULE module, LPSTR to, DWORD size);
DWORD WINAPI K32GetModuleBaseNameW(HANDLE process, HMODULE module, LPWSTR to, DWORD size);

/* The file that is mapped at the address, by its device, cut to the room there is. Return its
 * length, 0 with the last error: ERROR_UNEXP_NET_ERR, none is mapped there; ERROR_FILE_INVALID, a
 * view of memory. */
DWORD WINAPI K32GetMappedFileNameA(HANDLE process, LPVOID address, LPSTR to, DWORD size);
DWORD WINAPI K32GetMappedFileNameW(HANDLE process, LPVOID address, LPWSTR to, DWORD size);

#endif
