/* The machine's one thread waits by halting the CPU. */
#ifndef KERNEL_THREADS_HALT_H
#define KERNEL_THREADS_HALT_H

#include "kernel/cpu/eflags.h"
#include "kernel/report/trace.h"

#include <stdbool.h>

/* Halts the CPU until over(of) is true. over is called with interrupts off, at once and after each
 * interrupt. No interrupt comes between its call and the halt, because the halt would sleep through
 * it. Interrupts are on afterwards. Ring 0, not from interrupts. Inlined with over, because both
 * lie on the way from an interrupt to the thread that waits for it. */
static inline __attribute__((always_inline)) void halt_until(bool (*over)(void *of), void *of)
{
    interrupts_off();
    while (!over(of)) {
        trace_flush();
        cpu_wait();
        interrupts_off();
    }
    interrupts_on();
}

#endif
