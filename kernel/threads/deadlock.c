/* Waits as a person reads them. Nothing here changes a thread, and only addresses that the report
 * looks up itself are followed. */
#include "kernel/threads/deadlock.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/console.h"
#include "kernel/devices/power.h"
#include "kernel/objects/mutex.h"
#include "kernel/objects/names.h"
#include "kernel/objects/timer.h"
#include "kernel/report/report_state.h"
#include "kernel/threads/deadlines.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"
#include "kernel/ums/kernel_ums.h"

#define MOST_THREADS 64 /* of a panic's table */

static void print_object(const struct thread *waiter, const struct object *object)
{
    report_print("%s", object->type->name);
    if (object->type == &thread_type)
        report_print(" %u", (unsigned)((const struct thread *)object)->id);
    if (object->name)
        report_print(" \"%s\"", name_text(object));
    if (object->type == &mutex_type) {
        const struct thread *owner = mutex_owner(object);
        if (owner)
            report_print(", owned by thread %u", (unsigned)owner->id);
    } else if (object->type->waits_by_key) {
        report_print(", key %X", (unsigned)(waiter->address & ~1u));
    }
}

/* A wait for no object and in no list is a sleep. */
static void print_wait(const struct thread *thread)
{
    const struct waiting *waiting = &thread->waiting;
    for (unsigned i = 0; i < waiting->count; i++) {
        report_print(i == 0 ? "waits for %s" : ", %s", i || waiting->count == 1  ? ""
                                                       : waiting->how & WAIT_ALL ? "all of: "
                                                                                 : "any of: ");
        print_object(thread, waiting->waits[i].object);
    }
    if (!waiting->count && thread->queue.next)
        report_print("waits for %s%s%s", thread->parked_for, thread->address ? " " : "",
                     thread->address ? report_address(thread->address) : "");
    else if (!waiting->count)
        report_print(waiting->how & WAIT_ALERTABLE ? "waits for a call" : "sleeps");
    if (thread->deadline.set)
        report_print(", until tick %llu", (unsigned long long)thread->deadline.due);
}

static const char *const states[] = {[THREAD_NEW] = "is new",
                                     [THREAD_READY] = "is ready on CPU ",
                                     [THREAD_RUNNING] = "runs on CPU ",
                                     [THREAD_STOPPED] = "is stopped",
                                     [THREAD_HELD] = "can go on when a scheduler executes it",
                                     [THREAD_ENDED] = "has ended"};

static void print_thread(const struct thread *thread)
{
    report_print("  thread %u, priority %u: ", (unsigned)thread->id, (unsigned)thread->priority);
    if (thread->state == THREAD_WAITING)
        print_wait(thread);
    else
        report_print("%s", states[thread->state]);
    if (thread->state == THREAD_READY || thread->state == THREAD_RUNNING)
        report_print("%u", (unsigned)thread->cpu->number);
    if (thread->suspended)
        report_print(", suspended: %u", (unsigned)thread->suspended);
    report_print("\n");
}

static void print_calls(const struct thread *thread)
{
    const struct trap_frame *frame = thread->frame;
    const struct ums_context *context = thread->worker ? thread->ums->context : NULL;
    uint32_t low = (uint32_t)thread->teb->NtTib.StackLimit;
    uint32_t high = (uint32_t)thread->teb->NtTib.StackBase;
    if (context && context->esp) /* it has left by a call, so no frame has its registers */
        report_parked(context->eip, context->ebp, low, high);
    else if (thread->state != THREAD_RUNNING && frame)
        report_parked(frame->eip, frame->link_ebp, low, high);
}

void threads_report(void)
{
    const struct thread *thread = thread_after(NULL);
    if (!thread || !thread_after(thread))
        return;
    for (unsigned shown = 0; thread; thread = thread_after(thread)) {
        if (shown++ == MOST_THREADS) {
            report_print("  and more threads\n");
            return;
        }
        print_thread(thread);
    }
}

static bool can_go_on(const struct thread *thread)
{
    return thread->state == THREAD_READY || thread->state == THREAD_RUNNING ||
           thread->state == THREAD_NEW;
}

/* Once the program ends, no other thread is left that a deadline could let go on first. */
static bool awaits_deadline(const struct thread *thread)
{
    return thread->state == THREAD_WAITING && (thread->deadline.set || timers_are_awaited(thread));
}

void deadlock_look(void)
{
    kernel_must_be_locked();
    const struct thread *thread = NULL;
    if (console_is_awaited() || (deadlines_are_set() && !program_ending.begun))
        return;
    while ((thread = thread_after(thread)))
        if (can_go_on(thread) || awaits_deadline(thread))
            return;
    if (program_ending.begun)
        power_off(program_ending.status);
    report_line("deadlock: no thread can go on");
    while ((thread = thread_after(thread))) {
        print_thread(thread);
        print_calls(thread);
    }
    power_off(PANIC_STATUS);
}
