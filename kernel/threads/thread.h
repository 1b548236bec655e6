/* The kernel's record of a thread. The machine has one as yet. */
#ifndef KERNEL_THREADS_THREAD_H
#define KERNEL_THREADS_THREAD_H

#include "kernel/cpu/cpu.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

/* A stack that was used up inside the runtime's own trap code, noted until the trap is over. */
struct stack_trouble {
    bool used_up;
    bool lost; /* the interrupted code cannot go on, not even in a handler */
    uint32_t address;
};

struct thread {
    TEB *
        teb; /* the kernel believes neither FS nor the block's Self: ring 3 may have changed them */
    struct stack_trouble trouble;
    bool unsettled; /* its stack got another limit, or trouble, since the last stack_settle */
};

/* Returns the running thread. Ring 0 only. */
static inline struct thread *this_thread(void)
{
    return this_cpu()->thread;
}

#endif
