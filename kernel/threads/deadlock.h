/* What all threads of the kernel do, for reports; and the end of a run in which none can go on. */
#ifndef KERNEL_THREADS_DEADLOCK_H
#define KERNEL_THREADS_DEADLOCK_H

struct thread;

/* Reports a deadlock and ends the run with PANIC_STATUS, if no thread can ever go on: each waits or
 * is suspended, no deadline is set, and none waits for input. In the trap of an idle CPU. */
void deadlock_look(void);

/* Prints a line or two: the thread's number, what it does or waits for, and where. Any context,
 * ring 0, in which no thread changes. */
void thread_report(const struct thread *thread);

/* The same for all threads. */
void threads_report(void);

#endif
