/* The flags register. */
#ifndef KERNEL_CALL_EFLAGS_H
#define KERNEL_CALL_EFLAGS_H

#include <stdint.h>

#define EFLAGS_TF        0x00000100u
#define EFLAGS_IF        0x00000200u
#define EFLAGS_DF        0x00000400u
#define EFLAGS_IOPL      0x00003000u
#define EFLAGS_NT        0x00004000u
#define EFLAGS_RF        0x00010000u /* no execute breakpoint for one instruction */
#define EFLAGS_VM        0x00020000u
#define EFLAGS_FIXED     0x00000002u /* bit 1 is always set */
#define EFLAGS_AC        0x00040000u

/* Flags that code must not inherit from code that it interrupts. Without them there are no single
 * steps and no alignment checks, strings go upwards, and an iret is no switch of tasks. */
#define EFLAGS_OF_CALLER (EFLAGS_TF | EFLAGS_DF | EFLAGS_NT | EFLAGS_AC)

static inline uint32_t eflags_read(void)
{
    uint32_t value;
    __asm__ volatile("pushfl; popl %0" : "=r"(value));
    return value;
}

static inline void eflags_write(uint32_t value)
{
    __asm__ volatile("pushl %0; popfl" : : "r"(value) : "memory", "cc");
}

#endif
