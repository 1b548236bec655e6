/* ntdll's calls for memory, handles, sleeps and facts, and kernel32's that name a process.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <windows.h>
#include <winternl.h>

#include "tests/windows/windows_check.h"

#define PAGE 4096

static BOOL is(NTSTATUS status, DWORD expected) { return (DWORD)status == expected; }

static void check_pages(HANDLE process)
{
    PVOID base = NULL;
    SIZE_T size = 5000, written = 0;
    ULONG old;
    MEMORY_BASIC_INFORMATION information;
    check(is(NtAllocateVirtualMemory(process, &base, 0, &size, MEM_RESERVE | MEM_COMMIT,
                                     PAGE_READWRITE),
             0) &&
              (DWORD)base % 65536 == 0 && size == 2 * PAGE,
          "NtAllocateVirtualMemory tells the range");
    check(is(NtQueryVirtualMemory(process, base, MemoryBasicInformation, &information,
                                  sizeof information, &written),
             0) &&
              written == 28 && information.RegionSize == 2 * PAGE &&
              information.State == MEM_COMMIT,
          "NtQueryVirtualMemory tells of it");
    check(
        is(NtQueryVirtualMemory(process, base, 99, &information, 28, NULL), 0xC0000003) &&
            is(NtQueryVirtualMemory(process, base, MemoryBasicInformation, &information, 27, NULL),
               0xC0000004) &&
            is(NtQueryVirtualMemory(process, base, MemoryBasicInformation, NULL, 28, NULL),
               0xC0000005) &&
            is(NtQueryVirtualMemory(NULL, base, MemoryBasicInformation, &information, 28, NULL),
               0xC0000008) &&
            is(NtQueryVirtualMemory(process, (PVOID)0x7FFF0000, MemoryBasicInformation,
                                    &information, 28, NULL),
               0xC000000D),
        "an unknown class, a short length, no buffer, no handle, an address too high");
    PVOID page = (char *)base + 100;
    size = 1;
    check(is(NtProtectVirtualMemory(NtCurrentProcess(), &page, &size, PAGE_READONLY, &old), 0) &&
              page == base && size == PAGE,
          "NtProtectVirtualMemory tells the page");
    page = (char *)base + PAGE + 1, size = 1;
    check(is(NtFreeVirtualMemory(process, &page, &size, MEM_DECOMMIT), 0) &&
              page == (char *)base + PAGE && size == PAGE,
          "NtFreeVirtualMemory takes a page's memory");
    size = 0;
    check(
        is(NtFreeVirtualMemory(process, &page, &size, MEM_RELEASE), 0xC000009F) &&
            is(NtFreeVirtualMemory(process, &base, &size, MEM_RELEASE | MEM_DECOMMIT), 0xC00000F2),
        "a range is released from its base, and by one type");
    check(is(NtFreeVirtualMemory(process, &base, &size, MEM_RELEASE), 0) && size == 2 * PAGE &&
              is(NtFreeVirtualMemory(process, &base, &size, MEM_RELEASE), 0xC00000A0),
          "once");
}

static DWORD allocate(PVOID base, ULONG zero_bits, SIZE_T size, ULONG type, ULONG protect)
{
    return (DWORD)NtAllocateVirtualMemory(NtCurrentProcess(), &base, zero_bits, &size, type,
                                          protect);
}

static void check_refusals(void)
{
    SIZE_T size = PAGE;
    PVOID base = NULL;
    check(allocate(NULL, 22, PAGE, MEM_RESERVE, PAGE_READWRITE) == 0xC00000F1 &&
              allocate(NULL, 0, PAGE, 0, PAGE_READWRITE) == 0xC00000F3 &&
              allocate((PVOID)0x1000, 0, PAGE, MEM_RESERVE, PAGE_READWRITE) == 0xC00000F0 &&
              allocate(NULL, 0, 0, MEM_RESERVE, PAGE_READWRITE) == 0xC00000F2 &&
              allocate(NULL, 0, PAGE, MEM_RESERVE, 3) == 0xC0000045,
          "NtAllocateVirtualMemory names the parameter that is wrong");
    check(is(NtAllocateVirtualMemory(NULL, &base, 0, &size, MEM_RESERVE, PAGE_READWRITE),
             0xC0000008) &&
              is(NtAllocateVirtualMemory(NtCurrentProcess(), NULL, 0, &size, MEM_RESERVE,
                                         PAGE_READWRITE),
                 0xC0000005) &&
              !base,
          "no process and no place for the base are told");
    check(is(NtAllocateVirtualMemory(NtCurrentProcess(), &base, 1, &size, MEM_RESERVE,
                                     PAGE_READWRITE),
             0) &&
              (DWORD)base < 0x80000000,
          "a base may have to have leading zeros");
    check(allocate(base, 0, PAGE, MEM_RESERVE, PAGE_READWRITE) == 0xC0000018 &&
              VirtualFree(base, 0, MEM_RELEASE),
          "a range that is in use is not given again");
}

static int add(int left, int right) { return left + right; }

/* A handle of the process has the rights that it was opened with. */
static void check_rights(char *pages)
{
    HANDLE looks = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, GetCurrentProcessId());
    HANDLE works = OpenProcess(PROCESS_VM_OPERATION, FALSE, GetCurrentProcessId());
    MEMORY_BASIC_INFORMATION information;
    SIZE_T copied = 99;
    DWORD old;
    char byte = 0;
    SetLastError(0);
    check(!VirtualAllocEx(looks, NULL, PAGE, MEM_RESERVE, PAGE_READWRITE) && GetLastError() == 5 &&
              !VirtualFreeEx(looks, pages, PAGE, MEM_DECOMMIT) &&
              !VirtualProtectEx(looks, pages, PAGE, PAGE_READWRITE, &old) &&
              VirtualQueryEx(looks, pages, &information, sizeof information) == 28,
          "a handle that may only ask allocates, frees and protects nothing: 5");
    SetLastError(0);
    check(!VirtualQueryEx(works, pages, &information, sizeof information) && GetLastError() == 5 &&
              !ReadProcessMemory(works, pages, &byte, 1, &copied) && GetLastError() == 5 &&
              copied == 0 && !WriteProcessMemory(works, pages, &byte, 1, NULL) &&
              VirtualProtectEx(works, pages, PAGE, PAGE_READWRITE, &old),
          "and one that may only do that asks, reads and writes nothing");
    CloseHandle(looks);
    CloseHandle(works);
}

static void check_contents(HANDLE process)
{
    char *pages = VirtualAllocEx(process, NULL, 3 * PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    char buffer[8] = "1234567";
    SIZE_T copied = 99;
    DWORD old;
    MEMORY_BASIC_INFORMATION information;
    check(VirtualQueryEx(process, pages, &information, sizeof information) == 28 &&
              VirtualFreeEx(process, pages + 2 * PAGE, PAGE, MEM_DECOMMIT) &&
              VirtualProtectEx(process, pages, PAGE, PAGE_READWRITE, &old) && old == PAGE_READWRITE,
          "VirtualAlloc's kin take a process' handle");
    check_rights(pages);
    SetLastError(0);
    check(!VirtualAllocEx(NULL, NULL, PAGE, MEM_RESERVE, PAGE_READWRITE) && GetLastError() == 6 &&
              !VirtualFreeEx(NULL, pages, 0, MEM_RELEASE) &&
              !VirtualProtectEx(NULL, pages, PAGE, PAGE_READONLY, &old) &&
              !VirtualQueryEx(NULL, pages, &information, sizeof information),
          "and no other: 6");
    check(WriteProcessMemory(process, pages + 2 * PAGE - 8, buffer, 8, &copied) && copied == 8 &&
              ReadProcessMemory(process, pages + 2 * PAGE - 4, buffer, 4, NULL) &&
              memcmp(buffer, "567", 4) == 0,
          "memory is written and read");
    check(!ReadProcessMemory(process, pages + 2 * PAGE - 4, buffer, 8, &copied) &&
              GetLastError() == ERROR_PARTIAL_COPY && copied == 4 &&
              !ReadProcessMemory(process, NULL, buffer, 4, &copied) &&
              GetLastError() == ERROR_PARTIAL_COPY && copied == 0,
          "as much as can be read is; 299");
    check(!WriteProcessMemory(process, pages + 2 * PAGE - 4, buffer, 8, NULL) &&
              GetLastError() == ERROR_INVALID_ADDRESS,
          "what is not there is not written: 487");
    check(VirtualProtect(pages, PAGE, PAGE_READONLY, &old) &&
              !WriteProcessMemory(process, pages, buffer, 4, NULL) &&
              GetLastError() == ERROR_NOACCESS &&
              ReadProcessMemory(process, pages, buffer, 1, NULL),
          "nor is what can only be read: 998");
    check(VirtualProtect(pages, PAGE, PAGE_NOACCESS, &old) &&
              is(NtReadVirtualMemory(process, pages, buffer, 4, &copied), 0x8000000D) &&
              copied == 0 &&
              is(NtWriteVirtualMemory(process, pages, buffer, 4, &copied), 0x8000000D) &&
              is(NtReadVirtualMemory(process, pages, NULL, 4, NULL), 0xC0000005) &&
              is(NtWriteVirtualMemory(NULL, pages, buffer, 4, NULL), 0xC0000008),
          "ntdll's calls say the same by statuses");
    VirtualFree(pages, 0, MEM_RELEASE);

    int (*volatile function)(int, int) = add;
    const BYTE subtracts[] = {0x8B, 0x44, 0x24, 0x04, 0x2B, 0x44, 0x24, 0x08, 0xC3};
    BYTE before[sizeof subtracts];
    check(ReadProcessMemory(process, (PVOID)add, before, sizeof before, NULL) &&
              WriteProcessMemory(process, (PVOID)add, subtracts, sizeof subtracts, &copied) &&
              copied == sizeof before && function(5, 3) == 2,
          "code is written");
    check(VirtualQuery((PVOID)add, &information, sizeof information) &&
              information.Protect == PAGE_EXECUTE_READ &&
              WriteProcessMemory(process, (PVOID)add, before, sizeof before, NULL) &&
              function(5, 3) == 8,
          "and has its rights again");
}

static VOID NTAPI note(PVOID word, PVOID second, PVOID third)
{
    (void)second, (void)third;
    ++*(int *)word;
}

static void check_handles_and_sleeps(void)
{
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
    SetLastError(7);
    check(is(NtClose(event), 0) && is(NtClose(event), 0xC0000008) &&
              is(NtClose(NULL), 0xC0000008) && is(NtClose(NtCurrentProcess()), 0) &&
              GetLastError() == 7,
          "NtClose says by a status whether there was a handle");
    LARGE_INTEGER time = {.QuadPart = -150000};
    DWORD before = GetTickCount();
    check(is(NtDelayExecution(FALSE, &time), 0) && GetTickCount() - before >= 15,
          "NtDelayExecution waits no shorter than asked");
    time.QuadPart = 0;
    check(is(NtDelayExecution(FALSE, &time), 0) && is(NtDelayExecution(TRUE, &time), 0) &&
              is(NtDelayExecution(FALSE, NULL), 0xC0000005),
          "not at all for 0, and not without a time");
    int calls = 0;
    time.QuadPart = -1000000000;
    check(is(NtQueueApcThread(NtCurrentThread(), note, &calls, NULL, NULL), 0) &&
              is(NtDelayExecution(TRUE, &time), 0xC0) && calls == 1,
          "a call that is queued ends it");
}

static void check_process(HANDLE process)
{
    PROCESS_BASIC_INFORMATION basic;
    ULONG needed = 0, number = 9;
    check(is(NtQueryInformationProcess(process, ProcessBasicInformation, &basic, sizeof basic,
                                       &needed),
             0) &&
              needed == 24 && basic.PebBaseAddress == (PPEB)__readfsdword(0x30) &&
              basic.ExitStatus == 0x103 && basic.UniqueProcessId == GetCurrentProcessId() &&
              basic.BasePriority == 8 && basic.AffinityMask == 1,
          "the process is told: 24 bytes");
    check(
        is(NtQueryInformationProcess(process, ProcessDebugPort, &number, 4, NULL), 0) &&
            number == 0 &&
            is(NtQueryInformationProcess(process, ProcessDebugFlags, &number, 4, NULL), 0) &&
            number == 1 &&
            is(NtQueryInformationProcess(process, ProcessWow64Information, &number, 4, NULL), 0) &&
            number == 0 &&
            is(NtQueryInformationProcess(process, ProcessDebugObjectHandle, &number, 4, NULL),
               0xC0000353) &&
            number == 0,
        "there is no debugger");
    needed = 0;
    check(is(NtQueryInformationProcess(NULL, 4711, NULL, 0, NULL), 0xC0000003) &&
              is(NtQueryInformationProcess(NULL, ProcessBasicInformation, NULL, 25, &needed),
                 0xC0000004) &&
              needed == 24 &&
              is(NtQueryInformationProcess(NULL, ProcessDebugPort, NULL, 4, NULL), 0xC0000005) &&
              is(NtQueryInformationProcess(NULL, ProcessDebugPort, &number, 4, NULL), 0xC0000008),
          "the class is looked at first, then the length, the buffer, the handle");
}

static DWORD WINAPI own_block(LPVOID place)
{
    *(PVOID *)place = NtCurrentTeb();
    return 77;
}

static void check_thread(void)
{
    PVOID teb = NULL;
    DWORD id;
    THREAD_BASIC_INFORMATION basic, ended;
    ULONG needed;
    HANDLE thread = CreateThread(NULL, 0, own_block, &teb, CREATE_SUSPENDED, &id);
    SetThreadPriority(thread, THREAD_PRIORITY_HIGHEST);
    check(is(NtQueryInformationThread(thread, ThreadBasicInformation, &basic, 28, &needed), 0) &&
              needed == 28 && basic.ExitStatus == 0x103 &&
              (DWORD)basic.ClientId.UniqueThread == id &&
              (DWORD)basic.ClientId.UniqueProcess == GetCurrentProcessId() &&
              basic.AffinityMask == 1 && basic.Priority == 10 && basic.BasePriority == 2,
          "a thread is told: 28 bytes");
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    check(basic.TebBaseAddress == teb &&
              is(NtQueryInformationThread(thread, ThreadBasicInformation, &ended, 28, NULL), 0) &&
              ended.ExitStatus == 77 && !ended.TebBaseAddress,
          "with its block, until it ends");
    CloseHandle(thread);
    check(is(NtQueryInformationThread(NtCurrentThread(), ThreadBasicInformation, &basic, 27, NULL),
             0xC0000004) &&
              is(NtQueryInformationThread(NtCurrentProcess(), ThreadBasicInformation, &basic, 28,
                                          NULL),
                 0xC0000024),
          "another length and another kind of object are refused");
}

static __declspec(noinline) WORD trace_here(DWORD skip, DWORD count, PVOID *trace, PDWORD hash)
{
    WORD found = CaptureStackBackTrace(skip, count, trace, hash);
    return found;
}

static void check_trace(void)
{
    PVOID trace[40], fewer[40];
    DWORD hash, sum = 0;
    WORD count = trace_here(0, 40, trace, &hash);
    WORD less = RtlCaptureStackBackTrace(0, 1, fewer, NULL);
    for (WORD i = 0; i < count; i++)
        sum += (DWORD)trace[i];
    check(count >= 3 && (DWORD)trace[0] - (DWORD)trace_here < 200 &&
              (DWORD)trace[1] - (DWORD)check_trace < 400,
          "the first address is the calling function's, the next its caller's");
    check(hash == sum && less == 1 && (DWORD)fewer[0] - (DWORD)check_trace < 400 &&
              trace_here(1, 40, trace, NULL) == count - 1,
          "the sum is told, and frames are skipped");
    check(trace_here(200, 40, trace, NULL) == 0, "there may be none left");
}

static void check_texts(void)
{
    ANSI_STRING narrow;
    STRING none;
    RtlInitAnsiString(&narrow, "text");
    RtlInitString(&none, NULL);
    check(narrow.Length == 4 && narrow.MaximumLength == 5 && narrow.Buffer[4] == 0 &&
              none.MaximumLength == 0 && !none.Buffer,
          "RtlInitAnsiString counts bytes");
    VOID(NTAPI * init)
    (PUNICODE_STRING, PCWSTR) = (VOID(NTAPI *)(PUNICODE_STRING, PCWSTR))(void *)GetProcAddress(
        GetModuleHandleA("ntdll"), "RtlInitUnicodeString");
    UNICODE_STRING wide = {0, 0, NULL};
    if (init)
        init(&wide, L"wide");
    check(wide.Length == 8 && wide.MaximumLength == 10, "the calls are ntdll's by name, too");
}

int main(void)
{
    HANDLE process = OpenProcess(PROCESS_ALL_ACCESS, FALSE, GetCurrentProcessId());
    check_pages(NtCurrentProcess());
    check_pages(process);
    check_refusals();
    check_contents(NtCurrentProcess());
    check_contents(process);
    check_handles_and_sleeps();
    check_process(NtCurrentProcess());
    check_process(process);
    check_thread();
    check_trace();
    check_texts();
    CloseHandle(process);
    return done();
}
