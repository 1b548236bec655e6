/* Which thread a CPU runs. It changes at one place, the end of a trap: the trap leaves through
 * another thread's frame. All calls: in traps at depth 1, interrupts off.
 */
#ifndef KERNEL_THREADS_SCHEDULE_H
#define KERNEL_THREADS_SCHEDULE_H

#include "kernel/threads/thread.h"

#define PRIORITIES      32
#define PRIORITY_NORMAL 8
#define SLICE_TICKS     20 /* ticks that a thread runs while others of its priority are ready */

/* At the start, before any thread is ready. */
void schedule_init(void);

/* Makes a thread ready that is in no list, behind the others of its priority. A suspended one stops
 * instead. */
void schedule_ready(struct thread *thread);

/* Takes the thread out of the list that it is in, if it is in one. */
void schedule_forget(struct thread *thread);

/* Stops a thread that has been suspended, now or when its wait is over. */
void schedule_stop(struct thread *thread);

/* Gives a thread that has not ended this priority. */
void schedule_set_priority(struct thread *thread, uint8_t priority);

/* Makes the running thread wait in a list. The service that calls this happens again once the
 * thread is ready (service_again), or is completed by its waker. list may be NULL. */
void schedule_park(struct link *list);

/* Makes all threads of a list ready. */
void schedule_wake_all(struct link *list);

/* Has the running thread go behind the others of its priority at the end of the trap. Returns
 * whether there are any. */
bool schedule_yield(void);

/* Chooses the thread to go on with, at the end of a trap in which cpu->reschedule was set. */
void schedule(struct cpu *cpu);

/* Does the work of a tick that the CPU has counted down to. */
void schedule_tick(uint64_t now);

/* Ends the start: the code that brought the machine up becomes the idle thread, and the threads
 * that are ready begin. */
_Noreturn void schedule_start(void);

#endif
