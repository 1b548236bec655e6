/* The control and debug registers. Ring 0. */
#ifndef KERNEL_CPU_CONTROL_H
#define KERNEL_CPU_CONTROL_H

#include <stdint.h>

#define CR0_MP         0x00000002u
#define CR0_EM         0x00000004u
#define CR0_TS         0x00000008u
#define CR0_NE         0x00000020u
#define CR0_WP         0x00010000u /* read-only pages are so for ring 0, too */
#define CR0_AM         0x00040000u /* the flag AC checks alignment in ring 3 */
#define CR4_OSFXSR     0x00000200u
#define CR4_OSXMMEXCPT 0x00000400u
static inline uint32_t cr0_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr0, %0" : "=r"(value));
    return value;
}

static inline void cr0_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr0" : : "r"(value) : "memory");
}

static inline uint32_t cr2_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr2, %0" : "=r"(value));
    return value;
}

static inline uint32_t cr3_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr3, %0" : "=r"(value) : : "memory");
    return value;
}

static inline void cr3_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint32_t cr4_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr4, %0" : "=r"(value));
    return value;
}

static inline void cr4_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr4" : : "r"(value) : "memory");
}

#define MSR_EFER 0xC0000080u

/* Reads the lower half of a model-specific register. */
static inline uint32_t msr_read(uint32_t number)
{
    uint32_t value;
    __asm__ volatile("rdmsr" : "=a"(value) : "c"(number) : "edx");
    return value;
}

/* Makes the CPU forget the translation of the page at address. */
static inline void tlb_forget(const void *address)
{
    __asm__ volatile("invlpg %0" : : "m"(*(const char *)address) : "memory");
}

static inline uint32_t dr6_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%dr6, %0" : "=r"(value));
    return value;
}

static inline uint32_t dr7_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%dr7, %0" : "=r"(value));
    return value;
}

#define DEBUG_WRITE(register)                                                                      \
    static inline void register##_write(uint32_t value)                                            \
    {                                                                                              \
        __asm__ volatile("movl %0, %%" #register : : "r"(value) : "memory");                       \
    }
DEBUG_WRITE(dr0)
DEBUG_WRITE(dr1)
DEBUG_WRITE(dr2)
DEBUG_WRITE(dr3)
DEBUG_WRITE(dr6)
DEBUG_WRITE(dr7)
#undef DEBUG_WRITE

#endif
