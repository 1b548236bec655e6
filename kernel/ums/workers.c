/* A worker's life. Its registers are in one of three places: in the machine while it runs, in its
 * context where it left by a call, and in its frame and the saved FPU where it left by a trap. */
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/fpu.h"
#include "kernel/objects/handles.h"
#include "kernel/services/service.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"
#include "kernel/ums/ums.h"

#include <nt_objects.h>

static struct slab records = SLAB_OF(records, struct ums);

static void end(struct object *object)
{
    ums_place_give(&((struct ums *)object)->place);
}

const struct object_type ums_type = {.name = "worker", .slab = &records, .end = end};

struct ums *ums_find(const struct service_call *call, uint32_t address)
{
    uint32_t status;
    struct ums_context context;
    if (!user_read(call, &context, address, sizeof context))
        return NULL;
    struct ums *ums = handle_find(context.handle, &ums_type, 0, &status);
    return ums && ums->place.address == address ? ums : NULL;
}

/* ---------------------------------------------------------------- contexts */

struct ums *ums_make(void)
{
    struct ums_place place;
    if (!ums_place_take(&place))
        return NULL;
    struct ums *ums = object_make(&ums_type);
    if (!ums) {
        ums_place_give(&place);
        return NULL;
    }
    ums->place = place;
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
    ums->context->handle = handle_make(&ums->object, 0);
    uint32_t status = ums->context->handle ? STATUS_SUCCESS : STATUS_NO_MEMORY;
    if (status == STATUS_SUCCESS && !user_write_word(call, call->words[0], ums->place.address)) {
        handle_close(ums->context->handle);
        status = STATUS_ACCESS_VIOLATION;
    }
    object_release(&ums->object); /* the handle has one */
    return status;
}

uint32_t user_ums_context_delete(struct service_call *call)
{
    struct ums *ums = ums_find(call, call->words[0]);
    if (!ums || ums->thread)
        return STATUS_INVALID_PARAMETER;
    return handle_close(ums->context->handle);
}

uint32_t ums_bind(const struct service_call *call, struct thread *thread, uint32_t attributes)
{
    enum { OF_VERSION, OF_CONTEXT, OF_LIST, WORDS };
    uint32_t words[WORDS];
    if (!user_read_words(call, words, attributes, WORDS))
        return STATUS_ACCESS_VIOLATION;
    struct ums *ums = ums_find(call, words[OF_CONTEXT]);
    struct ums_list *list = ums_find_list(call, words[OF_LIST]);
    if (words[OF_VERSION] != UMS_VERSION_1 || !ums || !list || ums->thread)
        return STATUS_INVALID_PARAMETER;
    object_keep(&ums->object);
    object_keep(&list->object);
    ums->thread = thread;
    ums->list = list;
    ums->ring3 = trap_from_ring3(call->frame);
    thread->ums = ums;
    thread->worker = true;
    ums->context->flags = UMS_WORKER | (thread->suspended ? UMS_SUSPENDED : 0);
    ums->context->esp = 0;
    ums->context->teb = thread->teb_address;
    *teb_word(thread->teb, TIB_UMS) = ums->place.address;
    return STATUS_SUCCESS;
}

void ums_ended(struct thread *thread, bool queued)
{
    struct ums *ums = thread->ums;
    if (ums->worker) {
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
    object_release(&ums->list->object);
    ums->list = NULL;
    object_release(&ums->object);
}

void ums_wake(struct thread *worker)
{
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

void ums_keep(struct thread *worker, const struct thread *scheduler, struct trap_frame *frame,
              bool brief)
{
    struct ums_context *context = worker->ums->context;
    worker->frame = frame;
    if (brief && scheduler->ums->ring3 == trap_from_ring3(frame)) {
        context->eip = frame->eip;
        context->ebp = frame->link_ebp;
        context->ebx = frame->ebx;
        context->esi = frame->esi;
        context->edi = frame->edi;
        context->eflags = frame->eflags;
        context->x87_control = x87_control_read();
        if (cpu_features.sse)
            context->mxcsr = mxcsr_read();
        context->esp = trap_esp(frame);
        return;
    }
    context->esp = 0;
    if (trap_from_ring3(frame)) {
        worker->frame3 = *frame;
        worker->frame = &worker->frame3;
    }
}

/* Makes the frame that the worker would have had in the call that it left by. */
static void take_registers(struct thread *worker)
{
    struct ums_context *context = worker->ums->context;
    if (!context->esp)
        return;
    thread_set_start(worker, worker->ums->ring3 ? 3 : 0, context->eip, context->esp);
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
}

bool ums_lock(struct thread *worker)
{
    struct ums_context *context = worker->ums->context;
    uint32_t nobody = 0;
    if (worker->state == THREAD_HELD &&
        !__atomic_compare_exchange_n(&context->lock, &nobody, UMS_LOCK_KERNEL, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return false;
    take_registers(worker);
    return true;
}

void ums_unlock(struct thread *worker)
{
    if (worker->state == THREAD_HELD)
        __atomic_store_n(&worker->ums->context->lock, 0, __ATOMIC_RELEASE);
}

/* A scheduler has locked the context, and leaves to the worker. */
static uint32_t execute(struct service_call *call, struct ums *ums, struct thread *scheduler)
{
    struct thread *worker = ums->thread;
    if (!worker || worker->state != THREAD_HELD || worker->suspended || ums->in_trap)
        return STATUS_INVALID_THREAD;
    if (!ums_select(ums))
        return STATUS_NO_MEMORY;
    take_registers(worker);
    struct trap_frame *frame = worker->frame;
    if (trap_from_ring3(call->frame) && !trap_from_ring3(frame))
        return STATUS_INVALID_THREAD;
    if (trap_from_ring3(frame)) {
        scheduler->frame3 = *frame;
        frame = &scheduler->frame3;
    }
    frame->fs = ums->context->selector;
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
    if (!ums || !ums->worker || !scheduler->ums || scheduler->ums->worker ||
        ums->context->lock != scheduler->id)
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
    uint32_t lock = worker->ums->context->lock;
    struct thread *thread = lock > UMS_LOCK_KERNEL ? thread_by_id(lock) : NULL;
    return thread && thread->ums && !thread->ums->worker ? thread : NULL;
}

/* A scheduler looks at the flags when it has locked the context. So either it sees the flag, or it
 * is seen here. */
bool ums_take_off(struct thread *worker)
{
    worker->ums->context->flags |= worker->ending ? UMS_TERMINATED : UMS_SUSPENDED;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    struct thread *scheduler = worker->state == THREAD_HELD ? ums_scheduler_of(worker) : NULL;
    if (!scheduler)
        return true;
    if (scheduler->state == THREAD_RUNNING) {
        worker->decided = true;
        if (!worker->ums->to_stop.next)
            list_append(&scheduler->ums->to_stop, &worker->ums->to_stop);
        schedule_decided(scheduler);
        return false;
    }
    scheduler->frame = ums_stop(worker, scheduler, scheduler->frame, false);
    return true;
}

void ums_forget_stop(struct ums *worker)
{
    if (!worker->to_stop.next)
        return;
    list_remove(&worker->to_stop);
    worker->to_stop.next = NULL;
}

void ums_resumed(struct thread *worker)
{
    if (worker->state == THREAD_HELD)
        worker->ums->context->flags = UMS_WORKER;
}
