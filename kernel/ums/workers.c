/* A worker's life. Its registers are in one of three places: in the machine while it runs, in its
 * context where it left by a call, and in its frame and the saved FPU where it left by a trap. */
#include "kernel/call/eflags.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/threads/thread_registers.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"

#include <nt_objects.h>

static struct slab records = SLAB_OF(records, struct ums);

static void worker_end(struct object *object)
{
    ums_place_give(&((struct ums *)object)->shared.place);
}

const struct object_type ums_type = {
    .name = "worker", .kind = OBJECT_OTHER, .slab = &records, .end = worker_end};

void *ums_find_shared(const struct service_call *call, const struct object_type *type,
                      uint32_t address, uint32_t handle)
{
    kernel_must_be_locked();
    uint32_t status, number;
    if (!user_read(call, &number, address + handle, sizeof number))
        return NULL;
    struct ums_shared *shared = handle_find(number, type, 0, &status);
    return shared && shared->place.address == address ? shared : NULL;
}

/* ---------------------------------------------------------------- contexts */

struct ums *ums_make(void)
{
    kernel_must_be_locked();
    struct ums_place place;
    if (!ums_place_take(&place))
        return NULL;
    struct ums *ums = object_make(&ums_type);
    if (!ums) {
        ums_place_give(&place);
        return NULL;
    }
    ums->shared.place = place;
    ums->context = place.direct;
    return ums;
}

/* A context without a thread counts as terminated. */
uint32_t user_ums_context_create(struct service_call *call)
{
    struct ums *ums = ums_make();
    if (!ums)
        return STATUS_NO_MEMORY;
    ums->worker = true;
    ums->context->flags = UMS_WORKER | UMS_TERMINATED;
    ums->context->lock = UMS_LOCK_KERNEL;
    ums->context->handle = handle_make(&ums->shared.object, 0);
    uint32_t status = ums->context->handle ? STATUS_SUCCESS : STATUS_NO_MEMORY;
    if (status == STATUS_SUCCESS &&
        !user_write_word(call, call->words[0], ums->shared.place.address)) {
        handle_close(ums->context->handle);
        status = STATUS_ACCESS_VIOLATION;
    }
    object_release(&ums->shared.object); /* the handle has one */
    return status;
}

/* A worker that is to end at a scheduler's next trap counts as terminated. It can end now if that
 * scheduler has left it. */
uint32_t user_ums_context_delete(struct service_call *call)
{
    struct ums *ums = ums_find(call, call->words[0]);
    if (ums && ums->thread && ums->thread->ending && ums->thread != this_thread())
        thread_end(ums->thread, ums->thread->end_code);
    if (!ums || ums->thread)
        return STATUS_INVALID_PARAMETER;
    return handle_close(ums->context->handle);
}

uint32_t ums_bind(const struct service_call *call, struct thread *thread, uint32_t attributes)
{
    kernel_must_be_locked();
    enum { OF_VERSION, OF_CONTEXT, OF_LIST, WORDS };
    uint32_t words[WORDS];
    if (!user_read_words(call, words, attributes, WORDS))
        return STATUS_ACCESS_VIOLATION;
    struct ums *ums = ums_find(call, words[OF_CONTEXT]);
    struct ums_list *list = ums_find_list(call, words[OF_LIST]);
    if (words[OF_VERSION] != UMS_VERSION_1 || !ums || !list || ums->thread)
        return STATUS_INVALID_PARAMETER;
    object_keep(&ums->shared.object);
    object_keep(&list->shared.object);
    ums->thread = thread;
    ums->list = list;
    ums->ring3 = trap_from_ring3(call->frame);
    thread->ums = ums;
    thread->worker = true;
    ums->context->flags = UMS_WORKER | (thread->suspended ? UMS_SUSPENDED : 0);
    ums->context->lock = UMS_LOCK_KERNEL;
    ums->context->esp = 0;
    ums->context->teb = thread->teb_address;
    *teb_word(thread->teb, TIB_UMS) = ums->shared.place.address;
    trace(ums_made, thread->id, ums->shared.place.address, list->shared.place.address);
    return STATUS_SUCCESS;
}

void ums_ended(struct thread *thread, bool queued)
{
    kernel_must_be_locked();
    struct ums *ums = thread->ums;
    if (ums->worker) {
        const struct thread *scheduler = thread == this_thread() ? this_cpu()->run.carrier : NULL;
        if (scheduler)
            scheduler->ums->context->last = ums->shared.place.address;
        ums_forget_stop(ums);
        ums_deselect(ums);
        ums->context->lock = UMS_LOCK_KERNEL;
        ums->context->flags = UMS_WORKER | UMS_TERMINATED;
        if (queued)
            ums_list_push(ums);
    } else {
        ums_forget_worker(thread);
    }
    thread->ums = NULL;
    thread->worker = false;
    ums->thread = NULL;
    ums->in_trap = false;
    object_release(&ums->list->shared.object);
    ums->list = NULL;
    object_release(&ums->shared.object);
}

IN_REGISTERS void ums_wake(struct thread *worker)
{
    kernel_must_be_locked();
    struct ums_context *context = worker->ums->context;
    worker->state = THREAD_HELD;
    if (context->esp && worker->has_result) {
        context->eax = worker->result;
        worker->has_result = false;
    }
    context->flags = UMS_WORKER;
    __atomic_store_n(&context->lock, 0, __ATOMIC_RELEASE);
    ums_list_push(worker->ums);
}

/* ---------------------------------------------------------------- registers */

/* Makes the frame that the worker would have had in the call that it left by. Where it left by a
 * trap, it has one: a frame of ring 3 is its own only here, elsewhere lie those of a scheduler's
 * traps. Returns false when neither is so, which only a forged context brings about. */
static bool take_registers(struct thread *worker)
{
    struct ums_context *context = worker->ums->context;
    uint32_t esp = __atomic_load_n(&context->esp, __ATOMIC_RELAXED);
    if (!esp)
        return !worker->ums->ring3 || worker->frame == &worker->frame3;
    thread_set_start(worker, worker->ums->ring3 ? 3 : 0, context->eip, esp);
    struct trap_frame *frame = worker->frame;
    frame->link_ebp = context->ebp;
    frame->link_eip = context->eip;
    frame->ebx = context->ebx;
    frame->esi = context->esi;
    frame->edi = context->edi;
    frame->eax = context->eax;
    frame->eflags |= context->eflags & EFLAGS_DF;
    fpu_first_state(worker->fpu);
    fpu_set_control(worker->fpu, (uint16_t)context->x87_control, context->mxcsr);
    context->esp = 0;
    return true;
}

/* Changes the lock of a worker in the program's hands. */
static bool change_lock(const struct thread *worker, uint32_t from, uint32_t to)
{
    return __atomic_compare_exchange_n(&worker->ums->context->lock, &from, to, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

bool ums_lock(struct thread *worker)
{
    kernel_must_be_locked();
    if (worker->state == THREAD_HELD && !change_lock(worker, 0, UMS_LOCK_KERNEL) &&
        !ums_is_left(worker))
        return false;
    if (take_registers(worker))
        return true;
    ums_unlock(worker);
    return false;
}

void ums_unlock(struct thread *worker)
{
    kernel_must_be_locked();
    if (worker->state == THREAD_HELD)
        change_lock(worker, UMS_LOCK_KERNEL, 0);
}

/* A scheduler has locked the context, and leaves to the worker. */
static uint32_t execute(struct service_call *call, struct ums *ums, struct thread *scheduler)
{
    struct thread *worker = ums->thread;
    if (!worker || worker->state != THREAD_HELD || worker->suspended || ums->in_trap)
        return STATUS_INVALID_THREAD;
    if (!ums_select(ums))
        return STATUS_NO_MEMORY;
    if (!take_registers(worker))
        return STATUS_INVALID_THREAD;
    struct trap_frame *frame = worker->frame;
    if (trap_from_ring3(call->frame) && !trap_from_ring3(frame))
        return STATUS_INVALID_THREAD;
    if (trap_from_ring3(frame)) {
        scheduler->frame3 = *frame;
        worker->frame = frame = &scheduler->frame3;
    }
    frame->fs = ums_selector(ums);
    if (worker->has_result) {
        frame->eax = worker->result;
        worker->has_result = false;
    }
    fpu_claim();
    fpu_load(worker->fpu);
    *teb_word(worker->teb, TIB_ATTENTION) = TIB_ATTEND;
    call->leave = frame;
    return STATUS_SUCCESS;
}

uint32_t user_ums_execute(struct service_call *call)
{
    struct thread *scheduler = this_thread();
    struct ums *ums = ums_find(call, call->words[0]);
    if (!ums || !ums->worker || !ums_is_scheduler(scheduler) || ums->context->lock != scheduler->id)
        return STATUS_INVALID_PARAMETER;
    uint32_t status = execute(call, ums, scheduler);
    if (status == STATUS_SUCCESS)
        return call->leave->eax; /* in ring 3 the frame to leave through is the call's own */
    __atomic_store_n(&ums->context->lock, ums->thread ? 0 : UMS_LOCK_KERNEL, __ATOMIC_RELEASE);
    return status;
}

/* ---------------------------------------------------------------- stopping one */

struct thread *ums_scheduler_of(const struct thread *worker)
{
    kernel_must_be_locked();
    uint32_t lock = worker->ums->context->lock;
    struct thread *thread = lock > UMS_LOCK_KERNEL ? thread_by_id(lock) : NULL;
    return thread && ums_is_scheduler(thread) ? thread : NULL;
}

/* A scheduler looks at the flags when it has locked the context. So either it sees the flag, or it
 * is seen here. */
bool ums_take_off(struct thread *worker)
{
    kernel_must_be_locked();
    worker->ums->context->flags |= worker->ending ? UMS_TERMINATED : UMS_SUSPENDED;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    struct thread *scheduler = worker->state == THREAD_HELD ? ums_scheduler_of(worker) : NULL;
    if (!scheduler)
        return true;
    bool running = scheduler->state == THREAD_RUNNING;
    if (!running)
        thread_frame_lay(scheduler);
    enum ums_place_of place =
        running ? UMS_LEAVES : ums_place_of(worker, scheduler, scheduler->frame);
    if (place == UMS_HERE) {
        scheduler->frame = ums_stop(worker, scheduler);
        return false;
    }
    if (place != UMS_LEAVES)
        return true;
    worker->decided = true;
    if (!worker->ums->to_stop.next)
        list_append(&scheduler->ums->to_stop, &worker->ums->to_stop);
    if (running)
        schedule_decided(scheduler);
    return false;
}

void ums_take_lock(struct thread *worker, const struct thread *scheduler)
{
    kernel_must_be_locked();
    change_lock(worker, scheduler->id, 0);
}

void ums_forget_stop(struct ums *worker)
{
    kernel_must_be_locked();
    if (!worker->to_stop.next)
        return;
    list_remove(&worker->to_stop);
    worker->to_stop.next = NULL;
}

void ums_resumed(struct thread *worker)
{
    kernel_must_be_locked();
    worker->ums->context->flags = UMS_WORKER | (worker->ending ? UMS_TERMINATED : 0);
}
