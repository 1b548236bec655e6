/* The flags register, and interrupts, which are one of its bits.
 *
 * The headers of this folder hold the wrappers of single instructions. Other inline assembly is in
 * the heads of blocks that a segment register reaches (cpu.h, tib.h, include/seh.h,
 * include/errhandlingapi.h), include/ring3.h, the macros of include/seh_try.h,
 * lib/string_instructions.h, seh_emul/memory/, and boot/, which can call no function of the upper
 * half.
 */
#ifndef KERNEL_CPU_EFLAGS_H
#define KERNEL_CPU_EFLAGS_H

#include <stdbool.h>
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

/* In a loop that waits for another CPU: gives that one the time. On CPUs that do not know the
 * instruction it does nothing. */
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
