/* Calls for facts about the machine, the thread and the program; lists of attributes.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=exact args=exact virtual-time=1 compilers=gcc
 * run: name=exact-486 args=exact cpu=486 virtual-time=1 compilers=gcc
 *
 * How long a millisecond is, only virtual time says: on other machines the host's other work
 * counts.
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_machine(void)
{
    SYSTEM_INFO info, native;
    GetSystemInfo(&info);
    GetNativeSystemInfo(&native);
    check(info.wProcessorArchitecture == 0 && info.dwPageSize == 4096 &&
              info.dwAllocationGranularity == 65536,
          "GetSystemInfo: x86, pages of 4 KB, steps of 64 KB");
    check(info.lpMinimumApplicationAddress == (PVOID)0x10000 &&
              info.lpMaximumApplicationAddress == (PVOID)0x7FFEFFFF,
          "programs have the addresses from 10000h to 7FFEFFFFh");
    check(info.dwNumberOfProcessors == 1 && info.dwActiveProcessorMask == 1, "there is one CPU");
    check(info.wProcessorLevel >= 4 && memcmp(&info, &native, sizeof info) == 0,
          "the native machine is the same");
}

static BOOL cpuid_says(int leaf, unsigned word, unsigned bit)
{
    int words[4];
    DWORD before = __readeflags();
    __writeeflags(before ^ 0x200000);
    BOOL has_cpuid = (__readeflags() ^ before) >> 21 & 1;
    __writeeflags(before);
    if (!has_cpuid)
        return FALSE;
    __cpuid(words, leaf);
    return words[word] >> bit & 1;
}

static void check_features(void)
{
    check(IsProcessorFeaturePresent(PF_COMPARE_EXCHANGE_DOUBLE) == cpuid_says(1, 3, 8) &&
              IsProcessorFeaturePresent(PF_RDTSC_INSTRUCTION_AVAILABLE) == cpuid_says(1, 3, 4) &&
              IsProcessorFeaturePresent(PF_MMX_INSTRUCTIONS_AVAILABLE) == cpuid_says(1, 3, 23) &&
              IsProcessorFeaturePresent(PF_XMMI64_INSTRUCTIONS_AVAILABLE) == cpuid_says(1, 3, 26) &&
              IsProcessorFeaturePresent(PF_SSE3_INSTRUCTIONS_AVAILABLE) == cpuid_says(1, 2, 0),
          "IsProcessorFeaturePresent says what CPUID says");
    check(!IsProcessorFeaturePresent(PF_FLOATING_POINT_EMULATED) &&
              !IsProcessorFeaturePresent(4711),
          "the FPU is no emulator, and features that nobody knows are not there");
}

static void check_numbers(void)
{
    DWORD code = 0;
    check(GetCurrentThreadId() == __readfsdword(0x24) && GetCurrentThreadId() % 4 == 0 &&
              GetCurrentProcessId() == __readfsdword(0x20) &&
              GetCurrentProcessId() != GetCurrentThreadId(),
          "the thread's and the program's numbers are in the TEB");
    check(GetExitCodeProcess(GetCurrentProcess(), &code) && code == 259,
          "the exit code of a program that runs is 259");
    check(FAILS(GetExitCodeProcess((HANDLE)4711, &code), ERROR_INVALID_HANDLE) &&
              FAILS(GetExitCodeProcess(GetCurrentProcess(), NULL), ERROR_NOACCESS),
          "another handle: 6; nowhere to store it: 998");
}

static void check_attributes(void)
{
    BYTE room[200];
    LPPROC_THREAD_ATTRIBUTE_LIST list = (LPPROC_THREAD_ATTRIBUTE_LIST)room;
    SIZE_T size = 0, smaller;
    PROCESSOR_NUMBER number = {0};
    GROUP_AFFINITY affinity = {.Mask = 1};
    check(FAILS(InitializeProcThreadAttributeList(NULL, 2, 0, &size), ERROR_INSUFFICIENT_BUFFER) &&
              size > 0 && size <= sizeof room,
          "without a list its size is stored: 122");
    smaller = size - 1;
    check(
        FAILS(InitializeProcThreadAttributeList(list, 2, 0, &smaller), ERROR_INSUFFICIENT_BUFFER) &&
            smaller == size,
        "so it is where the list is too small");
    check(FAILS(InitializeProcThreadAttributeList(list, 2, 1, &size), ERROR_INVALID_PARAMETER),
          "flags: 87");
    check(InitializeProcThreadAttributeList(list, 1, 0, &size) && size < sizeof room,
          "a list for one attribute");
    check(FAILS(UpdateProcThreadAttribute(list, 0, 4711, &number, 4, NULL, NULL),
                ERROR_NOT_SUPPORTED),
          "an unknown attribute: 50");
    check(FAILS(UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number,
                                          3, NULL, NULL),
                ERROR_BAD_LENGTH),
          "a value of another size: 24");
    check(UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number,
                                    sizeof number, NULL, NULL),
          "an attribute is put into the list");
    check(FAILS(UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, &number,
                                          sizeof number, NULL, NULL),
                698),
          "once: 698");
    check(FAILS(UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, &affinity,
                                          sizeof affinity, NULL, NULL),
                ERROR_GEN_FAILURE),
          "a full list: 31");
    DeleteProcThreadAttributeList(list);
}

static LARGE_INTEGER count_now(void)
{
    LARGE_INTEGER count = {.QuadPart = -1};
    check(QueryPerformanceCounter(&count) && count.QuadPart >= 0,
          "QueryPerformanceCounter stores a count");
    return count;
}

static void check_counter(BOOL exact)
{
    LARGE_INTEGER frequency = {0}, before = count_now(), now, last;
    DWORD back = 0;
    check(QueryPerformanceFrequency(&frequency) && frequency.QuadPart >= 1000,
          "QueryPerformanceFrequency");
    Sleep(100);
    now = count_now();
    LONGLONG ms = (now.QuadPart - before.QuadPart) * 1000 / frequency.QuadPart;
    printf("# %lu a second, %lu ms\n", (DWORD)frequency.QuadPart, (DWORD)ms);
    check(exact ? ms >= 98 && ms <= 102 : ms > 0, "Sleep(100) lets as much of it pass");
    for (unsigned i = 0; i < 100000; i++) {
        last = now;
        QueryPerformanceCounter(&now);
        back += now.QuadPart < last.QuadPart;
    }
    check(back == 0, "it never goes back");
}

int main(int argc, char **argv)
{
    check_machine();
    check_features();
    check_numbers();
    check_counter(argc > 1);
    check_attributes();
    return done();
}
