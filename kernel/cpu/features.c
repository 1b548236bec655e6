/* Takes over boot's answers. The CPU is not asked again, because the two answers could differ. */
#include "kernel/call/features.h"

#include "boot/cpuid.h"
#include "kernel/boot_view.h"
#include "kernel/call/start.h"

START_CONSTANT struct cpu_features cpu_features;

void cpu_detect(void)
{
    uint32_t found = boot_view()->features;
    cpu_features.tsc = found & CPUID_TSC;
    cpu_features.fxsr = found & CPUID_FXSR;
    cpu_features.cx8 = found & CPUID_CX8;
    cpu_features.sse = cpu_features.fxsr && found & CPUID_SSE;
    cpu_features.no_execute = boot_view()->long_entries;
}
