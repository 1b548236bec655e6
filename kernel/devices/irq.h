/* The lines of the interrupt controllers, from 0 to 15, and the function of each. Ring 0. */
#ifndef KERNEL_DEVICES_IRQ_H
#define KERNEL_DEVICES_IRQ_H

#include "kernel/call/in_registers.h"

#include <stdbool.h>

/* Called in the interrupt, interrupts off; the controller has been told the end already. Returns
 * whether the running thread's time slice has ended. */
typedef bool irq_function(void);

/* Sets the one function of a line, and lets the line through. */
void irq_set_function(unsigned irq, irq_function *function);

/* The function of each line; NULL: none. For irq_has_function. */
extern irq_function *irq_functions[];

/* Tells whether this is the line's function. It is inline, because each thread that becomes or
 * ceases to be a scheduler asks (tick_choose_way). */
static inline bool irq_has_function(unsigned irq, irq_function *function)
{
    return irq_functions[irq] == function;
}

/* Serves an interrupt of the line. Returns whether the time slice has ended. Interrupts off. */
IN_REGISTERS bool irq_serve(unsigned irq);

#endif
