/* A thread's memory at the program's addresses: a stack and a TEB. Stacks and TEBs of threads that
 * have ended are kept for the next ones. All calls: with the kernel's lock. */
#ifndef KERNEL_THREADS_THREAD_MEMORY_H
#define KERNEL_THREADS_THREAD_MEMORY_H

#include "kernel/memory/stacks.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

struct thread_memory {
    struct stack stack;
    uint32_t asked;       /* the size that the stack was asked for */
    uint32_t teb_address; /* as the program sees it; 0: the thread has none of this */
    TEB *teb;             /* by its direct address, zeroed */
};

/* Takes a stack of this size and a TEB. Returns false when memory or addresses are exhausted. */
bool thread_memory_take(uint32_t stack_size, struct thread_memory *memory);

/* Gives them back. */
void thread_memory_give(const struct thread_memory *memory);

/* Frees all that are kept. Returns whether there were any. */
bool thread_memory_free_kept(void);

#endif
