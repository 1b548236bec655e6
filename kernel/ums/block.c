/* How a worker leaves its scheduler without having called it: because it waits, ends, is suspended,
 * or has had its slice. The scheduler goes on in an activation. */
#include "kernel/call/branches.h"
#include "kernel/call/eflags.h"
#include "kernel/call/service.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_registers.h"
#include "kernel/ums/kernel_ums.h"
#include "lib/inlining.h"

#include <nt_objects.h>

/* linker.ld takes them from ums/ums_switch.S: where an activation begins, and the table of ranges.
 */
void ums_scheduler_goes_on(void);
extern const struct ums_range ums_ranges[];

static const struct ums_range *range_at(const struct trap_frame *frame)
{
    const struct ums_range *range = ums_ranges;
    while (frame->eip > range->last)
        range++;
    return range;
}

/* ---------------------------------------------------------------- activations */

/* The control words that the machine has. */
struct control_words {
    uint32_t x87, mxcsr;
};

static inline struct control_words control_words(void)
{
    struct control_words words = {x87_control_read(), 0};
    if (cpu_features.sse)
        words.mxcsr = mxcsr_read();
    return words;
}

/* The control words of a thread's first state. */
static inline struct control_words first_words(void)
{
    return (struct control_words){X87_CW_WINDOWS, cpu_features.sse ? MXCSR_AT_RESET : 0};
}

/* Returns the frame of the scheduler's next activation: at its stack's base, with the words in
 * registers that ums_switch.S expects. */
static inline struct trap_frame *activate(const struct ums *ums, uint32_t reason, uint32_t payload,
                                          struct control_words machine)
{
    struct trap_frame *frame = &ums->thread->frame3;
    uint32_t esp = ums->context->esp;
    if (ums->ring3) {
        frame->fs = 0;
        trap_use_segments3(frame);
        frame->esp = esp;
    } else {
        frame = (struct trap_frame *)(esp - TRAP_FRAME_RING0_SIZE);
        frame->fs = 0;
        trap_use_segments0(frame);
    }
    frame->fs = SELECTOR_TIB3;
    frame->ebx = reason;
    frame->eax = payload;
    frame->edx = 0;
    frame->ecx = ums->shared.place.address;
    frame->edi = machine.x87;
    frame->esi = machine.mxcsr;
    frame->link_ebp = 0;
    frame->link_eip = frame->eip = (uint32_t)ums_scheduler_goes_on;
    frame->eflags = EFLAGS_FIXED | EFLAGS_IF;
    return frame;
}

/* The activation after a worker, with its context at this address, has left. */
static inline struct trap_frame *blocked(struct ums *own, uint32_t worker, bool in_service,
                                         struct control_words machine)
{
    own->sliced = NULL;
    own->context->last = worker;
    return activate(own, UMS_REASON_BLOCKED, in_service, machine);
}

/* ---------------------------------------------------------------- its registers */

/* Keeps the registers that a call leaves alone, of a service's frame. */
static inline void keep_brief(struct ums_context *context, const struct trap_frame *frame,
                              struct control_words machine)
{
    context->eip = frame->eip;
    context->ebp = frame->link_ebp;
    context->ebx = frame->ebx;
    context->esi = frame->esi;
    context->edi = frame->edi;
    context->eflags = frame->eflags;
    context->x87_control = machine.x87;
    context->mxcsr = machine.mxcsr;
    context->esp = trap_from_ring3(frame) ? frame->esp : (uint32_t)&frame->esp;
}

/* Keeps all of them. live: the FPU has the worker's state; else the scheduler's record has it.
 * Returns the control words that the scheduler has then: its FPU begins anew. */
static struct control_words keep_all(struct thread *worker, struct thread *scheduler,
                                     struct trap_frame *frame, bool live)
{
    worker->ums->context->esp = 0;
    worker->frame = frame;
    if (trap_from_ring3(frame)) {
        worker->frame3 = *frame;
        worker->frame = &worker->frame3;
    }
    if (live) {
        fpu_claim();
        fpu_save(worker->fpu);
        fpu_reset();
    } else {
        __builtin_memcpy(worker->fpu, scheduler->fpu, FXSAVE_SIZE);
        fpu_first_state(scheduler->fpu);
    }
    return first_words();
}

/* A service whose result is still to come has a caller that expects only the registers that calls
 * leave alone. */
static inline bool brief_is_enough(const struct ums *own, const struct trap_frame *frame)
{
    return frame->vector == VECTOR_SERVICE && frame->eax == STATUS_PENDING &&
           trap_from_ring3(frame) == own->ring3;
}

/* ---------------------------------------------------------------- at the end of a trap */

/* Does what was decided about a worker that has left its scheduler. */
static void settle(struct thread *worker)
{
    worker->decided = false;
    ums_forget_stop(worker->ums);
    worker->ums->context->lock = UMS_LOCK_KERNEL;
    if (worker->state == THREAD_HELD)
        worker->state = THREAD_STOPPED;
    if (worker->ending)
        thread_end(worker, worker->end_code);
    else if (worker->state == THREAD_STOPPED && !worker->suspended)
        ums_wake(worker);
}

/* Takes the worker off the scheduler, whose frame is this. A worker that has not begun to run,
 * because the scheduler is still about to execute it, has its registers in its context. So has a
 * worker that the scheduler has left in a yield. */
static struct trap_frame *worker_stop(struct thread *worker, struct thread *scheduler,
                                      struct trap_frame *frame, bool live)
{
    bool in_service = live && frame->vector == VECTOR_SERVICE;
    struct control_words machine;
    uint32_t address = worker->ums->shared.place.address;
    const struct ums_range *range = range_at(frame);
    if (ums_running(frame->fs) == worker->ums && range->what != UMS_IN_EXECUTE) {
        if (range->what == UMS_IN_STORE)
            frame->eip = range->go_on;
        machine = keep_all(worker, scheduler, frame, live);
    } else if (live) {
        machine = control_words();
    } else {
        fpu_first_state(scheduler->fpu);
        machine = first_words();
    }
    settle(worker);
    return blocked(scheduler->ums, address, in_service, machine);
}

struct trap_frame *ums_stop(struct thread *worker, struct thread *scheduler)
{
    kernel_must_be_locked();
    return worker_stop(worker, scheduler, scheduler->frame, false);
}

/* The lock is the program's word, so what it says is compared with where the scheduler stands. */
enum ums_place_of ums_place_of(struct thread *worker, struct thread *scheduler,
                               const struct trap_frame *frame)
{
    kernel_must_be_locked();
    if (ums_running(frame->fs) == worker->ums)
        return UMS_HERE;
    if (ums_scheduler_of(worker) != scheduler)
        return UMS_ELSEWHERE;
    switch (range_at(frame)->what) {
    case UMS_IN_EXECUTE:
        return UMS_HERE;
    case UMS_IN_YIELD:
    case UMS_IN_REFUSAL:
        return UMS_LEAVES;
    default:
        return UMS_NOWHERE;
    }
}

/* The frame of ring 0 of a scheduler that has just left a worker lies on the worker's stack, where
 * the worker's own will lie. */
bool ums_is_left(struct thread *worker)
{
    kernel_must_be_locked();
    struct thread *scheduler = ums_scheduler_of(worker);
    if (!scheduler || scheduler->state == THREAD_RUNNING)
        return false;
    thread_frame_lay(scheduler);
    if (ums_place_of(worker, scheduler, scheduler->frame) != UMS_LEAVES)
        return false;
    struct trap_frame *frame = scheduler->frame;
    const struct ums_range *range = range_at(frame);
    if (range->go_on) {
        uint32_t esp = scheduler->ums->context->esp;
        if (trap_from_ring3(frame))
            frame->esp = esp;
        else
            frame = __builtin_memmove((char *)esp - TRAP_FRAME_RING0_SIZE, frame,
                                      TRAP_FRAME_RING0_SIZE);
        frame->ecx = scheduler->ums->shared.place.address;
        frame->eip = range->go_on;
        scheduler->frame = frame;
    }
    return true;
}

/* A worker that is about to leave by itself comes to the end of the list again, for the next trap.
 */
struct trap_frame *ums_stop_all(struct thread *scheduler, struct trap_frame *frame)
{
    kernel_lock();
    struct link *all = &scheduler->ums->to_stop, *link;
    unsigned count = 0;
    for (link = all->next; link != all; link = link->next)
        count++;
    while (count-- > 0 && !list_is_empty(all)) {
        struct ums *ums = list_record(struct ums, to_stop, all->next);
        struct thread *worker = ums->thread;
        enum ums_place_of place = ums_place_of(worker, scheduler, frame);
        ums_forget_stop(ums);
        worker->decided = false;
        if (place == UMS_HERE)
            frame = worker_stop(worker, scheduler, frame, true);
        else if (place == UMS_LEAVES)
            list_append(all, &ums->to_stop);
        if (worker->ending && place == UMS_NOWHERE)
            thread_end_held(worker);
        else if (worker->ending && place == UMS_ELSEWHERE)
            thread_end(worker, worker->end_code);
    }
    return frame;
}

/* Returns the worker in the program's hands that has its context at this address, or NULL. The
 * program's memory is not read, because it may be absent. */
static struct thread *held_worker(uint32_t context)
{
    struct thread *thread = NULL;
    while ((thread = thread_after(thread)))
        if (thread->state == THREAD_HELD && thread->ums->shared.place.address == context)
            break;
    return thread;
}

/* Returns the worker that a scheduler with this frame has locked, or NULL. */
static struct thread *switching_worker(const struct trap_frame *frame)
{
    switch (range_at(frame)->what) {
    case UMS_IN_YIELD:
        return held_worker(frame->eax);
    case UMS_IN_EXECUTE:
    case UMS_IN_REFUSAL:
        return held_worker(frame->ecx);
    default:
        return NULL;
    }
}

void ums_forget_worker(struct thread *scheduler)
{
    kernel_must_be_locked();
    thread_frame_lay(scheduler);
    struct trap_frame *frame = scheduler->frame;
    struct thread *worker = ums_thread_in(scheduler, frame->fs);
    if (worker == scheduler)
        worker = switching_worker(frame);
    if (worker && ums_place_of(worker, scheduler, frame) != UMS_ELSEWHERE)
        frame = worker_stop(worker, scheduler, frame, scheduler == this_thread());
    ums_stop_all(scheduler, frame);
    for (struct link *all = &scheduler->ums->to_stop; !list_is_empty(all);) {
        worker = list_record(struct ums, to_stop, all->next)->thread;
        ums_forget_stop(worker->ums);
        ums_take_lock(worker, scheduler);
        if (worker->ending)
            thread_end_held(worker);
    }
}

/* ---------------------------------------------------------------- slices */

static bool slice_is_over(const struct thread *worker, const struct thread *scheduler)
{
    const struct ums *own = scheduler->ums;
    return own->slice && own->sliced == worker->ums && own->left == 0 && !worker->ending &&
           !worker->suspended;
}

/* A worker whose slice is over goes back into the program's hands, whole. A worker in the middle of
 * a switch is left alone until the next tick. */
static struct trap_frame *preempt_worker(struct thread *worker, struct thread *scheduler,
                                         struct trap_frame *frame)
{
    struct ums *own = scheduler->ums, *ums = worker->ums;
    worker->decided = false;
    if (range_at(frame)->what != UMS_IN_NO_SWITCH) {
        own->left = 1;
        return frame;
    }
    own->sliced = NULL;
    own->context->last = ums->shared.place.address;
    struct control_words machine = keep_all(worker, scheduler, frame, true);
    __atomic_store_n(&ums->context->lock, 0, __ATOMIC_RELEASE);
    return activate(own, UMS_REASON_PREEMPTED, ums->shared.place.address, machine);
}

void ums_tick(struct thread *scheduler, struct thread *worker)
{
    kernel_must_be_locked();
    struct ums *own = scheduler->ums;
    if (own->sliced != worker->ums) {
        own->sliced = worker->ums;
        own->left = own->slice + 1;
    }
    if (own->slice && --own->left == 0)
        worker->decided = true;
}

/* ---------------------------------------------------------------- the end of a worker's trap */

/* The rarer ways: page faults, services that happen again, ends, and what was decided. */
static OWN_STACK struct trap_frame *leave_rarely(struct thread *worker, struct thread *scheduler,
                                                 struct trap_frame *frame)
{
    bool in_service = frame->vector == VECTOR_SERVICE;
    struct control_words machine = control_words();
    struct ums *ums = worker->ums;
    if (worker->state == THREAD_ENDED) {
        thread_bury(worker); /* ums_ended has told the scheduler which one */
        return activate(scheduler->ums, UMS_REASON_BLOCKED, in_service, machine);
    }
    ums->in_trap = false;
    if (worker->state == THREAD_HELD)
        return slice_is_over(worker, scheduler) ? preempt_worker(worker, scheduler, frame)
                                                : worker_stop(worker, scheduler, frame, true);
    if (brief_is_enough(scheduler->ums, frame))
        keep_brief(ums->context, frame, machine);
    else
        machine = keep_all(worker, scheduler, frame, true);
    uint32_t address = ums->shared.place.address;
    settle(worker);
    return blocked(scheduler->ums, address, in_service, machine);
}

IN_REGISTERS struct trap_frame *ums_leave(struct thread *worker, struct thread *scheduler,
                                          struct trap_frame *frame)
{
    kernel_must_be_locked();
    /* A service that lets ticks in, or other CPUs, waits for nothing afterwards. */
    CONTRACT(worker->state != THREAD_WAITING || !worker->decided, "after it was interrupted");
    this_cpu()->at_end &= (uint8_t)~AT_END_PARKED;
    if (trace_on && worker->state == THREAD_WAITING)
        schedule_trace_wait(worker);
    struct ums *own = scheduler->ums, *ums = worker->ums;
    if (RARELY(worker->state != THREAD_WAITING || !brief_is_enough(own, frame)))
        return leave_rarely(worker, scheduler, frame);
    struct control_words machine = control_words();
    struct ums_context *context = ums->context;
    ums->in_trap = false;
    keep_brief(context, frame, machine);
    context->lock = UMS_LOCK_KERNEL;
    return blocked(own, ums->shared.place.address, true, machine);
}
