/* Ready threads stand in 32 rings, one for each priority, and a bit tells which are not empty. */
#include "kernel/threads/schedule.h"

#include "kernel/cpu/eflags.h"
#include "kernel/cpu/segments.h"
#include "kernel/devices/clock.h"
#include "kernel/report/trace.h"
#include "kernel/threads/deadlock.h"
#include "kernel/threads/tib.h"

static struct link rings[PRIORITIES];
static uint32_t some_ready; /* bit n: the ring of priority n is not empty */

void schedule_init(void)
{
    for (unsigned i = 0; i < PRIORITIES; i++)
        list_init(&rings[i]);
}

static inline int highest_ready(void)
{
    return some_ready ? 31 - __builtin_clz(some_ready) : -1;
}

/* Counts down to the next deadline, or to the end of a slice if another thread may need the CPU
 * then. */
static inline void set_countdown(struct cpu *cpu, uint32_t slice)
{
    uint32_t ahead = deadlines_ahead();
    cpu->countdown = some_ready && slice < ahead ? slice : ahead;
}

/* Puts the thread behind the others of its priority, or before them. */
static inline void put(struct thread *thread, bool before)
{
    struct link *ring = &rings[thread->priority];
    list_append(before ? ring->next : ring, &thread->queue);
    some_ready |= 1u << thread->priority;
    thread->state = THREAD_READY;
}

void schedule_ready(struct thread *thread)
{
    if (thread->suspended) {
        thread->state = THREAD_STOPPED;
        return;
    }
    struct cpu *cpu = this_cpu();
    const struct thread *running = cpu->thread;
    put(thread, false);
    if (cpu->countdown > SLICE_TICKS)
        cpu->countdown = SLICE_TICKS;
    if (running == cpu->idle_thread || running->halting || thread->priority > running->priority)
        cpu->reschedule = true;
}

void schedule_forget(struct thread *thread)
{
    if (!thread->queue.next)
        return;
    list_remove(&thread->queue);
    thread->queue.next = NULL;
    if (thread->state == THREAD_READY && list_is_empty(&rings[thread->priority]))
        some_ready &= ~(1u << thread->priority);
}

void schedule_stop(struct thread *thread)
{
    if (thread->state == THREAD_READY) {
        schedule_forget(thread);
        thread->state = THREAD_STOPPED;
    } else if (thread->state == THREAD_RUNNING) {
        this_cpu()->reschedule = true;
    }
}

void schedule_set_priority(struct thread *thread, uint8_t priority)
{
    bool ready = thread->state == THREAD_READY;
    if (ready)
        schedule_forget(thread);
    thread->priority = priority;
    if (ready)
        schedule_ready(thread);
    else if (thread->state == THREAD_RUNNING && highest_ready() > priority)
        this_cpu()->reschedule = true;
}

void schedule_park(struct link *list)
{
    struct thread *thread = this_thread();
    thread->state = THREAD_WAITING;
    if (list)
        list_append(list, &thread->queue);
    this_cpu()->reschedule = true;
}

void schedule_wake_all(struct link *list)
{
    while (!list_is_empty(list)) {
        struct thread *thread = list_record(struct thread, queue, list->next);
        schedule_forget(thread);
        schedule_ready(thread);
    }
}

bool schedule_yield(void)
{
    struct cpu *cpu = this_cpu();
    if (highest_ready() < cpu->thread->priority || cpu->thread == cpu->idle_thread)
        return false;
    cpu->slice_over = cpu->reschedule = true;
    return true;
}

static struct thread *take_next(struct cpu *cpu)
{
    int priority = highest_ready();
    if (priority < 0)
        return cpu->idle_thread;
    struct thread *thread = list_record(struct thread, queue, rings[priority].next);
    schedule_forget(thread);
    return thread;
}

static void halting_ends(struct deadline *deadline)
{
    schedule_ready(list_record(struct thread, deadline, deadline));
}

/* The thread's code goes on halting when it runs again. So it may wait here until it has something
 * else to do. */
static void stop_halting(struct thread *thread)
{
    thread->halting = false;
    thread->state = THREAD_WAITING;
    deadline_set(&thread->deadline, thread->halts_until, halting_ends);
}

static void switch_to(struct cpu *cpu, struct thread *next)
{
    struct thread *before = cpu->thread;
    next->state = THREAD_RUNNING;
    if (next != before) {
        bool ended = before->state == THREAD_ENDED;
        if (!ended)
            fpu_save(before->fpu);
        segments_set_thread(next);
        if (__builtin_expect(cpu->debug_armed | next->breakpoints.control, 0))
            debug_registers_switch(next);
        fpu_load(next->fpu);
        *teb_word(next->teb, TIB_ATTENTION) = TIB_ATTEND;
        if (ended)
            thread_bury(before);
    }
    if (next->has_result) {
        next->frame->eax = next->result;
        next->has_result = false;
    }
    cpu->slice_end = clock_low() + SLICE_TICKS;
    set_countdown(cpu, SLICE_TICKS);
}

void schedule(struct cpu *cpu)
{
    struct thread *thread = cpu->thread;
    cpu->reschedule = false;
    if (thread->state == THREAD_RUNNING) {
        if (thread->suspended)
            thread->state = THREAD_STOPPED;
        else if (thread->halting)
            stop_halting(thread);
        else if (thread != cpu->idle_thread)
            put(thread, !cpu->slice_over);
    }
    cpu->slice_over = false;
    switch_to(cpu, take_next(cpu));
}

void schedule_tick(uint64_t now)
{
    struct cpu *cpu = this_cpu();
    deadlines_pass(now);
    if (cpu->thread == cpu->idle_thread && !some_ready)
        deadlock_look();
    if ((int32_t)(cpu->slice_end - (uint32_t)now) <= 0) {
        cpu->slice_end = (uint32_t)now + SLICE_TICKS;
        schedule_yield();
    }
    set_countdown(cpu, cpu->slice_end - (uint32_t)now);
}

/* The idle thread: it is in no list, and runs when no thread is ready. A wake is an interrupt, at
 * the end of which another thread goes on, so none can be missed. */
static void idle(void)
{
    for (;;) {
        interrupts_off();
        trace_flush();
        cpu_wait();
    }
}

void schedule_start(void)
{
    static char stack[1024] __attribute__((aligned(16)));
    struct cpu *cpu = this_cpu();
    thread_set_start(cpu->idle_thread, 0, (uint32_t)idle, (uint32_t)stack + sizeof stack);
    schedule(cpu);
    trap_leave_by(cpu->thread->frame);
}
