/* A line about each thread of the kernel, for reports; and the end of a run in which no thread can
 * go on. */
#ifndef KERNEL_THREADS_DEADLOCK_H
#define KERNEL_THREADS_DEADLOCK_H

/* Reports a deadlock and ends the run with PANIC_STATUS, if no thread can ever go on: each waits or
 * is suspended, no deadline is set, and none waits for input. In the trap of an idle CPU, with the
 * kernel's lock. */
void deadlock_look(void);

/* Prints a line for each thread, if there are several: its number, its priority, and what it waits
 * for, or the CPU that runs it or will. At most 64 threads. Any context, ring 0, in which no thread
 * changes. */
void threads_report(void);

#endif
