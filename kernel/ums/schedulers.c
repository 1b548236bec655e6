/* Scheduler threads: the worker that runs in their place, and how the mode begins and ends. */
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/threads/tick_way.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"

#include <nt_objects.h>

/* ---------------------------------------------------------------- the thread that runs */

struct thread *ums_thread_in(struct thread *thread, uint32_t fs)
{
    interrupts_must_be_off();
    struct ums *ums = ums_is_scheduler(thread) ? ums_running(fs) : NULL;
    return ums ? ums->thread : thread;
}

void ums_switched_to(struct thread *scheduler)
{
    kernel_must_be_locked();
    struct thread *worker = ums_thread_in(scheduler, scheduler->frame->fs);
    *teb_word(worker->teb, TIB_ATTENTION) = TIB_ATTEND;
}

/* ---------------------------------------------------------------- the mode */

static void set_unusual(struct thread *thread, bool on)
{
    uint8_t ours = UNUSUAL_SCHEDULER | (schedule_is_given ? UNUSUAL_STEPS : 0);
    thread->unusual = (uint8_t)((thread->unusual & ~ours) | (on ? ours : 0));
    this_cpu()->unusual = thread->unusual;
    tick_choose_way();
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
    object_keep(&list->shared.object);
    ums->list = list;
    ums->thread = thread;
    ums->ring3 = trap_from_ring3(call->frame);
    list_init(&ums->to_stop);
    ums->context->flags = UMS_SCHEDULER;
    ums->context->id = thread->id;
    ums->context->teb = thread->teb_address;
    thread->ums = ums;
    *teb_word(thread->teb, TIB_UMS) = ums->shared.place.address;
    set_unusual(thread, true);
    return STATUS_SUCCESS;
}

uint32_t user_ums_leave(struct service_call *call)
{
    struct thread *thread = this_thread();
    (void)call;
    if (!ums_is_scheduler(thread))
        return STATUS_NOT_SUPPORTED;
    *teb_word(thread->teb, TIB_UMS) = 0;
    set_unusual(thread, false);
    ums_ended(thread, false);
    return STATUS_SUCCESS;
}

uint32_t user_ums_slice(struct service_call *call)
{
    struct thread *thread = this_thread();
    if (!ums_is_scheduler(thread))
        return STATUS_NOT_SUPPORTED;
    thread->ums->slice = call->words[0];
    thread->ums->sliced = NULL;
    return STATUS_SUCCESS;
}
