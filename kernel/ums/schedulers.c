/* Scheduler threads: how a trap in one becomes its worker's, and how one goes on when its worker
 * cannot. */
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/fpu.h"
#include "kernel/cpu/segment_registers.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/services/service.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"
#include "kernel/ums/ums.h"

#include <nt_objects.h>

/* ums/switch.S: where a scheduler goes on when its worker has blocked; where a worker is executed,
 * from the lock on; and where one leaves in a yield, behind the store of its stack pointer. */
void ums_blocked(void);
extern const char ums_execute_from[], ums_execute_to[], ums_yield_stores[], ums_yield_leaves[];

/* ---------------------------------------------------------------- who runs */

static bool is_scheduler(const struct thread *thread)
{
    return thread->ums && !thread->ums->worker;
}

struct thread *ums_thread_in(struct thread *thread, uint32_t fs)
{
    if (!is_scheduler(thread))
        return thread;
    struct ums *ums = ums_selected(fs);
    return ums && ums->thread->state == THREAD_HELD && !ums->in_trap ? ums->thread : thread;
}

struct thread *ums_this_thread(void)
{
    return ums_thread_in(this_thread(), fs_read());
}

void ums_switched_to(struct thread *scheduler)
{
    struct thread *worker = ums_thread_in(scheduler, scheduler->frame->fs);
    *teb_word(worker->teb, TIB_ATTENTION) = TIB_ATTEND;
}

void ums_enter_trap(struct cpu *cpu, const struct trap_frame *frame)
{
    struct thread *scheduler = cpu->thread;
    if (!(frame->fs & SELECTOR_LOCAL))
        return;
    kernel_lock();
    struct thread *worker = ums_thread_in(scheduler, frame->fs);
    if (worker == scheduler)
        return;
    worker->ums->in_trap = true;
    worker->cpu = cpu;
    cpu->carrier = scheduler;
    cpu->thread = worker;
}

/* ---------------------------------------------------------------- who goes on */

struct trap_frame *ums_activate(struct thread *scheduler, bool by_service)
{
    uint32_t esp = scheduler->ums->context->esp;
    struct trap_frame *frame = &scheduler->frame3;
    if (scheduler->ums->ring3) {
        trap_use_segments3(frame);
        frame->esp = esp;
    } else {
        frame = (struct trap_frame *)(esp - TRAP_FRAME_RING0_SIZE);
        trap_use_segments0(frame);
    }
    frame->fs = SELECTOR_TIB3;
    frame->eax = by_service;
    frame->link_ebp = 0;
    frame->link_eip = frame->eip = (uint32_t)ums_blocked;
    frame->eflags = EFLAGS_FIXED | EFLAGS_IF;
    return scheduler->frame = frame;
}

static bool in_execute(const struct trap_frame *frame)
{
    return frame->eip >= (uint32_t)ums_execute_from && frame->eip < (uint32_t)ums_execute_to;
}

/* Saves what only a trap needs: all of the FPU. */
static void __attribute__((noinline))
keep_fpu(struct thread *worker, struct thread *scheduler, bool live)
{
    if (!live) {
        __builtin_memcpy(worker->fpu, scheduler->fpu, FXSAVE_SIZE);
        fpu_first_state(scheduler->fpu);
        return;
    }
    fpu_claim();
    fpu_save(worker->fpu);
    x87_reset();
}

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

/* A worker that is to end, but has left its scheduler by itself, may run in another one's place. */
static void let_be(struct thread *worker)
{
    worker->decided = false;
    ums_forget_stop(worker->ums);
    if (worker->ending)
        thread_end(worker, worker->end_code);
}

/* A worker that has not begun to run, because the scheduler is still about to execute it, has its
 * registers in its context. A yield that has stored its stack pointer stores it again. */
struct trap_frame *ums_stop(struct thread *worker, struct thread *scheduler,
                            struct trap_frame *frame, bool live)
{
    bool runs = ums_thread_in(scheduler, frame->fs) == worker, by_service;
    if (worker->ums->context->lock != scheduler->id || (!in_execute(frame) && !runs)) {
        let_be(worker);
        return frame;
    }
    by_service = live && frame->vector == VECTOR_SERVICE;
    if (!in_execute(frame)) {
        if (frame->eip == (uint32_t)ums_yield_leaves)
            frame->eip = (uint32_t)ums_yield_stores;
        ums_keep(worker, scheduler, frame, false);
        keep_fpu(worker, scheduler, live);
    }
    settle(worker);
    return ums_activate(scheduler, by_service);
}

/* Stops all that have to leave the scheduler. One that is about to do so by itself comes to the end
 * of the list again, for the next trap. */
static struct trap_frame *__attribute__((noinline))
stop_all(struct thread *scheduler, struct trap_frame *frame)
{
    kernel_lock();
    struct link *all = &scheduler->ums->to_stop, *link = NULL, *last = all->previous;
    while (link != last && !list_is_empty(all)) {
        link = all->next;
        struct ums *ums = list_record(struct ums, to_stop, link);
        ums_forget_stop(ums);
        frame = ums_stop(ums->thread, scheduler, frame, true);
    }
    return frame;
}

void ums_forget_worker(struct thread *scheduler)
{
    struct trap_frame *frame = scheduler->frame;
    struct thread *worker = ums_thread_in(scheduler, frame->fs);
    if (worker == scheduler && in_execute(frame)) {
        struct ums *ums = ums_find(&(struct service_call){.frame = frame}, frame->ecx);
        worker = ums && ums->thread ? ums->thread : scheduler;
    }
    if (worker != scheduler)
        frame = ums_stop(worker, scheduler, frame, scheduler == this_thread());
    stop_all(scheduler, frame);
}

/* A service that is over, but whose result is still to come, has a caller that expects only the
 * registers that calls leave alone. */
static struct trap_frame *__attribute__((noinline))
leave_worker(struct thread *worker, struct thread *scheduler, struct trap_frame *frame)
{
    bool service = frame->vector == VECTOR_SERVICE, ended = worker->state == THREAD_ENDED;
    bool brief = service && worker->state == THREAD_WAITING && frame->eax == STATUS_PENDING;
    if (!ended && !worker->decided) {
        ums_keep(worker, scheduler, frame, brief);
        if (!worker->ums->context->esp)
            keep_fpu(worker, scheduler, true);
        worker->ums->context->lock = UMS_LOCK_KERNEL;
        return ums_activate(scheduler, service);
    }
    if (ended) {
        thread_bury(worker);
        return ums_activate(scheduler, service);
    }
    if (worker->state == THREAD_HELD)
        return ums_stop(worker, scheduler, frame, true);
    ums_keep(worker, scheduler, frame, false);
    keep_fpu(worker, scheduler, true);
    settle(worker);
    return ums_activate(scheduler, service);
}

struct trap_frame *ums_leave_trap(struct cpu *cpu, struct trap_frame *frame)
{
    struct thread *worker = cpu->thread, *scheduler = cpu->carrier;
    if (scheduler) {
        cpu->carrier = NULL;
        cpu->thread = scheduler;
        scheduler->frame = frame;
        if (worker->state != THREAD_ENDED)
            worker->ums->in_trap = false;
        if (worker->state != THREAD_HELD || worker->decided)
            frame = leave_worker(worker, scheduler, frame);
    } else {
        scheduler = worker;
    }
    if (scheduler->ums && __builtin_expect(!list_is_empty(&scheduler->ums->to_stop), 0))
        frame = stop_all(scheduler, frame);
    return frame;
}

/* ---------------------------------------------------------------- the mode */

static void set_unusual(struct thread *thread, bool on)
{
    thread->unusual =
        (uint8_t)((thread->unusual & ~UNUSUAL_SCHEDULER) | (on ? UNUSUAL_SCHEDULER : 0));
    this_cpu()->unusual = thread->unusual;
    trap_choose_tick();
}

uint32_t user_ums_enter(struct service_call *call)
{
    struct thread *thread = this_thread();
    struct ums_list *list = ums_find_list(call, call->words[0]);
    if (thread->ums)
        return STATUS_NOT_SUPPORTED;
    if (!list)
        return STATUS_INVALID_PARAMETER;
    struct ums *ums = ums_make();
    if (!ums)
        return STATUS_NO_MEMORY;
    object_keep(&list->object);
    ums->list = list;
    ums->thread = thread;
    ums->ring3 = trap_from_ring3(call->frame);
    list_init(&ums->to_stop);
    ums->context->flags = UMS_SCHEDULER;
    ums->context->id = thread->id;
    ums->context->teb = thread->teb_address;
    thread->ums = ums;
    *teb_word(thread->teb, TIB_UMS) = ums->place.address;
    set_unusual(thread, true);
    return STATUS_SUCCESS;
}

uint32_t user_ums_leave(struct service_call *call)
{
    struct thread *thread = this_thread();
    (void)call;
    if (!is_scheduler(thread))
        return STATUS_NOT_SUPPORTED;
    *teb_word(thread->teb, TIB_UMS) = 0;
    set_unusual(thread, false);
    ums_ended(thread, false);
    return STATUS_SUCCESS;
}
