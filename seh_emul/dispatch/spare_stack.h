/* Threads without a stack report their end on one of these, each on its own, and leave it only by
 * giving the CPU to another user-level thread for good. */
#ifndef SEH_EMUL_DISPATCH_SPARE_STACK_H
#define SEH_EMUL_DISPATCH_SPARE_STACK_H

#include "boot/layout.h"
#include "kernel/call/numbers.h"

#include <stdint.h>

/* As many as there can be CPUs: a thread that needs one takes it from any thread that is known to
 * have left it, and only those that run on other CPUs are not known to. */
#define SPARE_STACKS CPUS_MOST

/* The lowest page of each is unmapped. Either ring runs on them. */
extern char spare_stacks[SPARE_STACKS][4 * PAGE_SIZE];

/* Returns the number of the spare stack that a stack pointer is in. Elsewhere it is SPARE_STACKS or
 * more. */
static inline uint32_t spare_number(uint32_t esp)
{
    return (esp - 1 - (uint32_t)spare_stacks) / sizeof spare_stacks[0];
}

#endif
