/* Snapshots of the process: its threads, modules and heaps. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>
#include <tlhelp32.h>

static DWORD WINAPI wait(LPVOID event) { return WaitForSingleObject(event, INFINITE); }

static int count_threads(void)
{
    THREADENTRY32 thread = {.dwSize = sizeof thread};
    int count = 0, own = 0;
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    for (BOOL more = Thread32First(snapshot, &thread); more; more = Thread32Next(snapshot, &thread))
        if (thread.th32OwnerProcessID == GetCurrentProcessId()) {
            count++;
            own += thread.th32ThreadID == GetCurrentThreadId();
        }
    printf("own thread %d, end %lu", own, GetLastError());
    printf(", closed %d\n", CloseHandle(snapshot));
    return count;
}

struct debug_heap {
    void *base;
    ULONG flags;
    USHORT overhead, trace;
    SIZE_T allocated, committed;
    ULONG tags, blocks, unused[7];
    void *tag_rows;
    struct {
        SIZE_T size;
        USHORT flags, trace;
        SIZE_T committed;
        void *first;
    } * rows;
};

struct debug_lists {
    ULONG unused[12];
    struct {
        ULONG count;
        struct {
            void *section, *mapped, *base;
            ULONG size, flags;
            USHORT load_order, start_order, loads, name_at;
            char path[256];
        } rows[2];
    } * modules;
    void *traces;
    struct {
        ULONG count;
        struct debug_heap rows[8];
    } * heaps;
};

static int has_block(const struct debug_heap *heap, SIZE_T size)
{
    int found = 0;
    for (ULONG i = 0; i < heap->blocks; i++)
        found += heap->rows[i].size == size && heap->rows[i].flags == 1;
    return found;
}

/* The lists that a program asks of itself as a debugger would. */
static void show_debug_lists(void)
{
#define ASK(name) (void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), name)
    struct debug_lists *(NTAPI * make)(ULONG, BOOLEAN) = ASK("RtlCreateQueryDebugBuffer");
    LONG(NTAPI * end)(struct debug_lists *) = ASK("RtlDestroyQueryDebugBuffer");
    LONG(NTAPI * tell)
    (ULONG_PTR, ULONG, struct debug_lists *) = ASK("RtlQueryProcessDebugInformation");
    HANDLE heap = HeapCreate(0, 0, 0);
    HeapAlloc(heap, 0, 12345);
    struct debug_lists *lists = make(0, FALSE), *small = make(1, FALSE);
    printf("lists: other process %lX", tell(GetCurrentThreadId(), 4, lists));
    printf(", %lX", tell(GetCurrentProcessId(), 1 + 4 + 16, lists));
    printf(" %s", lists->modules->rows[0].path + lists->modules->rows[0].name_at);
    printf(" %d", lists->modules->rows[0].base == GetModuleHandleA(NULL));
    for (ULONG i = 0; i < lists->heaps->count; i++)
        if (lists->heaps->rows[i].base == heap)
            printf(", heap's blocks %d, bytes %lu", has_block(&lists->heaps->rows[i], 12345),
                   (DWORD)lists->heaps->rows[i].allocated);
    printf(", heaps alone %lX", tell(GetCurrentProcessId(), 4, lists));
    printf(" %d %d", lists->modules == NULL, lists->heaps->rows[0].rows == NULL);
    for (int i = 0; i < 300; i++)
        HeapAlloc(heap, 0, 8);
    printf(", no room %lX", tell(GetCurrentProcessId(), 16, small));
    printf(", end %lX %lX\n", end(lists), end(small));
    HeapDestroy(heap);
}

static void check_threads(void)
{
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    int before = count_threads();
    HANDLE thread = CreateThread(NULL, 0, wait, event, 0, NULL);
    printf("one more: %d\n", count_threads() == before + 1);
    SetEvent(event);
    WaitForSingleObject(thread, INFINITE);
    printf("and less: %d\n", count_threads() == before);
    for (int i = 0; i < 1100; i++) {
        HANDLE brief = CreateThread(NULL, 0, wait, event, 0, NULL); /* set: it ends at once */
        WaitForSingleObject(brief, INFINITE);
        CloseHandle(brief);
    }
    ResetEvent(event);
    thread = CreateThread(NULL, 0, wait, event, 0, NULL);
    printf("after many: %d\n", count_threads() == before + 1);
    SetEvent(event);
    WaitForSingleObject(thread, INFINITE);
}

static void check_modules(HANDLE snapshot)
{
    MODULEENTRY32 module = {.dwSize = sizeof module};
    printf("first module: %d", Module32First(snapshot, &module));
    printf(" %s %s %d\n", module.szModule, module.szExePath,
           module.hModule == GetModuleHandleA(NULL));
    printf("second: %d", Module32Next(snapshot, &module));
    printf(" %s\n", module.szModule);
    MODULEENTRY32W wide = {.dwSize = sizeof wide};
    Module32FirstW(snapshot, &wide);
    while (Module32NextW(snapshot, &wide))
        if (wide.hModule == GetModuleHandleA("kernel32.dll"))
            printf("kernel32: %d\n", wide.modBaseAddr == (BYTE *)wide.hModule);
    module.dwSize = 10;
    printf("too small: %d", Module32First(snapshot, &module));
    printf(" %lu\n", GetLastError());
}

static void check_process(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS | TH32CS_SNAPMODULE, 0);
    PROCESSENTRY32 process = {.dwSize = sizeof process};
    int found = 0;
    for (BOOL more = Process32First(snapshot, &process); more;
         more = Process32Next(snapshot, &process))
        if (process.th32ProcessID == GetCurrentProcessId()) {
            found++;
            printf("process: %s\n", process.szExeFile);
        }
    printf("found %d, end %lu\n", found, GetLastError());
    check_modules(snapshot);
    THREADENTRY32 none = {.dwSize = sizeof none};
    printf("no threads: %d", Thread32First(snapshot, &none));
    printf(" %lu\n", GetLastError());
    CloseHandle(snapshot);
    printf("closed: %d", Process32First(snapshot, &process));
    printf(" %lu\n", GetLastError());
    printf("another process: %d",
           CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, 12345) != INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
}

static void check_heaps(void)
{
    DWORD count = 0;
    HANDLE heap = HeapCreate(0, 0, 0);
    HeapAlloc(heap, 0, 77);
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPHEAPLIST, GetCurrentProcessId());
    HEAPLIST32 list = {.dwSize = sizeof list};
    for (BOOL more = Heap32ListFirst(snapshot, &list); more;
         more = Heap32ListNext(snapshot, &list)) {
        HEAPENTRY32 entry = {.dwSize = sizeof entry};
        if (list.th32HeapID != (ULONG_PTR)heap)
            continue;
        for (more = Heap32First(&entry, GetCurrentProcessId(), list.th32HeapID); more;
             more = Heap32Next(&entry))
            count += entry.dwBlockSize == 77;
    }
    CloseHandle(snapshot);
    printf("block: %lu\n", count);
}

int main(void)
{
    show_debug_lists();
    check_threads();
    check_process();
    check_heaps();
    return 0;
}
