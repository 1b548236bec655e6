/* psapi.dll, whose calls kernel32 has by other names: the modules and the memory of this process.
 * There is no other one. */
#include "win32/libraries/process_status.h"

#include "win32/fails.h"
#include "win32/libraries/library.h"

#include <libloaderapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <seh.h>
#include <stdbool.h>
#include <string.h>
#include <stringapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <wchar.h>
#include <winerror.h>
#include <winnt.h>
#include <winternl.h>

static bool is_own(HANDLE process)
{
    return GetProcessId(process) == GetCurrentProcessId() || fails(ERROR_INVALID_HANDLE);
}

/* ---------------------------------------------------------------- modules */

/* Walks the modules with the loader's lock, until the function returns false. */
static void walk_modules(bool (*function)(const LDR_DATA_TABLE_ENTRY *row, void *context),
                         void *context)
{
    PEB *peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    LIST_ENTRY *head = &peb->Ldr->InLoadOrderModuleList, *link;
    EnterCriticalSection(peb->LoaderLock);
    for (link = head->Flink; link != head; link = link->Flink)
        if (!function((const LDR_DATA_TABLE_ENTRY *)(const void *)link, context))
            break;
    LeaveCriticalSection(peb->LoaderLock);
}

struct module_place {
    HMODULE *modules;
    DWORD room, count;
};

static bool note_module(const LDR_DATA_TABLE_ENTRY *row, void *context)
{
    struct module_place *place = context;
    if (place->count < place->room)
        place->modules[place->count] = row->DllBase;
    place->count++;
    return true;
}

BOOL WINAPI K32EnumProcessModules(HANDLE process, HMODULE *modules, DWORD size, DWORD *needed)
{
    struct module_place place = {modules, size / (DWORD)sizeof *modules, 0};
    if (!is_own(process))
        return FALSE;
    if (modules || !size)
        walk_modules(note_module, &place);
    if (!needed || (!modules && size)) {
        SetLastError(ERROR_NOACCESS);
        return FALSE;
    }
    *needed = place.count * (DWORD)sizeof *modules;
    return TRUE;
}

struct information_search {
    const void *base;
    struct module_information found;
};

static bool compare_base(const LDR_DATA_TABLE_ENTRY *row, void *context)
{
    struct information_search *search = context;
    if (row->DllBase != search->base)
        return true;
    search->found = (struct module_information){row->DllBase, row->SizeOfImage, row->EntryPoint};
    return false;
}

BOOL WINAPI K32GetModuleInformation(HANDLE process, HMODULE module,
                                    struct module_information *result, DWORD size)
{
    struct information_search search = {.base = module ? module : GetModuleHandleA(NULL)};
    if (!is_own(process))
        return FALSE;
    if (size < sizeof *result)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    walk_modules(compare_base, &search);
    if (!search.found.base)
        return fails(ERROR_INVALID_HANDLE);
    *result = search.found;
    return TRUE;
}

DWORD WINAPI K32GetModuleFileNameExA(HANDLE process, HMODULE module, LPSTR path, DWORD size)
{
    return is_own(process) ? GetModuleFileNameA(module, path, size) : 0;
}

DWORD WINAPI K32GetModuleFileNameExW(HANDLE process, HMODULE module, LPWSTR path, DWORD size)
{
    return is_own(process) ? GetModuleFileNameW(module, path, size) : 0;
}

/* Cut to the room there is, with its zero. */
#define BASE_NAME(name, letter, whole_path, last, length_of, copy)                                 \
    DWORD WINAPI name(HANDLE process, HMODULE module, letter *to, DWORD size)                      \
    {                                                                                              \
        letter path[MAX_PATH];                                                                     \
        if (!size || !whole_path(process, module, path, MAX_PATH))                                 \
            return 0;                                                                              \
        const letter *slash = last(path, '\\'), *base = slash ? slash + 1 : path;                  \
        DWORD length = (DWORD)length_of(base);                                                     \
        if (length >= size)                                                                        \
            length = size - 1;                                                                     \
        copy(to, base, length);                                                                    \
        to[length] = 0;                                                                            \
        return length;                                                                             \
    }

BASE_NAME(K32GetModuleBaseNameA, char, K32GetModuleFileNameExA, strrchr, strlen, memcpy)
BASE_NAME(K32GetModuleBaseNameW, wchar_t, K32GetModuleFileNameExW, wcsrchr, wcslen, wmemcpy)

/* ---------------------------------------------------------------- memory */

_Static_assert(sizeof(struct memory_counters) == 40, "PROCESS_MEMORY_COUNTERS");

/* Memory of this process never leaves the machine's. Memory that the process had once, and has
 * given back, is not counted. */
BOOL WINAPI K32GetProcessMemoryInfo(HANDLE process, struct memory_counters *result, DWORD size)
{
    MEMORY_BASIC_INFORMATION region;
    SIZE_T used = 0, committed = 0;
    if (!is_own(process))
        return FALSE;
    if (size < sizeof *result)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    for (const char *at = NULL; VirtualQuery(at, &region, sizeof region) == sizeof region;
         at = (const char *)region.BaseAddress + region.RegionSize) {
        used += region.State == MEM_COMMIT ? region.RegionSize : 0;
        committed +=
            region.State == MEM_COMMIT && region.Type == MEM_PRIVATE ? region.RegionSize : 0;
    }
    *result = (struct memory_counters){.size = sizeof *result,
                                       .most_used = used,
                                       .used = used,
                                       .committed = committed,
                                       .most_committed = committed};
    return TRUE;
}

/* Returns a list of the system, which VirtualFree gives back; NULL without memory. */
static char *system_list(int class)
{
    SYSTEM_INFORMATION_CLASS wanted = (SYSTEM_INFORMATION_CLASS) class;
    ULONG size = 0;
    NtQuerySystemInformation(wanted, NULL, 0, &size);
    size = 2 * size + 64; /* threads and handles may come meanwhile */
    char *list = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (list && NtQuerySystemInformation(wanted, list, size, NULL)) {
        VirtualFree(list, 0, MEM_RELEASE);
        list = NULL;
    }
    return list;
}

/* Counts what runs on the machine: the one process, and what it has. */
static void count_processes(struct performance_information *result)
{
    enum { PROCESSES = 5, HANDLES = 16 };
    char *processes = system_list(PROCESSES), *handles = system_list(HANDLES);
    result->processes = 1;
    if (processes)
        memcpy(&result->threads, processes + sizeof(DWORD), sizeof result->threads);
    if (handles)
        memcpy(&result->handles, handles, sizeof result->handles);
    if (processes)
        VirtualFree(processes, 0, MEM_RELEASE);
    if (handles)
        VirtualFree(handles, 0, MEM_RELEASE);
}

BOOL WINAPI K32GetPerformanceInfo(struct performance_information *result, DWORD size)
{
    enum { PAGE = 4096 };
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    if (size < sizeof *result)
        return fails(ERROR_BAD_LENGTH);
    GlobalMemoryStatusEx(&memory);
    SIZE_T all = (SIZE_T)(memory.ullTotalPhys / PAGE), left = (SIZE_T)(memory.ullAvailPhys / PAGE);
    *result = (struct performance_information){.size = sizeof *result,
                                               .committed = all - left,
                                               .commit_limit = all,
                                               .commit_peak = all - left,
                                               .physical = all,
                                               .physical_free = left,
                                               .page_size = PAGE};
    count_processes(result);
    return TRUE;
}

DWORD WINAPI K32GetMappedFileNameW(HANDLE process, LPVOID address, LPWSTR to, DWORD size)
{
    struct {
        UNICODE_STRING text;
        WCHAR units[2 * MAX_PATH];
    } name;
    if (!to)
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    if (!size)
        return (DWORD)fails(ERROR_INSUFFICIENT_BUFFER);
    NTSTATUS status =
        NtQueryVirtualMemory(process, address, MemorySectionName, &name, sizeof name, NULL);
    if (status)
        return (DWORD)fails(RtlNtStatusToDosError(status));
    DWORD length = name.text.Length / (DWORD)sizeof *to, given = length < size ? length : size;
    wmemcpy(to, name.text.Buffer, given);
    to[given < size ? given : given - 1] = 0;
    return given;
}

DWORD WINAPI K32GetMappedFileNameA(HANDLE process, LPVOID address, LPSTR to, DWORD size)
{
    WCHAR wide[2 * MAX_PATH];
    char name[4 * MAX_PATH];
    if (!to)
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    if (!size)
        return (DWORD)fails(ERROR_INSUFFICIENT_BUFFER);
    if (!K32GetMappedFileNameW(process, address, wide, 2 * MAX_PATH))
        return 0;
    DWORD length =
        (DWORD)WideCharToMultiByte(CP_ACP, 0, wide, -1, name, sizeof name, NULL, NULL) - 1;
    DWORD given = length < size ? length : size;
    memcpy(to, name, given);
    to[given < size ? given : given - 1] = 0;
    return given;
}

BOOL WINAPI K32EnumProcesses(DWORD *numbers, DWORD size, DWORD *needed)
{
    *needed = size >= sizeof *numbers ? sizeof *numbers : 0;
    if (*needed)
        *numbers = GetCurrentProcessId();
    return TRUE;
}

static const struct runtime_export rows[] = {
    EXPORT_AS(EnumProcessModules, K32EnumProcessModules),
    EXPORT_AS(EnumProcesses, K32EnumProcesses),
    EXPORT_AS(GetMappedFileNameA, K32GetMappedFileNameA),
    EXPORT_AS(GetMappedFileNameW, K32GetMappedFileNameW),
    EXPORT_AS(GetModuleBaseNameA, K32GetModuleBaseNameA),
    EXPORT_AS(GetModuleBaseNameW, K32GetModuleBaseNameW),
    EXPORT_AS(GetModuleFileNameExA, K32GetModuleFileNameExA),
    EXPORT_AS(GetModuleFileNameExW, K32GetModuleFileNameExW),
    EXPORT_AS(GetModuleInformation, K32GetModuleInformation),
    EXPORT_AS(GetPerformanceInfo, K32GetPerformanceInfo),
    EXPORT_AS(GetProcessMemoryInfo, K32GetProcessMemoryInfo),
};

LIBRARY(psapi_module, "PSAPI", rows);
