/* Threads become ready, wait and stop. Code that makes a thread ready chooses its CPU
 * (placement.c). It interrupts that CPU if the thread should run at once. */
#include "kernel/threads/schedule.h"

#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/lapic.h"
#include "kernel/devices/clock.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/placement.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/starved.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"

/* A thread that could go on, but that no CPU may take. */
IN_REGISTERS void schedule_put_elsewhere(struct thread *thread)
{
    kernel_must_be_locked();
    if (thread->suspended)
        thread->state = THREAD_STOPPED;
    else
        ums_wake(thread);
}

IN_REGISTERS void schedule_put(struct thread *thread)
{
    kernel_must_be_locked();
    struct cpu *only = &cpus[0];
    thread->state = THREAD_READY;
    if (cpus_locking) {
        placement_put(thread, false);
    } else {
        ready_put(thread, false);
        if (only->countdown > SLICE_TICKS)
            only->countdown = SLICE_TICKS;
        if (only->thread->halting || thread->priority > placement_occupant(only)->priority)
            only->at_end |= AT_END_SCHEDULE;
    }
    trace(kernel_ready, thread->id, thread->cpu->number);
}

void schedule_forget(struct thread *thread)
{
    kernel_must_be_locked();
    if (thread->state == THREAD_READY)
        ready_remove(thread);
    else
        schedule_leave_list(thread);
}

void schedule_decided(struct thread *thread)
{
    kernel_must_be_locked();
    thread->decided = true;
    placement_call(thread->cpu);
}

void schedule_stop(struct thread *thread)
{
    kernel_must_be_locked();
    if (thread->state == THREAD_READY) {
        schedule_forget(thread);
        thread->state = THREAD_STOPPED;
    } else if (thread->state == THREAD_RUNNING) {
        schedule_decided(thread);
    } else if (thread->worker) {
        ums_take_off(thread);
    }
}

void schedule_place(struct thread *thread, uint8_t priority, uint32_t affinity)
{
    kernel_must_be_locked();
    bool ready = thread->state == THREAD_READY;
    if (ready)
        schedule_forget(thread);
    thread->priority = priority;
    thread->affinity = affinity;
    if (ready)
        schedule_ready(thread);
    else if (thread->state == THREAD_RUNNING)
        schedule_decided(thread);
}

void schedule_wake_all(struct link *list)
{
    kernel_must_be_locked();
    while (!list_is_empty(list)) {
        struct thread *thread = list_record(struct thread, queue, list->next);
        schedule_forget(thread);
        schedule_ready(thread);
    }
}

/* ---------------------------------------------------------------- yields */

bool schedule_yield(void)
{
    kernel_must_be_locked();
    struct cpu *cpu = this_cpu();
    const struct thread *thread = placement_occupant(cpu);
    if (!(cpu->run.ready.some >> thread->priority) && !thread->halting)
        return false;
    schedule_let_others(cpu);
    return true;
}

uint32_t user_thread_yield(struct service_call *call)
{
    (void)call;
    return schedule_yield();
}

bool schedule_is_wanted(void)
{
    must_not_be_in_trap();
    interrupts_must_be_off();
    if (!ready_some())
        return false;
    kernel_enter();
    bool wanted = ready_best(this_cpu(), 0, cpus_locking);
    kernel_leave();
    return wanted;
}

/* ---------------------------------------------------------------- records */

/* The object's address tells objects of one kind apart; a wait for several names the first. */
void schedule_trace_wait(const struct thread *thread)
{
    kernel_must_be_locked();
    const struct waiting *waiting = &thread->waiting;
    const struct object *object = waiting->count ? waiting->waits[0].object : NULL;
    const char *what = object                          ? object->type->name
                       : thread->queue.next            ? thread->parked_for
                       : waiting->how & WAIT_ALERTABLE ? "a call until tick"
                                                       : "tick";
    uint32_t which = object               ? (uint32_t)object
                     : thread->queue.next ? thread->address
                                          : (uint32_t)thread->deadline.due;
    trace(kernel_waits, thread->id, (uint32_t)what, which, this_cpu()->number);
}
