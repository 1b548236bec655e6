/* Room on the stack for what must not be cut in two. */
#ifndef LIB_NEED_STACK_H
#define LIB_NEED_STACK_H

enum { STACK_OF_STEPS = 256 /* a few steps of a layer over its own data, under a lock */ };

/* Lets a stack that has not so many bytes left (a constant) overflow here, before anything is
 * changed or any lock is taken. */
static inline __attribute__((always_inline)) void need_stack(unsigned bytes)
{
    __asm__ volatile("testl %%esp, -%c0(%%esp)" : : "i"(bytes) : "cc");
}

#endif
