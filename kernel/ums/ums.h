/* User-Mode Scheduling, the kernel's half.
 *
 * A worker is a thread that the kernel's scheduler never runs. It runs in the place of a scheduler
 * thread, which executes it: FS then names the worker's TEB by a selector of the local table, and
 * everything else that the kernel knows of the running thread is the scheduler's. While a trap of
 * it is served, the worker is the CPU's thread. When it cannot go on, its scheduler leaves the trap
 * instead: through an activation. When it can again, it goes to its completion list.
 *
 *	schedulers.c	enters and leaves traps, activations, the mode itself
 *	workers.c	a worker's life, execution by the kernel, stopping it
 *	lists.c		completion lists
 *	selectors.c	the local table
 *	context.h	what program and kernel share
 *
 * All calls: in traps, with the kernel's lock, unless said otherwise.
 */
#ifndef KERNEL_UMS_UMS_H
#define KERNEL_UMS_UMS_H

#include "kernel/cpu/cpu.h"
#include "kernel/objects/object.h"
#include "kernel/threads/thread.h"
#include "kernel/ums/context.h"
#include "kernel/ums/places.h"

struct service_call;

struct ums_list {
    struct object object; /* references: its handle, each worker, each scheduler */
    struct ums_place place;
    struct object *event;
};

/* What a thread is here. A worker's exists before its thread and after that. */
struct ums {
    struct object object;
    struct ums_place place;
    struct ums_context *context; /* at place.direct */
    struct thread *thread;       /* NULL before its life and after */
    struct ums_list *list;       /* a worker's own one; the one that a scheduler began with */
    bool worker, ring3;

    uint16_t index;      /* a worker's place in the local table, or 0 */
    bool in_trap;        /* a worker's trap is being served */
    struct link to_stop; /* a scheduler's: workers that have to leave it at the end of a trap; a
                            worker's place in such a list, or NULL */
};

extern const struct object_type ums_type, ums_list_type;

/* ---------------------------------------------------------------- traps */

/* Returns the worker that runs in the place of a scheduler thread whose FS is this; else the thread
 * itself. */
struct thread *ums_thread_in(struct thread *thread, uint32_t fs);

/* Begins a trap of a scheduler thread: a worker that runs there becomes the CPU's thread. */
void ums_enter_trap(struct cpu *cpu, const struct trap_frame *frame);

/* Ends it: the scheduler thread is the CPU's again. Returns the frame that it leaves through: this
 * one, or an activation's. */
struct trap_frame *ums_leave_trap(struct cpu *cpu, struct trap_frame *frame);

/* The running thread, for code of ring 0 outside of traps. Interrupts off. */
struct thread *ums_this_thread(void);

/* Sets the words of the TEB of a worker that goes on because its scheduler does. */
void ums_switched_to(struct thread *scheduler);

/* ---------------------------------------------------------------- a worker's life */

/* Makes a new thread the worker that the attributes describe. */
uint32_t ums_bind(const struct service_call *call, struct thread *thread, uint32_t attributes);

/* Puts a worker that can go on into its completion list. */
void ums_wake(struct thread *worker);

/* Takes a worker that is suspended, or ends, off the scheduler in whose place it runs. Returns
 * false when that has to happen at the end of another CPU's trap. */
bool ums_take_off(struct thread *worker);

/* A worker in the program's hands is no longer suspended. */
void ums_resumed(struct thread *worker);

/* A thread ends that is a worker or a scheduler. queued: the worker was in nobody's hands, and goes
 * to its list once more. */
void ums_ended(struct thread *thread, bool queued);

/* Makes a record with a context. Returns NULL when memory or addresses are exhausted. */
struct ums *ums_make(void);

/* Takes a worker's registers from its context, so that its frame has them. Returns false while it
 * runs. ums_unlock lets schedulers have it again. */
bool ums_lock(struct thread *worker);
void ums_unlock(struct thread *worker);

/* Returns the scheduler in whose place a worker runs, or NULL. */
struct thread *ums_scheduler_of(const struct thread *worker);

/* ---------------------------------------------------------------- inside */

/* Keeps a worker that has come out of a trap by this frame. brief: the registers that a call leaves
 * alone are enough. */
void ums_keep(struct thread *worker, const struct thread *scheduler, struct trap_frame *frame,
              bool brief);

/* Returns the frame of a scheduler thread's next activation. */
struct trap_frame *ums_activate(struct thread *scheduler, bool by_service);

/* Sends the worker that runs in the place of a scheduler thread, which ends, to its list. */
void ums_forget_worker(struct thread *scheduler);

/* Takes the worker off a scheduler thread, whose frame is this, if it is still there. live: the FPU
 * has its state. Returns the frame for the scheduler to go on with. */
struct trap_frame *ums_stop(struct thread *worker, struct thread *scheduler,
                            struct trap_frame *frame, bool live);

/* Forgets that a worker has to leave a scheduler. */
void ums_forget_stop(struct ums *worker);

/* Gives a worker a selector; another worker may lose its own. Returns false when each is in use. */
bool ums_select(struct ums *worker);
void ums_deselect(struct ums *worker);
struct ums *ums_selected(uint32_t selector);

/* Puts a worker at the head of its list, and sets the event if the list was empty. */
void ums_list_push(struct ums *worker);

/* Finds records by the program's addresses. Returns NULL when there is none. */
struct ums *ums_find(const struct service_call *call, uint32_t context);
struct ums_list *ums_find_list(const struct service_call *call, uint32_t list);

#endif
