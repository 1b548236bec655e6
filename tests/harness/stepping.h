/* A trap behind every instruction, by the trap flag. */
#ifndef TESTS_STEPPING_H
#define TESTS_STEPPING_H

#include "kernel/cpu/interrupts.h"

#include <stdbool.h>

/* Sets or clears the trap flag of the calling code. In a thread it holds until the next exception.
 */
static inline void set_stepping(bool on)
{
    if (on)
        __asm__ volatile("pushfl; orl %0, (%%esp); popfl" : : "i"(EFLAGS_TF) : "memory", "cc");
    else
        __asm__ volatile("pushfl; andl %0, (%%esp); popfl" : : "i"(~EFLAGS_TF) : "memory", "cc");
}

#endif
