/* The way of ticks through the trap. */
#ifndef KERNEL_THREADS_TICK_WAY_H
#define KERNEL_THREADS_TICK_WAY_H

/* Makes ticks go the short way (trap_tick) when only the clock needs them, else the common way. For
 * code that has changed something of that: an interrupt's function, trace_on, breakpoints, CPUs. */
void tick_choose_way(void);

#endif
