/* Snapshots of a native program: its threads, modules and heaps, and walks of a heap.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <string.h>
#include <tlhelp32.h>

static DWORD WINAPI wait(LPVOID event) { return WaitForSingleObject(event, INFINITE); }

/* The threads of this process; *found: how often the snapshot has that one. */
static int count_threads(DWORD id, int *found)
{
    THREADENTRY32 thread = {.dwSize = sizeof thread};
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    int count = 0;
    *found = 0;
    for (BOOL more = Thread32First(snapshot, &thread); more; more = Thread32Next(snapshot, &thread))
        if (thread.th32OwnerProcessID == GetCurrentProcessId()) {
            count++;
            *found += thread.th32ThreadID == id;
        }
    check(GetLastError() == ERROR_NO_MORE_FILES, "a walk ends with ERROR_NO_MORE_FILES");
    CloseHandle(snapshot);
    return count;
}

static void check_threads(void)
{
    DWORD id;
    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    int found, before = count_threads(GetCurrentThreadId(), &found);
    check(found == 1, "the calling thread is there");
    HANDLE thread = CreateThread(NULL, 0, wait, event, 0, &id);
    check(count_threads(id, &found) == before + 1 && found == 1, "so is one more");
    SetEvent(event);
    WaitForSingleObject(thread, INFINITE);
    check(count_threads(id, &found) == before && found == 0, "until it has ended");
}

static void check_process(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    PROCESSENTRY32 process = {.dwSize = sizeof process};
    PROCESSENTRY32W wide = {.dwSize = sizeof wide};
    BOOL more = Process32First(snapshot, &process);
    while (more && process.th32ProcessID != GetCurrentProcessId())
        more = Process32Next(snapshot, &process);
    BOOL of_wide = Process32FirstW(snapshot, &wide);
    while (of_wide && wide.th32ProcessID != GetCurrentProcessId())
        of_wide = Process32NextW(snapshot, &wide);
    check(more && process.cntThreads >= 1 && strstr(process.szExeFile, ".exe"),
          "the process has its name and threads");
    check(of_wide && (CHAR)wide.szExeFile[0] == process.szExeFile[0], "in wide text, too");
    process.dwSize--;
    check(!Process32First(snapshot, &process) && GetLastError() == ERROR_INVALID_PARAMETER,
          "a structure that is too small is refused");
    CloseHandle(snapshot);
}

static void check_modules(void)
{
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, GetCurrentProcessId());
    MODULEENTRY32 module = {.dwSize = sizeof module};
    MODULEENTRY32W wide = {.dwSize = sizeof wide};
    DWORD own = (DWORD)(ULONG_PTR)check_modules;
    check(Module32First(snapshot, &module) && module.hModule == GetModuleHandleA(NULL),
          "the first module is the program");
    check(own - (DWORD)(ULONG_PTR)module.modBaseAddr < module.modBaseSize, "its code lies there");
    int found = 0;
    while (Module32Next(snapshot, &module))
        found += module.hModule == GetModuleHandleA("kernel32") &&
                 !strcmp(module.szModule, "kernel32.dll") &&
                 !strcmp(module.szExePath, "C:\\Windows\\System32\\kernel32.dll");
    check(found == 1, "kernel32.dll is one of the others");
    check(Module32FirstW(snapshot, &wide) && Module32NextW(snapshot, &wide) &&
              wide.szExePath[0] == L'C',
          "modules have their paths in wide text, too");
    CloseHandle(snapshot);
    check(CreateToolhelp32Snapshot(TH32CS_SNAPMODULE, 1) == INVALID_HANDLE_VALUE &&
              GetLastError() == ERROR_INVALID_PARAMETER,
          "those of another process are refused");
}

static void check_heaps(void)
{
    HANDLE heap = HeapCreate(0, 0, 0);
    PVOID block = HeapAlloc(heap, 0, 777);
    HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPHEAPLIST, 0);
    HEAPLIST32 list = {.dwSize = sizeof list};
    HEAPENTRY32 entry = {.dwSize = sizeof entry};
    int found = 0, own = 0;
    for (BOOL more = Heap32ListFirst(snapshot, &list); more;
         more = Heap32ListNext(snapshot, &list)) {
        found += list.th32HeapID == (ULONG_PTR)heap;
        own += list.dwFlags == HF32_DEFAULT && list.th32HeapID == (ULONG_PTR)GetProcessHeap();
    }
    CloseHandle(snapshot);
    check(found == 1 && own == 1, "the program's heap is there, and the process' own");
    check(Heap32First(&entry, 0, (ULONG_PTR)heap) && entry.dwAddress == (ULONG_PTR)block &&
              entry.dwBlockSize == 777 && !Heap32Next(&entry),
          "the heap has its one block");

    PROCESS_HEAP_ENTRY next = {.lpData = NULL};
    check(HeapWalk(heap, &next) && next.wFlags == PROCESS_HEAP_REGION, "HeapWalk tells the heap");
    check(HeapWalk(heap, &next) && next.wFlags == PROCESS_HEAP_ENTRY_BUSY && next.lpData == block &&
              next.cbData == 777,
          "then its block");
    check(!HeapWalk(heap, &next) && GetLastError() == ERROR_NO_MORE_ITEMS, "and no more");
    HeapDestroy(heap);

    int from = 42, to = 0;
    SIZE_T done = 0;
    check(Toolhelp32ReadProcessMemory(0, &from, &to, sizeof to, &done) && to == 42 &&
              done == sizeof to,
          "memory of the process is copied");
}

int main(void)
{
    check_threads();
    check_process();
    check_modules();
    check_heaps();
    return done();
}
