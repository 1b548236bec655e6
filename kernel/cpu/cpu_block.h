/* What each CPU has for itself, at gs:[0] in ring 0. Serves C and assembly. */
#ifndef KERNEL_CPU_CPU_BLOCK_H
#define KERNEL_CPU_CPU_BLOCK_H

#define CPU_IN_TRAP 0x08
#define CPU_STACK   0x0C

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

struct cpu_block {
    struct cpu_block *self;
    uint32_t number;
    uint32_t in_trap; /* above 0 while the runtime's own trap code, or a panic, runs */
    uint32_t stack; /* the upper end of the CPU's own stack, BOOT_STACK_SIZE bytes: the boot ran on
                       it, traps from ring 3 enter on it, the C code of all traps runs on it */
};

_Static_assert(offsetof(struct cpu_block, in_trap) == CPU_IN_TRAP, "in_trap");
_Static_assert(offsetof(struct cpu_block, stack) == CPU_STACK, "stack");

/* This CPU's block. Ring 0 only. */
static inline struct cpu_block *this_cpu(void)
{
    struct cpu_block *block;
    __asm__("movl %%gs:0, %0" : "=r"(block));
    return block;
}
#endif

#endif
