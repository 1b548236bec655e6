/* The thread that each CPU runs. It changes at one place, the end of a trap: the trap leaves
 * through another thread's frame.
 *
 *	schedule.c	threads become ready, wait and stop
 *	placement.c	the CPU on which a thread goes on
 *	switch.c	the end of a trap: the next thread, and the switch to it
 *	slice.c		ticks, and how long a thread runs
 *	ready.c		the queues
 *
 * All calls: with the kernel's lock, unless said otherwise.
 */
#ifndef KERNEL_THREADS_SCHEDULE_H
#define KERNEL_THREADS_SCHEDULE_H

#include "kernel/cpu/contracts.h"
#include "kernel/devices/clock.h"
#include "kernel/threads/thread.h"

#define SLICE_TICKS 20 /* ticks that a thread runs while others of its priority are ready */

/* The two ways of schedule_ready: a CPU takes the thread, or none may. */
IN_REGISTERS void schedule_put(struct thread *thread);
IN_REGISTERS void schedule_put_elsewhere(struct thread *thread);

/* Makes a thread ready that is in no list, behind the others of its priority. A suspended thread
 * stops instead. The thread continues on a CPU that does nothing, or less important work, if there
 * is any. */
static inline void schedule_ready(struct thread *thread)
{
    if (thread->suspended_or_worker)
        schedule_put_elsewhere(thread);
    else
        schedule_put(thread);
}

/* Takes a thread that waits out of the list that it is in, if it is in one. */
static inline void schedule_leave_list(struct thread *thread)
{
    kernel_must_be_locked();
    if (thread->queue.next) {
        list_remove(&thread->queue);
        thread->queue.next = NULL;
    }
}

/* Like schedule_leave_list, for a thread in any state. */
void schedule_forget(struct thread *thread);

/* Stops a thread that has been suspended, now or when its wait is over. */
void schedule_stop(struct thread *thread);

/* Has a thread that runs come to the end of a trap soon, where what was decided about it happens.
 */
void schedule_decided(struct thread *thread);

/* Gives a thread this priority, and these CPUs, at least one. */
void schedule_place(struct thread *thread, uint8_t priority, uint32_t affinity);

/* Makes the running thread wait. The service that calls this happens again once the thread is ready
 * (service_again), or is completed by its waker. */
static inline void schedule_park(void)
{
    kernel_must_be_locked();
    struct cpu *cpu = this_cpu();
    cpu->thread->state = THREAD_WAITING;
    cpu->at_end |= AT_END_PARKED;
}

/* Like schedule_park, but in a list. Reports say in words what the thread waits for, with an
 * address, or 0. */
static inline void schedule_park_in(struct link *list, const char *what, uint32_t address)
{
    struct thread *thread = this_thread();
    thread->parked_for = what;
    thread->address = address;
    list_append(list, &thread->queue);
    schedule_park();
}

/* Makes all threads of a list ready. */
void schedule_wake_all(struct link *list);

/* Ends the slice of a CPU's thread at the end of the trap: others of its priority come first.
 * Without the lock; interrupts off. */
static inline void schedule_let_others(struct cpu *cpu)
{
    interrupts_must_be_off();
    cpu->run.slice_over = true;
    cpu->at_end |= AT_END_SCHEDULE;
}

/* Has the running thread go behind the others of its priority at the end of the trap. Returns
 * whether there are any. */
bool schedule_yield(void);

/* Tells whether this CPU has another thread to run than the one that is about to halt it. Outside
 * of traps, interrupts off. */
bool schedule_is_wanted(void);

/* Counts what the running thread has used of its slice. A new one must begin then. Interrupts
 * off. */
void schedule_end_slice(void);

/* Gives a running thread that halts a slice that begins when it ceases to. Interrupts off. */
static inline void schedule_begin_slice(const struct thread *halting)
{
    interrupts_must_be_off();
    halting->cpu->run.slice_end = (uint32_t)halting->halts_until + SLICE_TICKS;
}

/* Returns the ticks that a thread which runs has had of its slice, 0 for any other. */
uint32_t schedule_slice_used(const struct thread *thread);

/* Records what a thread waits for, while events are recorded. */
void schedule_trace_wait(const struct thread *thread);

/* Does what a trap has left for its end (enum at_end): chooses the thread to go on with, and gives
 * the lock back. Called with the lock or without the lock. The running thread would leave through
 * frame. Returns the frame to leave through. */
IN_REGISTERS struct trap_frame *schedule_at_end(struct cpu *cpu, struct trap_frame *frame);

/* Does the work of a tick that the first CPU has counted down to, and of each tick of the others.
 * Without the lock. */
void schedule_tick(struct cpu *cpu, uint64_t now);

/* Ends this CPU's start: its code becomes the idle thread, and threads that are ready begin.
 * Interrupts off. */
_Noreturn void schedule_start(void);

#endif
