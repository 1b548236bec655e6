/* Snapshots. The entries of a list are read when the snapshot is made; heaps are walked as they
 * are. */
#include "lib/paths.h"
#include "win32/fails.h"
#include "win32/files/open_files.h"
#include "win32/heap_records.h"
#include "win32/module_loader.h"
#include "win32/threads/query.h"

#include <handleapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <tlhelp32.h>
#include <winnls.h>

enum { PROCESSES = 2, HEAPS = 64 };

enum list_kind { OF_PROCESSES, OF_THREADS, OF_MODULES, OF_HEAPS, LISTS };

/* The rows of one list, and the next one. */
struct list {
    bool is_asked;
    void *rows;
    unsigned count, next;
};

struct snapshot {
    struct list lists[LISTS];
};

static void end_snapshot(void *object)
{
    struct snapshot *snapshot = object;
    for (unsigned i = 0; i < LISTS; i++)
        free(snapshot->lists[i].rows);
    free(snapshot);
}

/* Adds a row of so many bytes. Returns false without memory. */
static bool add_row(struct list *list, const void *row, size_t size)
{
    char *rows = realloc(list->rows, (list->count + 1) * size);
    if (!rows)
        return false;
    memcpy(rows + list->count++ * size, row, size);
    list->rows = rows;
    return true;
}

static void widen(const char *text, WCHAR *wide, int size)
{
    if (!MultiByteToWideChar(CP_ACP, 0, text, -1, wide, size))
        wide[size - 1] = 0;
}

/* Threads that have not ended. */
static bool read_threads(struct list *list)
{
    for (DWORD id = thread_after(0); id; id = thread_after(id)) {
        struct thread_information information;
        HANDLE thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, id);
        if (!thread)
            continue;
        bool runs = thread_query(thread, &information) && !information.ended;
        CloseHandle(thread);
        THREADENTRY32 row = {.dwSize = sizeof row,
                             .th32ThreadID = id,
                             .th32OwnerProcessID = GetCurrentProcessId(),
                             .tpBasePri = information.priority};
        if (runs && !add_row(list, &row, sizeof row))
            return false;
    }
    return true;
}

static bool read_processes(struct list *list, unsigned threads)
{
    PROCESSENTRY32W rows[PROCESSES] = {
        {.cntThreads = 1, .szExeFile = L"[System Process]"},
        {.th32ProcessID = GetCurrentProcessId(), .cntThreads = threads, .pcPriClassBase = 8}};
    char path[MAX_PATH];
    if (module_loader.path_of(NULL, path))
        widen(path_last_part(path), rows[PROCESSES - 1].szExeFile, MAX_PATH);
    for (unsigned i = 0; i < PROCESSES; i++) {
        rows[i].dwSize = sizeof rows[i];
        if (!add_row(list, &rows[i], sizeof rows[i]))
            return false;
    }
    return true;
}

static bool add_module(const struct module_facts *facts, void *list)
{
    MODULEENTRY32W row = {.dwSize = sizeof row,
                          .th32ModuleID = 1,
                          .th32ProcessID = GetCurrentProcessId(),
                          .GlblcntUsage = facts->loads,
                          .ProccntUsage = facts->loads,
                          .modBaseAddr = (BYTE *)facts->handle,
                          .modBaseSize = facts->size,
                          .hModule = facts->handle};
    widen(path_last_part(facts->path), row.szModule, sizeof row.szModule / sizeof *row.szModule);
    widen(facts->path, row.szExePath, MAX_PATH);
    return add_row(list, &row, sizeof row);
}

static bool read_heaps(struct list *list)
{
    HANDLE heaps[HEAPS];
    DWORD count = GetProcessHeaps(HEAPS, heaps);
    for (DWORD i = 0; i < count && i < HEAPS; i++) {
        HEAPLIST32 row = {.dwSize = sizeof row,
                          .th32ProcessID = GetCurrentProcessId(),
                          .th32HeapID = (ULONG_PTR)heaps[i],
                          .dwFlags = heaps[i] == GetProcessHeap() ? HF32_DEFAULT : 0};
        if (!add_row(list, &row, sizeof row))
            return false;
    }
    return true;
}

HANDLE WINAPI CreateToolhelp32Snapshot(DWORD flags, DWORD process)
{
    const DWORD of_process = TH32CS_SNAPHEAPLIST | TH32CS_SNAPMODULE | TH32CS_SNAPMODULE32;
    const DWORD all = of_process | TH32CS_SNAPPROCESS | TH32CS_SNAPTHREAD;
    if (!(flags & all) || (flags & of_process && process && process != GetCurrentProcessId()))
        return file_handle_fails(ERROR_INVALID_PARAMETER);
    struct snapshot *snapshot = calloc(1, sizeof *snapshot);
    if (!snapshot)
        return file_handle_fails(ERROR_NOT_ENOUGH_MEMORY);
    const DWORD flag_of[LISTS] = {
        [OF_PROCESSES] = TH32CS_SNAPPROCESS,
        [OF_THREADS] = TH32CS_SNAPTHREAD,
        [OF_MODULES] = TH32CS_SNAPMODULE | TH32CS_SNAPMODULE32,
        [OF_HEAPS] = TH32CS_SNAPHEAPLIST,
    };
    struct list *lists = snapshot->lists, *threads = &lists[OF_THREADS];
    for (unsigned i = 0; i < LISTS; i++)
        lists[i].is_asked = flags & flag_of[i];
    /* A row of a process has the number of its threads. */
    bool needs_threads = threads->is_asked || lists[OF_PROCESSES].is_asked;
    bool done =
        (!needs_threads || read_threads(threads)) &&
        (!lists[OF_PROCESSES].is_asked || read_processes(&lists[OF_PROCESSES], threads->count)) &&
        (!lists[OF_MODULES].is_asked || module_loader.each(add_module, &lists[OF_MODULES])) &&
        (!lists[OF_HEAPS].is_asked || read_heaps(&lists[OF_HEAPS]));
    if (done)
        return open_object_publish(snapshot, end_snapshot);
    end_snapshot(snapshot);
    return file_handle_fails(ERROR_NOT_ENOUGH_MEMORY);
}

/* ---------------------------------------------------------------- walks */

/* Windows tells this of a structure whose caller says that it is smaller. */
static bool has_room(SIZE_T told, size_t size)
{
    return told >= size || fails(ERROR_INVALID_PARAMETER);
}

/* Takes the place of the next row, or of the first. Other threads may walk the same list. */
static unsigned take_place(struct list *list, bool first)
{
    unsigned place = 0;
    if (first)
        __atomic_store_n(&list->next, 1, __ATOMIC_RELAXED);
    else
        place = __atomic_load_n(&list->next, __ATOMIC_RELAXED);
    while (!first && place < list->count &&
           !__atomic_compare_exchange_n(&list->next, &place, place + 1, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
    }
    return place;
}

/* Copies the next row, or the first. */
static BOOL walk(HANDLE handle, enum list_kind kind, bool first, void *row, size_t size)
{
    struct open_file *file = open_object_use(handle, end_snapshot);
    if (!file)
        return FALSE;
    struct list *list = &((struct snapshot *)file->object)->lists[kind];
    unsigned place = take_place(list, first);
    bool found = list->is_asked && place < list->count;
    if (found)
        memcpy(row, (char *)list->rows + place * size, size);
    open_file_leave(file);
    return found || fails(ERROR_NO_MORE_FILES);
}

/* Walks with a structure whose size its caller has told. */
static BOOL tell_row(HANDLE snapshot, enum list_kind kind, bool first, SIZE_T told, void *row,
                     size_t size)
{
    return has_room(told, size) && walk(snapshot, kind, first, row, size);
}

static BOOL tell_process(HANDLE snapshot, LPPROCESSENTRY32 entry, bool first)
{
    PROCESSENTRY32W row;
    if (!has_room(entry->dwSize, sizeof *entry) ||
        !walk(snapshot, OF_PROCESSES, first, &row, sizeof row))
        return FALSE;
    memcpy(entry, &row, offsetof(PROCESSENTRY32, szExeFile));
    entry->dwSize = sizeof *entry;
    WideCharToMultiByte(CP_ACP, 0, row.szExeFile, -1, entry->szExeFile, MAX_PATH, NULL, NULL);
    return TRUE;
}

static BOOL tell_module(HANDLE snapshot, LPMODULEENTRY32 entry, bool first)
{
    MODULEENTRY32W row;
    if (!has_room(entry->dwSize, sizeof *entry) ||
        !walk(snapshot, OF_MODULES, first, &row, sizeof row))
        return FALSE;
    memcpy(entry, &row, offsetof(MODULEENTRY32, szModule));
    entry->dwSize = sizeof *entry;
    WideCharToMultiByte(CP_ACP, 0, row.szModule, -1, entry->szModule, sizeof entry->szModule, NULL,
                        NULL);
    WideCharToMultiByte(CP_ACP, 0, row.szExePath, -1, entry->szExePath, MAX_PATH, NULL, NULL);
    return TRUE;
}

BOOL WINAPI Process32First(HANDLE snapshot, LPPROCESSENTRY32 entry)
{
    return tell_process(snapshot, entry, true);
}

BOOL WINAPI Process32Next(HANDLE snapshot, LPPROCESSENTRY32 entry)
{
    return tell_process(snapshot, entry, false);
}

BOOL WINAPI Process32FirstW(HANDLE snapshot, LPPROCESSENTRY32W entry)
{
    return tell_row(snapshot, OF_PROCESSES, true, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Process32NextW(HANDLE snapshot, LPPROCESSENTRY32W entry)
{
    return tell_row(snapshot, OF_PROCESSES, false, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Thread32First(HANDLE snapshot, LPTHREADENTRY32 entry)
{
    return tell_row(snapshot, OF_THREADS, true, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Thread32Next(HANDLE snapshot, LPTHREADENTRY32 entry)
{
    return tell_row(snapshot, OF_THREADS, false, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Module32First(HANDLE snapshot, LPMODULEENTRY32 entry)
{
    return tell_module(snapshot, entry, true);
}

BOOL WINAPI Module32Next(HANDLE snapshot, LPMODULEENTRY32 entry)
{
    return tell_module(snapshot, entry, false);
}

BOOL WINAPI Module32FirstW(HANDLE snapshot, LPMODULEENTRY32W entry)
{
    return tell_row(snapshot, OF_MODULES, true, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Module32NextW(HANDLE snapshot, LPMODULEENTRY32W entry)
{
    return tell_row(snapshot, OF_MODULES, false, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Heap32ListFirst(HANDLE snapshot, LPHEAPLIST32 entry)
{
    return tell_row(snapshot, OF_HEAPS, true, entry->dwSize, entry, sizeof *entry);
}

BOOL WINAPI Heap32ListNext(HANDLE snapshot, LPHEAPLIST32 entry)
{
    return tell_row(snapshot, OF_HEAPS, false, entry->dwSize, entry, sizeof *entry);
}

/* The block behind an address of a heap; the heap's own is before all. */
static BOOL tell_block(LPHEAPENTRY32 entry, ULONG_PTR address)
{
    PROCESS_HEAP_ENTRY next = {.lpData = (PVOID)address};
    if (!HeapWalk((HANDLE)entry->th32HeapID, &next))
        return fails(ERROR_NO_MORE_FILES);
    entry->hHandle = next.lpData;
    entry->dwAddress = (ULONG_PTR)next.lpData;
    entry->dwBlockSize = next.cbData;
    entry->dwFlags = LF32_FIXED;
    entry->dwLockCount = entry->dwResvd = 0;
    return TRUE;
}

BOOL WINAPI Heap32First(LPHEAPENTRY32 entry, DWORD process, ULONG_PTR heap)
{
    if (!has_room(entry->dwSize, sizeof *entry))
        return FALSE;
    if (process && process != GetCurrentProcessId())
        return fails(ERROR_INVALID_PARAMETER);
    entry->th32ProcessID = GetCurrentProcessId();
    entry->th32HeapID = heap;
    return heap_or_error((HANDLE)heap) && tell_block(entry, heap);
}

BOOL WINAPI Heap32Next(LPHEAPENTRY32 entry)
{
    return has_room(entry->dwSize, sizeof *entry) && tell_block(entry, entry->dwAddress);
}

BOOL WINAPI Toolhelp32ReadProcessMemory(DWORD process, LPCVOID address, LPVOID buffer, SIZE_T size,
                                        SIZE_T *done)
{
    if (process && process != GetCurrentProcessId())
        return fails(ERROR_INVALID_PARAMETER);
    return ReadProcessMemory(GetCurrentProcess(), address, buffer, size, done);
}
