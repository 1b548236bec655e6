/* The cpuid instruction tells the CPU's features. Boot asks; the kernel finds the answers in
 * boot_info. */
#ifndef BOOT_CPUID_H
#define BOOT_CPUID_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of leaf 1, in edx. */
#define CPUID_TSC        (1u << 4)
#define CPUID_PAE        (1u << 6)
#define CPUID_CX8        (1u << 8)
#define CPUID_APIC       (1u << 9)
#define CPUID_FXSR       (1u << 24)
#define CPUID_SSE        (1u << 25)

/* Bits of leaf 80000001h, in edx. */
#define CPUID_NO_EXECUTE (1u << 20)

/* Tells whether there is a cpuid instruction: then bit 21 of eflags can be changed. */
static inline bool cpuid_exists(void)
{
    uint32_t before, after;
    __asm__ volatile("pushfl; popl %0; movl %0, %1; xorl $0x200000, %1; pushl %1; popfl;"
                     "pushfl; popl %1; pushl %0; popfl"
                     : "=&r"(before), "=&r"(after)
                     :
                     : "cc");
    return (before ^ after) & 0x200000;
}

/* Stores eax, ebx, ecx and edx of a leaf. Leaf x0000000h tells the highest leaf in eax. */
static inline void cpuid(uint32_t leaf, uint32_t out[4])
{
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf));
}

#endif
