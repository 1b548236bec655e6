/* ntdll's texts, its heap, times, facts of the machine, and headers of images.
 *
 * run: emulator=qemu expect="^shown by NtDisplayString$"
 * run: name=ring3 ring=3
 * run: name=checked checked=1 compilers=gcc
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>
#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_texts(void)
{
    UNICODE_STRING wide, other;
    ANSI_STRING narrow;
    char room[4];
    check(RtlInitUnicodeStringEx(&wide, L"a\u00E4") == 0 && wide.Length == 4 &&
              wide.MaximumLength == 6,
          "RtlInitUnicodeStringEx");
    check(RtlUnicodeStringToAnsiString(&narrow, &wide, TRUE) == 0 && narrow.Length == 3 &&
              strcmp(narrow.Buffer, "a\xC3\xA4") == 0,
          "RtlUnicodeStringToAnsiString");
    check(RtlAnsiStringToUnicodeString(&other, &narrow, TRUE) == 0 && other.Length == 4 &&
              wcscmp(other.Buffer, L"a\u00E4") == 0,
          "RtlAnsiStringToUnicodeString");
    check(RtlEqualUnicodeString(&wide, &other, FALSE), "and back it is the same");
    RtlFreeAnsiString(&narrow);
    RtlFreeUnicodeString(&other);
    check(!narrow.Buffer && !other.Buffer && other.Length == 0, "texts are given back");
    narrow = (ANSI_STRING){0, sizeof room, room};
    check(RtlUnicodeStringToAnsiString(&narrow, &wide, FALSE) == 0 && narrow.Length == 3,
          "a text in the caller's memory");
    narrow.MaximumLength = 3;
    check(RtlUnicodeStringToAnsiString(&narrow, &wide, FALSE) == (NTSTATUS)STATUS_BUFFER_OVERFLOW,
          "it has no room: 80000005");
    check(RtlCreateUnicodeStringFromAsciiz(&other, "A\xC3\x84") &&
              RtlCompareUnicodeString(&wide, &other, TRUE) == 0 &&
              RtlCompareUnicodeString(&wide, &other, FALSE) > 0 &&
              RtlUpcaseUnicodeChar(0xE4) == 0xC4,
          "RtlCompareUnicodeString knows capitals");
    RtlFreeUnicodeString(&other);
    RtlInitUnicodeString(&wide, L"shown by NtDisplayString\n");
    check(NtDisplayString(&wide) == 0, "NtDisplayString");
}

static void check_heap(void)
{
    PVOID heap = GetProcessHeap(), block = RtlAllocateHeap(heap, HEAP_ZERO_MEMORY, 17);
    check(block && RtlSizeHeap(heap, 0, block) == 17, "RtlAllocateHeap, RtlSizeHeap");
    block = RtlReAllocateHeap(heap, 0, block, 40);
    check(block && RtlSizeHeap(heap, 0, block) == 40 && RtlFreeHeap(heap, 0, block) == TRUE,
          "RtlReAllocateHeap, RtlFreeHeap");
}

static void check_time(void)
{
    LARGE_INTEGER time, count, frequency, back;
    FILETIME file_time;
    ULONG seconds = 0;
    check(NtQuerySystemTime(&time) == 0, "NtQuerySystemTime");
    GetSystemTimeAsFileTime(&file_time);
    LONGLONG later = (LONGLONG)file_time.dwHighDateTime << 32 | file_time.dwLowDateTime;
    check(later >= time.QuadPart && later - time.QuadPart < 100000000, "it is the time of day");
    check(NtQueryPerformanceCounter(&count, &frequency) == 0 && count.QuadPart > 0 &&
              frequency.QuadPart == 10000000,
          "NtQueryPerformanceCounter");
    ULONG longest = 0, shortest = 0, now = 0;
    check(NtQueryTimerResolution(&longest, &shortest, &now) == 0 && now == 10000 &&
              longest == now && shortest == now,
          "NtQueryTimerResolution: a millisecond");
    check(RtlTimeToSecondsSince1970(&time, &seconds) && seconds > 0, "seconds since 1970");
    RtlSecondsSince1970ToTime(seconds, &back);
    check(back.QuadPart <= time.QuadPart && time.QuadPart - back.QuadPart < 10000000, "and back");
    time.QuadPart = 0;
    check(!RtlTimeToSecondsSince1970(&time, &seconds), "1601 was before");
    check(NtQuerySystemTime(NULL) == (NTSTATUS)STATUS_ACCESS_VIOLATION &&
              NtQueryPerformanceCounter(NULL, NULL) == (NTSTATUS)STATUS_ACCESS_VIOLATION,
          "nowhere to store it: C0000005");
}

static LONG CALLBACK skips(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != EXCEPTION_BREAKPOINT)
        return EXCEPTION_CONTINUE_SEARCH;
    pointers->ContextRecord->Eip++;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void check_debugger(void)
{
    PVOID handler = AddVectoredExceptionHandler(1, skips);
    DbgBreakPoint();
    RemoveVectoredExceptionHandler(handler);
    check(DbgPrint("%d", 1) == 0, "a breakpoint is skipped, and nobody reads DbgPrint");
    check(FAILS(DebugActiveProcess(GetCurrentProcessId()), ERROR_ACCESS_DENIED) &&
              FAILS(DebugActiveProcess(4712), ERROR_INVALID_PARAMETER) &&
              FAILS(DebugActiveProcessStop(4712), ERROR_INVALID_PARAMETER) &&
              FAILS(WaitForDebugEvent(NULL, 0), ERROR_INVALID_HANDLE) &&
              FAILS(ContinueDebugEvent(1, 2, 3), ERROR_INVALID_HANDLE),
          "there is nothing to debug");
}

static void check_system(void)
{
    SYSTEM_BASIC_INFORMATION basic;
    SYSTEM_PROCESSOR_INFORMATION processor;
    SYSTEM_TIMEOFDAY_INFORMATION time;
    SYSTEM_KERNEL_DEBUGGER_INFORMATION debugger = {7, 7};
    RTL_OSVERSIONINFOW version = {.dwOSVersionInfoSize = sizeof version};
    ULONG needed = 0;
    check(NtQuerySystemInformation(SystemBasicInformation, &basic, sizeof basic, &needed) == 0 &&
              needed == 0x2C && basic.PageSize == 4096 && basic.NumberOfProcessors == 1 &&
              basic.NumberOfPhysicalPages > 1000,
          "the machine");
    check(NtQuerySystemInformation(SystemProcessorInformation, &processor, sizeof processor,
                                   NULL) == 0 &&
              processor.ProcessorArchitecture == 0 && processor.ProcessorLevel >= 4,
          "the CPU");
    check(NtQuerySystemInformation(SystemTimeOfDayInformation, &time, sizeof time, NULL) == 0 &&
              time.CurrentTime.QuadPart > time.BootTime.QuadPart &&
              NtQuerySystemInformation(SystemTimeOfDayInformation, &time, 8, &needed) == 0 &&
              needed == 8,
          "the time, as much as has room");
    check(NtQuerySystemInformation(SystemKernelDebuggerInformation, &debugger, 2, NULL) == 0 &&
              !debugger.KernelDebuggerEnabled && debugger.KernelDebuggerNotPresent,
          "there is no debugger");
    check(NtQuerySystemInformation(SystemBasicInformation, &basic, 8, &needed) ==
                  (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH &&
              needed == 0x2C &&
              NtQuerySystemInformation((SYSTEM_INFORMATION_CLASS)999, &basic, 8, NULL) ==
                  (NTSTATUS)STATUS_INVALID_INFO_CLASS,
          "no room: C0000004; another class: C0000003");
    check(RtlGetVersion(&version) == 0 && version.dwMajorVersion == 6 &&
              version.dwBuildNumber == 7601,
          "RtlGetVersion");
    version.dwOSVersionInfoSize = 8;
    check(RtlGetVersion(&version) == (NTSTATUS)STATUS_INVALID_PARAMETER,
          "of another size: C000000D");
}

static void check_images(void)
{
    static struct {
        IMAGE_DOS_HEADER first;
        IMAGE_NT_HEADERS headers;
        IMAGE_SECTION_HEADER section;
    } image;
    ULONG size = 0;
    check(!RtlImageNtHeader(&image) && !RtlImageNtHeader(NULL), "bytes that are no image");
    image.first.e_magic = IMAGE_DOS_SIGNATURE;
    image.first.e_lfanew = offsetof(__typeof__(image), headers);
    image.headers.Signature = IMAGE_NT_SIGNATURE;
    image.headers.FileHeader.NumberOfSections = 1;
    image.headers.FileHeader.SizeOfOptionalHeader = sizeof image.headers.OptionalHeader;
    image.headers.OptionalHeader.SizeOfHeaders = sizeof image;
    image.headers.OptionalHeader.NumberOfRvaAndSizes = 16;
    image.headers.OptionalHeader.DataDirectory[1] = (IMAGE_DATA_DIRECTORY){0x1010, 40};
    image.section.VirtualAddress = 0x1000;
    image.section.SizeOfRawData = image.section.Misc.VirtualSize = 0x200;
    image.section.PointerToRawData = 0x400;
    check(RtlImageNtHeader(&image) == &image.headers, "RtlImageNtHeader");
    check(RtlImageDirectoryEntryToData(&image, TRUE, 1, &size) == (char *)&image + 0x1010 &&
              size == 40 &&
              RtlImageDirectoryEntryToData(&image, FALSE, 1, &size) == (char *)&image + 0x410 &&
              RtlImageDirectoryEntryToData((char *)&image + 1, TRUE, 1, &size) ==
                  (char *)&image + 0x410,
          "RtlImageDirectoryEntryToData, mapped and as a file");
    check(!RtlImageDirectoryEntryToData(&image, TRUE, 2, &size) && size == 0 &&
              !RtlImageDirectoryEntryToData(&image, TRUE, 16, &size),
          "no such entry");
}

static DWORD CALLBACK leaves(LPVOID parameter) { RtlExitUserThread(18); }

static DWORD CALLBACK sleeps(LPVOID parameter)
{
    Sleep(INFINITE);
    return 0;
}

static void check_threads(void)
{
    NTSTATUS status = NtYieldExecution();
    check(status == STATUS_SUCCESS || status == (NTSTATUS)STATUS_NO_YIELD_PERFORMED,
          "NtYieldExecution");
    check(end_of(start(leaves, NULL)) == 18, "RtlExitUserThread");
    HANDLE thread = start(sleeps, NULL);
    check(NtTerminateThread(thread, 19) == 0 && end_of(thread) == 19, "NtTerminateThread");
    thread = start(sleeps, NULL);
    check(NtTerminateProcess(NULL, 20) == 0 && end_of(thread) == 20,
          "NtTerminateProcess(NULL) ends all other threads");
    check(NtSetInformationThread(NtCurrentThread(), ThreadHideFromDebugger, NULL, 0) == 0 &&
              NtSetInformationThread(NtCurrentThread(), ThreadHideFromDebugger, NULL, 4) ==
                  (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH &&
              NtSetInformationThread((HANDLE)4712, ThreadHideFromDebugger, NULL, 0) ==
                  (NTSTATUS)STATUS_INVALID_HANDLE &&
              NtSetInformationThread(NtCurrentThread(), ThreadBasicInformation, NULL, 0) ==
                  (NTSTATUS)STATUS_INVALID_INFO_CLASS,
          "NtSetInformationThread hides a thread from no debugger");
    check(NtTerminateProcess((HANDLE)4712, 1) == (NTSTATUS)STATUS_INVALID_HANDLE,
          "no process: C0000008");
}

int main(void)
{
    check_texts();
    check_heap();
    check_time();
    check_system();
    check_debugger();
    check_images();
    check_threads();
    int result = done();
    NtTerminateProcess(GetCurrentProcess(), result);
    return 1;
}
