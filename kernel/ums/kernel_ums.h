/* User-Mode Scheduling, the kernel's half.
 *
 * A worker is a thread that the kernel's scheduler never runs. It runs in the place of a scheduler
 * thread, which executes it: FS then names the worker's TEB by a selector of the local table, and
 * everything else that the kernel knows of the running thread is the scheduler's. While a trap of
 * it is served, the worker is the CPU's thread. When it cannot go on, its scheduler leaves the trap
 * instead: through an activation. When it can again, it goes to its completion list.
 *
 *	traps.h			what begins and ends each trap of a scheduler thread
 *	block.c			how a worker leaves its scheduler without a call, and activations
 *	schedulers.c		which thread runs in a scheduler's place, the mode itself
 *	workers.c		a worker's life, execution by the kernel, stopping it
 *	lists.c			completion lists
 *	selectors.c		the local table
 *	shared_records.c	memory for what program and kernel share (kernel/call/ums_context.h)
 *
 * All calls: with the kernel's lock, unless said otherwise.
 */
#ifndef KERNEL_UMS_KERNEL_UMS_H
#define KERNEL_UMS_KERNEL_UMS_H

#include "kernel/call/selectors.h"
#include "kernel/call/ums_context.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/objects/object.h"
#include "kernel/threads/thread.h"
#include "kernel/ums/shared_records.h"

struct service_call;

#define UMS_SELECTOR_BITS (SELECTOR_LOCAL | 3u) /* the low bits of workers' selectors */

/* The beginning of the kernel's record of something that it shares with the program. */
struct ums_shared {
    struct object object;
    struct ums_place place;
};

struct ums_list {
    struct ums_shared shared; /* references: its handle, each worker, each scheduler */
    struct object *event;
    struct link to_signal; /* in the queue of lists whose events are yet to be set, or NULL */
};

/* The record of a worker or a scheduler. A worker's record exists before its thread and after that.
 */
struct ums {
    struct ums_shared shared;
    struct ums_context *context; /* at shared.place.direct */
    struct thread *thread;       /* NULL before its life and after */
    struct ums_list *list;       /* a worker's own one; the one that a scheduler began with */
    bool worker, ring3;

    uint32_t slice;     /* a scheduler's: ticks that a worker may run, or 0: for ever */
    uint32_t left;      /* of that, for this worker */
    struct ums *sliced; /* the worker that the last tick has found, or NULL */

    uint16_t index;      /* a worker's place in the local table, or 0 */
    bool in_trap;        /* a worker's trap is being served */
    struct link to_stop; /* a scheduler's: workers that have to leave it at the end of a trap; a
                            worker's place in such a list, or NULL */
};

extern const struct object_type ums_type, ums_list_type;

/* Tells whether workers run in the place of a thread. Any context of ring 0. */
static inline bool ums_is_scheduler(const struct thread *thread)
{
    return thread->ums && !thread->ums->worker;
}

/* ---------------------------------------------------------------- traps */

/* Returns the worker that runs in the place of a scheduler thread whose FS is this; else the thread
 * itself. Without the lock; interrupts off. */
struct thread *ums_thread_in(struct thread *thread, uint32_t fs);

/* The end of a trap (traps.h) of a worker that cannot go on, or for which something was decided.
 * frame: the one that it would leave through. Returns the scheduler's. */
IN_REGISTERS struct trap_frame *ums_leave(struct thread *worker, struct thread *scheduler,
                                          struct trap_frame *frame);

/* Stops all workers that have to leave the scheduler. Takes the lock. Returns the frame for it to
 * go on with. */
struct trap_frame *ums_stop_all(struct thread *scheduler, struct trap_frame *frame);

/* A tick finds the worker running. A worker that has had its slice leaves at the end of the trap.
 */
void ums_tick(struct thread *scheduler, struct thread *worker);

/* Sets the words of the TEB of a worker that goes on because its scheduler does. */
void ums_switched_to(struct thread *scheduler);

/* ---------------------------------------------------------------- a worker's life */

/* Makes a new thread the worker that the attributes describe. */
uint32_t ums_bind(const struct service_call *call, struct thread *thread, uint32_t attributes);

/* Puts a worker that can go on into its completion list. */
IN_REGISTERS void ums_wake(struct thread *worker);

/* Takes a worker that is suspended, or ends, off the scheduler in whose place it runs. Returns
 * whether no scheduler had it. Otherwise it has been stopped, and has ended if it was to; or that
 * happens at the end of the scheduler's trap. */
bool ums_take_off(struct thread *worker);

/* A worker that waits, or is in the program's hands, is no longer suspended. */
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

/* Sends the worker that runs in the place of a scheduler thread, which ends, to its list. */
void ums_forget_worker(struct thread *scheduler);

/* Where a worker in the program's hands is, for a scheduler that goes on with this frame. HERE: it
 * runs in the scheduler's place, or is about to. ELSEWHERE: another scheduler may have it. LEAVES:
 * it leaves in a yield. NOWHERE: its lock names the scheduler, which has not begun with it; or no
 * scheduler. */
enum ums_place_of { UMS_HERE, UMS_ELSEWHERE, UMS_LEAVES, UMS_NOWHERE };
enum ums_place_of ums_place_of(struct thread *worker, struct thread *scheduler,
                               const struct trap_frame *frame);

/* Tells whether a worker's scheduler, which does not run, has only the lock to give back. It may
 * not run for long, for instance because it has a low priority. */
bool ums_is_left(struct thread *worker);

/* Takes the worker off a scheduler thread that does not run. Returns the frame for the scheduler to
 * go on with. */
struct trap_frame *ums_stop(struct thread *worker, struct thread *scheduler);

/* Takes a worker's lock from a scheduler that has not begun with it. Its call will fail. */
void ums_take_lock(struct thread *worker, const struct thread *scheduler);

/* Forgets that a worker has to leave a scheduler. */
void ums_forget_stop(struct ums *worker);

/* Gives a worker a selector; another worker may lose its own. Returns false when each is in use. */
bool ums_select(struct ums *worker);
void ums_deselect(struct ums *worker);

/* Returns a worker's selector, 0 when it has none. */
static inline uint32_t ums_selector(const struct ums *worker)
{
    kernel_must_be_locked();
    return worker->index ? worker->index * 8u | UMS_SELECTOR_BITS : 0;
}

/* The worker of each entry of the local table, or NULL. */
extern struct ums *ums_owners[LDT_ENTRIES];

/* Whether a selector is of the kind that workers have. Any context. */
static inline bool ums_is_selector(uint32_t selector)
{
    return (selector & UMS_SELECTOR_BITS) == UMS_SELECTOR_BITS;
}

/* Returns the worker that has this selector, or NULL. Without the lock; interrupts off. */
static inline struct ums *ums_selected(uint32_t selector)
{
    interrupts_must_be_off();
    return ums_is_selector(selector) ? ums_owners[(uint16_t)selector / 8] : NULL;
}

/* Returns the worker that runs in the place of a scheduler thread whose FS is this; NULL when the
 * scheduler itself does. Without the lock; interrupts off. */
static inline struct ums *ums_running(uint32_t fs)
{
    interrupts_must_be_off();
    struct ums *ums = ums_selected(fs);
    return ums && ums->thread->state == THREAD_HELD && !ums->in_trap ? ums : NULL;
}

/* Puts a worker at the head of its list, and sets the event if the list was empty. */
IN_REGISTERS void ums_list_push(struct ums *worker);

/* Finds a record by its type and the program's address. handle: the place of the handle there.
 * Returns NULL when there is none. */
void *ums_find_shared(const struct service_call *call, const struct object_type *type,
                      uint32_t address, uint32_t handle);

/* Like ums_find_shared, a function for each type. */
static inline struct ums *ums_find(const struct service_call *call, uint32_t context)
{
    return ums_find_shared(call, &ums_type, context, offsetof(struct ums_context, handle));
}

static inline struct ums_list *ums_find_list(const struct service_call *call, uint32_t list)
{
    return ums_find_shared(call, &ums_list_type, list, offsetof(struct ums_list_words, handle));
}

#endif
