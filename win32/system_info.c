/* The machine, by Windows' names. */
#include "kernel/call/numbers.h"
#include "kernel/call/tib.h"

#include <intrin.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <sysinfoapi.h>

#define ID_FLAG      0x00200000u /* it can be changed where there is CPUID */
#define MOST_ADDRESS 0x7FFEFFFFu /* Windows' own; its last 64 KB are never a program's */

enum { EAX, EBX, ECX, EDX, WORDS };

/* Stores the answer to a leaf; all zero without it. */
static __attribute__((noinline)) void ask_cpu(int leaf, int answer[WORDS])
{
    unsigned before = __readeflags();
    __writeeflags(before ^ ID_FLAG);
    bool has_cpuid = (__readeflags() ^ before) & ID_FLAG;
    __writeeflags(before);
    answer[EAX] = answer[ECX] = answer[EDX] = 0;
    if (!has_cpuid)
        return;
    __cpuid(answer, leaf & (int)0x80000000);
    bool has_leaf = (unsigned)answer[EAX] >= (unsigned)leaf;
    answer[EAX] = answer[ECX] = answer[EDX] = 0;
    if (has_leaf)
        __cpuid(answer, leaf);
}

VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info)
{
    DWORD cpus = tib_current()->ProcessEnvironmentBlock->NumberOfProcessors;
    int answer[WORDS];
    ask_cpu(1, answer);
    unsigned signature = (unsigned)answer[EAX];
    unsigned family = signature >> 8 & 0xF, model = signature >> 4 & 0xF;
    if (family == 0xF)
        family += signature >> 20 & 0xFF;
    if (family == 6 || family >= 0xF)
        model |= signature >> 12 & 0xF0;
    if (!signature)
        family = 4;
    *info = (SYSTEM_INFO){
        .dwPageSize = 4096,
        .lpMinimumApplicationAddress = (LPVOID)SPACE_SLOT,
        .lpMaximumApplicationAddress = (LPVOID)MOST_ADDRESS,
        .dwActiveProcessorMask = cpus < 32 ? (1ul << cpus) - 1 : ~0ul,
        .dwNumberOfProcessors = cpus,
        .dwProcessorType = family == 4 ? PROCESSOR_INTEL_486 : PROCESSOR_INTEL_PENTIUM,
        .dwAllocationGranularity = SPACE_SLOT,
        .wProcessorLevel = (WORD)family,
        .wProcessorRevision = (WORD)(model << 8 | (signature & 0xF)),
    };
    info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_INTEL;
}

VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO) __attribute__((alias("GetSystemInfo")));

BOOL WINAPI IsProcessorFeaturePresent(DWORD feature)
{
    /* Bits of CPUID's leaves 1 and 80000001h. */
    static const struct {
        DWORD feature;
        int leaf;
        bool in_ecx;
        BYTE bit;
    } rows[] = {
        {PF_RDTSC_INSTRUCTION_AVAILABLE, 1, false, 4},
        {PF_PAE_ENABLED, 1, false, 6},
        {PF_COMPARE_EXCHANGE_DOUBLE, 1, false, 8},
        {PF_MMX_INSTRUCTIONS_AVAILABLE, 1, false, 23},
        {PF_XMMI_INSTRUCTIONS_AVAILABLE, 1, false, 25},
        {PF_XMMI64_INSTRUCTIONS_AVAILABLE, 1, false, 26},
        {PF_SSE3_INSTRUCTIONS_AVAILABLE, 1, true, 0},
        {PF_COMPARE_EXCHANGE128, 1, true, 13},
        {PF_NX_ENABLED, (int)0x80000001, false, 20},
        {PF_3DNOW_INSTRUCTIONS_AVAILABLE, (int)0x80000001, false, 31},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].feature == feature) {
            int answer[WORDS];
            ask_cpu(rows[i].leaf, answer);
            return (unsigned)answer[rows[i].in_ecx ? ECX : EDX] >> rows[i].bit & 1;
        }
    return FALSE;
}
