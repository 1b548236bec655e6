/* Snapshots of the process, and what it is told of itself. */

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

int main(void)
{
    show_debug_lists();
    DWORD count = 0, size = 20, session = 9;
    char text[300];
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
    THREADENTRY32 none = {.dwSize = sizeof none};
    printf("no threads: %d", Thread32First(snapshot, &none));
    printf(" %lu\n", GetLastError());
    CloseHandle(snapshot);
    printf("closed: %d", Process32First(snapshot, &process));
    printf(" %lu\n", GetLastError());
    printf("another process: %d",
           CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, 12345) != INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());

    HANDLE heap = HeapCreate(0, 0, 0);
    HeapAlloc(heap, 0, 77);
    snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPHEAPLIST, GetCurrentProcessId());
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

    printf("short: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    printf(" %lu", GetLastError());
    size = sizeof text;
    printf(", nowhere: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, NULL, &size));
    printf(" %lu", GetLastError());
    printf(", name: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    printf(" %lu %s\n", size, text);
    printf("no window: %lX", WaitForInputIdle(GetCurrentProcess(), INFINITE));
    printf(" %lu", GetLastError());
    printf(" %lX", WaitForInputIdle(NULL, 0));
    printf(" %lu\n", GetLastError());
    printf("session: %d", ProcessIdToSessionId(GetCurrentProcessId(), &session));
    printf(" %lu\n", session);
    printf("version: %lX %lX\n", GetProcessVersion(0), GetProcessVersion(GetCurrentProcessId()));
    SIZE_T least, most;
    printf("working set: %d", SetProcessWorkingSetSize(GetCurrentProcess(), 0x100000, 0x200000));
    GetProcessWorkingSetSize(GetCurrentProcess(), &least, &most);
    printf(" %lX %lX, ", least, most);
    printf("wrong: %d", SetProcessWorkingSetSize(GetCurrentProcess(), 5, 4));
    printf(" %lu\n", GetLastError());
    BOOL boost = 7;
    printf("boost: %d", SetProcessPriorityBoost(GetCurrentProcess(), TRUE));
    GetProcessPriorityBoost(GetCurrentProcess(), &boost);
    printf(" %d", boost);
    SetThreadPriorityBoost(GetCurrentThread(), TRUE);
    GetThreadPriorityBoost(GetCurrentThread(), &boost);
    printf(" %d\n", boost);
    FILETIME idle, kernel, user;
    printf("times: %d\n", GetSystemTimes(&idle, &kernel, &user));
    IO_COUNTERS counters;
    printf("counters: %d\n", GetProcessIoCounters(GetCurrentProcess(), &counters));
    SYSTEM_POWER_STATUS power;
    GetSystemPowerStatus(&power);
    printf("power: %u %u\n", power.ACLineStatus, power.BatteryFlag);
    ULONG node = 7;
    UCHAR of_cpu = 7;
    GetNumaHighestNodeNumber(&node);
    printf("nodes: %lu %d", node, GetNumaProcessorNode(0, &of_cpu));
    printf(" %u", of_cpu);
    printf(", of none %d", GetNumaProcessorNode(200, &of_cpu));
    printf(" %lu\n", GetLastError());
    printf("state: %lX", SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED));
    printf(" %lX\n", SetThreadExecutionState(ES_CONTINUOUS));
    size = 3;
    printf("name: %d", GetComputerNameExA(ComputerNameDnsHostname, text, &size));
    printf(" %lu %lu", GetLastError(), size);
    printf(" %d", GetComputerNameExA(ComputerNameDnsHostname, text, &size));
    printf(" %lu %s\n", size, text);
    printf("Wow64: %u", GetSystemWow64DirectoryA(text, sizeof text));
    printf(" %lu", GetLastError());
    GetSystemWindowsDirectoryA(text, sizeof text);
    printf(", windows %s\n", text);
    HANDLE memory = CreateMemoryResourceNotification(HighMemoryResourceNotification);
    QueryMemoryResourceNotification(memory, &boost);
    printf("memory: %d\n", boost);
    printf("error mode:");
    DWORD mode = 9;
    printf(" %d", SetThreadErrorMode(SEM_NOOPENFILEERRORBOX, &mode));
    printf(" %lu %lX\n", mode, GetThreadErrorMode());
    return 0;
}
