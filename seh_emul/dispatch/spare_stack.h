/* A thread without a stack reports its end on this one, and never leaves it. */
#ifndef SEH_EMUL_DISPATCH_SPARE_STACK_H
#define SEH_EMUL_DISPATCH_SPARE_STACK_H

#include "boot/layout.h"

#include <stdbool.h>
#include <stdint.h>

/* The lowest page is unmapped. Either ring runs on it. */
extern char spare_stack[4 * PAGE_SIZE];

/* Tells whether a stack pointer is in the spare stack. */
static inline bool is_spare(uint32_t esp)
{
    return esp - (uint32_t)spare_stack <= sizeof spare_stack;
}

#endif
