/* Interrupts, which are a bit of the flags register, and waiting.
 *
 * This folder and kernel/call/ hold the wrappers of single instructions. Other inline assembly is
 * in the heads of blocks that a segment register reaches (cpu.h, tib.h, include/seh.h,
 * include/errhandlingapi.h), include/ring3.h, the macros of include/seh_try.h,
 * lib/string_instructions.h, seh_emul/memory/, and boot/, which can call no function of the upper
 * half.
 */
#ifndef KERNEL_CPU_INTERRUPTS_H
#define KERNEL_CPU_INTERRUPTS_H

#include "kernel/call/eflags.h"

#include <stdbool.h>

static inline void interrupts_off(void)
{
    __asm__ volatile("cli" : : : "memory");
}

static inline void interrupts_on(void)
{
    __asm__ volatile("sti" : : : "memory");
}

/* Turns interrupts off. Returns whether they were on, for interrupts_restore. */
static inline bool interrupts_save(void)
{
    bool were_on = eflags_read() & EFLAGS_IF;
    interrupts_off();
    return were_on;
}

static inline void interrupts_restore(bool were_on)
{
    if (were_on)
        interrupts_on();
}

/* In a loop that waits for another CPU: gives the other CPU the time. A CPU that does not know the
 * instruction does nothing. */
static inline void cpu_relax(void)
{
    __asm__ volatile("pause" : : : "memory");
}

/* Turns interrupts on and waits for one. No interrupt comes between the two. */
static inline void cpu_wait(void)
{
    __asm__ volatile("sti; hlt" : : : "memory");
}

#endif
