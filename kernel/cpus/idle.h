/* A CPU without work. */
#ifndef KERNEL_CPUS_IDLE_H
#define KERNEL_CPUS_IDLE_H

/* Makes this CPU run its idle thread, so that FS reaches a TEB. Interrupts off. */
void idle_use_thread(void);

/* Halts until there is a call for this CPU, again and again. Interrupts off. */
_Noreturn void idle_forever(void);

#endif
