/* The start of the other CPUs. Ring 0. */
#ifndef KERNEL_START_CPUS_H
#define KERNEL_START_CPUS_H

/* Turns this CPU's interrupt controller on, where there is one, finds the other CPUs and starts
 * them one after the other. A line tells of each that does not answer. They run threads then. At
 * the start, interrupts off, after clock_init. */
void cpus_start(void);

#endif
