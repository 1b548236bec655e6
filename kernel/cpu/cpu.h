/* The block that each CPU has for itself, at gs:[0] in ring 0. Serves C and assembly. */
#ifndef KERNEL_CPU_CPU_H
#define KERNEL_CPU_CPU_H

#include "kernel/shared/offsets.h"

/* clang-format off */
#define CPU_OFFSETS(row) \
    row(CPU_IN_TRAP, offsetof(struct cpu, in_trap), 0x08) \
    row(CPU_STACK,   offsetof(struct cpu, stack),   0x0C) \
    row(CPU_CR2,     offsetof(struct cpu, cr2),     0x10) \
    row(CPU_TEB,     offsetof(struct cpu, teb),     0x14)
/* clang-format on */

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

struct thread;

struct cpu {
    struct cpu *self;
    uint32_t number;
    uint32_t in_trap; /* above 0 while the runtime's own trap code, or a panic, runs */
    uint32_t stack; /* the upper end of the CPU's own stack, BOOT_STACK_SIZE bytes. Boot ran on it,
                       traps from ring 3 enter on it, and the C code of all traps runs on it */
    uint32_t cr2;   /* the address of the last page fault, written by its stub */
    uint32_t teb;   /* the running thread's TEB, read by the tick's stub */
    struct thread *thread; /* the running thread */
    bool fpu_taken;        /* a switch of tasks has made the next FPU instruction fault */
};

/* The only CPU as yet. Stubs name it, because they run before GS is loaded. */
extern struct cpu cpu_first;

/* Returns this CPU's block. Ring 0 only. */
static inline struct cpu *this_cpu(void)
{
    struct cpu *cpu;
    __asm__("movl %%gs:0, %0" : "=r"(cpu));
    return cpu;
}
#endif

OFFSETS(CPU_OFFSETS)

#endif
