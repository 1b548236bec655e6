/* A CPU runs the first thread of the highest priority that may run there. Who makes a thread ready
 * chooses its CPU, and interrupts that CPU if the thread should go on at once. A CPU without work
 * takes a thread from another one's queue. */
#include "kernel/threads/schedule.h"

#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/debug_registers.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/lapic.h"
#include "kernel/devices/clock.h"
#include "kernel/report/trace_ring.h"
#include "kernel/services/entry.h"
#include "kernel/threads/deadlock.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/starved.h"
#include "kernel/ums/ums.h"

/* ---------------------------------------------------------------- which CPU */

/* Returns the thread that a CPU has been given to. While it serves a trap of a worker, that is the
 * worker's scheduler. */
static inline struct thread *occupant(const struct cpu *cpu)
{
    return __builtin_expect(cpu->carrier != NULL, 0) ? cpu->carrier : cpu->thread;
}

/* Returns the priority of what a CPU does, -1 for nothing. */
static int running_priority(const struct cpu *cpu)
{
    const struct thread *thread = occupant(cpu);
    return __atomic_load_n(&thread->halting, __ATOMIC_SEQ_CST) ? -1 : thread->priority;
}

/* The same of what it is about to do. */
static int coming_priority(const struct cpu *cpu)
{
    int running = running_priority(cpu), ready = ready_highest(cpu);
    return running > ready ? running : ready;
}

/* Returns the CPU that does the least important thing, if the thread comes before that; else the
 * one where it ran last, because its data may be in that one's caches. */
static struct cpu *choose_cpu(const struct thread *thread)
{
    struct cpu *best = thread->cpu;
    if (!ready_may_run(thread, best))
        best = &cpus[__builtin_ctz(thread->affinity)];
    int least = coming_priority(best);
    for (uint32_t i = 0; i < cpus_running && least >= 0; i++) {
        int other = ready_may_run(thread, &cpus[i]) ? coming_priority(&cpus[i]) : least;
        if (other < least && other < thread->priority) {
            best = &cpus[i];
            least = other;
        }
    }
    return best;
}

/* Makes a CPU look for another thread soon. */
static void call_cpu(struct cpu *cpu)
{
    if (cpu == this_cpu())
        cpu->at_end |= AT_END_SCHEDULE;
    else
        cpus_wake(cpu->number);
}

/* Among several CPUs, the thread goes to the one that is best for it. */
static void __attribute__((noinline)) put_somewhere(struct thread *thread, bool before)
{
    thread->cpu = choose_cpu(thread);
    ready_put(thread, before);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* clock_wait_until does the same the other way */
    if (thread->priority > running_priority(thread->cpu))
        call_cpu(thread->cpu);
}

/* Makes a thread ready: behind the others of its priority, or before them. */
static inline void put(struct thread *thread, bool before)
{
    struct cpu *only = &cpus[0];
    thread->state = THREAD_READY;
    if (__builtin_expect(cpus_locking, 0)) {
        put_somewhere(thread, before);
        return;
    }
    ready_put(thread, before);
    if (only->countdown > SLICE_TICKS)
        only->countdown = SLICE_TICKS;
    if (only->thread->halting || thread->priority > occupant(only)->priority)
        only->at_end |= AT_END_SCHEDULE;
}

/* ---------------------------------------------------------------- states */

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
    put(thread, false);
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
    call_cpu(thread->cpu);
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

/* ---------------------------------------------------------------- choosing */

bool schedule_yield(void)
{
    kernel_must_be_locked();
    struct cpu *cpu = this_cpu();
    const struct thread *thread = occupant(cpu);
    if (!(cpu->ready.some >> thread->priority) && !thread->halting)
        return false;
    cpu->slice_over = true;
    cpu->at_end |= AT_END_SCHEDULE;
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

static void halting_ends(struct deadline *deadline)
{
    schedule_ready(list_record(struct thread, deadline, deadline));
}

/* The thread's code goes on halting when it runs again. So it may wait here until it has something
 * else to do. */
static void stop_halting(struct thread *thread)
{
    thread->cpu->slice_end = clock_low() + SLICE_TICKS; /* nothing of it is used */
    thread->halting = false;
    thread->state = THREAD_WAITING;
    deadline_set(&thread->deadline, thread->halts_until, halting_ends);
}

/* Does what was decided about the thread while it ran. */
static void settle(const struct cpu *cpu, struct thread *running)
{
    running->decided = false;
    if (running->state != THREAD_RUNNING)
        return;
    if (cpu->slice_over)
        running->priority = running->base;
    if (running->ending)
        thread_end(running, running->end_code);
    else if (running->suspended)
        running->state = THREAD_STOPPED;
    else if (!ready_may_run(running, cpu))
        put(running, false);
}

/* Takes the running thread off the CPU, for one that comes before it. */
static inline void take_off(struct cpu *cpu, struct thread *running, bool among)
{
    if (running->halting) {
        if (running != cpu->idle_thread)
            stop_halting(running);
        return;
    }
    running->state = THREAD_READY;
    if (among)
        put_somewhere(running, !cpu->slice_over);
    else
        ready_put(running, !cpu->slice_over); /* the countdown is short: another one is ready */
}

/* Returns the thread to go on with, which is in no queue. */
static inline __attribute__((always_inline)) struct thread *
choose(struct cpu *cpu, struct thread *running, bool among)
{
    struct thread *next;
    if (__builtin_expect(running->decided, 0))
        settle(cpu, running);
    if (running->state != THREAD_RUNNING) {
        next = ready_best(cpu, 0, among);
        if (__builtin_expect(!next, 0))
            return cpu->idle_thread;
    } else {
        next = ready_best(cpu, running->halting ? 0 : running->priority + !cpu->slice_over, among);
        if (!next)
            return running;
        take_off(cpu, running, among);
    }
    ready_remove(next);
    return next;
}

/* ---------------------------------------------------------------- the switch */

/* While idle is set, cpus_invalidate does not ask this CPU. So the flag is cleared before the
 * translations go, and by an instruction that orders the two. */
static void set_idle(struct cpu *cpu, bool idle)
{
    __atomic_store_n(&cpu->idle, idle, __ATOMIC_SEQ_CST);
    if (!idle)
        cr3_write(cr3_read());
    if (cpu->number > 0)
        lapic_tick(!idle);
}

/* Tells the other CPUs when this one begins or ceases to idle. */
static void __attribute__((noinline))
tell_others(struct cpu *cpu, const struct thread *before, const struct thread *next)
{
    if (before == cpu->idle_thread)
        set_idle(cpu, false);
    if (next == cpu->idle_thread)
        set_idle(cpu, true);
}

static void __attribute__((noinline)) switch_unusual(struct thread *next)
{
    debug_registers_switch(next);
    if (next->unusual & UNUSUAL_SCHEDULER)
        ums_switched_to(next);
}

static inline void switch_to(struct cpu *cpu, struct thread *before, struct thread *next,
                             bool among)
{
    if (among)
        tell_others(cpu, before, next);
    fpu_save(before->fpu);
    segments_set_thread(cpu, next);
    if (__builtin_expect(cpu->unusual | next->unusual, 0))
        switch_unusual(next);
    fpu_load(next->fpu);
    *teb_word(next->teb, TIB_ATTENTION) = TIB_ATTEND;
    next->cpu = cpu;
    if (__builtin_expect(before->state == THREAD_ENDED, 0))
        thread_bury(before);
}

/* Counts down to the next deadline, or to the end of a slice if another thread may need the CPU
 * then: one that is ready, or becomes ready on another CPU. */
static inline void set_countdown(struct cpu *cpu)
{
    uint32_t ahead = deadlines_ahead(), left = cpu->slice_end - clock_low();
    bool alone = cpus_locking ? cpu->thread == cpu->idle_thread : !cpu->ready.some;
    cpu->countdown = alone || left - 1 >= ahead ? ahead : left;
}

/* The thread that had the CPU until now has used so much of its slice. */
static inline void begin_slice(struct cpu *cpu, struct thread *before, uint32_t now)
{
    before->ran += now + SLICE_TICKS - cpu->slice_end;
    cpu->slice_end = now + SLICE_TICKS;
}

void schedule_end_slice(void)
{
    interrupts_must_be_off();
    begin_slice(this_cpu(), this_thread(), clock_low());
}

uint32_t schedule_slice_used(const struct thread *thread)
{
    bool runs = thread->state == THREAD_RUNNING && !thread->halting;
    return runs ? clock_low() + SLICE_TICKS - thread->cpu->slice_end : 0;
}

/* The object's address tells objects of one kind apart; a wait for several names the first. */
void schedule_trace_wait(const struct thread *thread)
{
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

static void __attribute__((noinline))
trace_switch(const struct cpu *cpu, const struct thread *before, const struct thread *next)
{
    if (before->state == THREAD_WAITING)
        schedule_trace_wait(before);
    trace(kernel_switched, before->id, next->id, cpu->number);
}

/* Compiled twice, because one CPU has less to look at. */
static inline __attribute__((always_inline)) struct trap_frame *
go_on(struct cpu *cpu, struct trap_frame *frame, bool among)
{
    struct thread *running = cpu->thread;
    running->frame = frame;
    struct thread *next = choose(cpu, running, among);
    if (next != running) {
        if (__builtin_expect(trace_on, 0))
            trace_switch(cpu, running, next);
        switch_to(cpu, running, next, among);
    }
    if (next != running || cpu->slice_over)
        begin_slice(cpu, running, clock_low());
    next->state = THREAD_RUNNING;
    if (next->has_result) {
        next->frame->eax = next->result;
        next->has_result = false;
    }
    cpu->slice_over = false;
    cpu->at_end &= (uint8_t) ~(AT_END_SCHEDULE | AT_END_PARKED);
    if (among && cpu->number == 0)
        set_countdown(cpu); /* on one CPU put has seen to it */
    return next->frame;
}

static inline __attribute__((always_inline)) struct trap_frame *
end_with_lock(struct cpu *cpu, struct trap_frame *frame, bool among)
{
    if (cpu->at_end & (AT_END_SCHEDULE | AT_END_PARKED)) {
        kernel_lock();
        frame = go_on(cpu, frame, among);
    }
    kernel_unlock();
    if (cpu->at_end & AT_END_PAUSE) {
        cpu->at_end &= (uint8_t)~AT_END_PAUSE;
        cpu_relax();
    }
    return frame;
}

static struct trap_frame *__attribute__((noinline))
end_among(struct cpu *cpu, struct trap_frame *frame)
{
    return end_with_lock(cpu, frame, true);
}

/* One CPU leaves nothing else for the end, and has no lock but in checking builds. */
IN_REGISTERS struct trap_frame *schedule_at_end(struct cpu *cpu, struct trap_frame *frame)
{
    if (__builtin_expect(cpus_locking, 0))
        return end_among(cpu, frame);
    return CHECKED ? end_with_lock(cpu, frame, false) : go_on(cpu, frame, false);
}

void schedule_tick(struct cpu *cpu, uint64_t now)
{
    struct thread *running = occupant(cpu);
    if (cpu->number == 0) {
        kernel_lock();
        deadlines_pass(now);
        starved_look((uint32_t)now);
        if (running == cpu->idle_thread && !ready_some())
            deadlock_look();
    }
    if ((int32_t)(cpu->slice_end - (uint32_t)now) <= 0) {
        if (running->halting)
            cpu->slice_end = (uint32_t)now + SLICE_TICKS; /* nothing of it is used */
        begin_slice(cpu, running, (uint32_t)now);
        cpu->slice_over = true;
        running->decided |= running->priority != running->base;
        cpu->at_end |= AT_END_SCHEDULE;
    }
    if (cpu->number == 0)
        set_countdown(cpu);
}

/* ---------------------------------------------------------------- idle threads */

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
    interrupts_must_be_off();
    static char stacks[CPUS_MOST][1024] __attribute__((aligned(16)));
    struct cpu *cpu = this_cpu();
    thread_set_start(cpu->idle_thread, 0, (uint32_t)idle, (uint32_t)stacks[cpu->number + 1]);
    cpu->idle = cpu->number > 0;
    if (cpu->number == 0)
        set_countdown(cpu);
    cpu->at_end |= AT_END_SCHEDULE;
    if (cpu->number == 0)
        run_phase = RUN_HAS_THREADS;
    trap_leave_by(schedule_at_end(cpu, cpu->idle_thread->frame));
}
