/* The end of a trap, where a CPU goes from one thread to another. It runs the first thread of the
 * highest priority that may run there. A CPU without work takes a thread from another one's queue.
 */
#include "kernel/call/branches.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/lapic.h"
#include "kernel/devices/clock.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/threads/placement.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/slice.h"
#include "kernel/ums/kernel_ums.h"
#include "lib/inlining.h"

/* ---------------------------------------------------------------- the thread to go on with */

static void halting_ends(struct deadline *deadline)
{
    schedule_ready(list_record(struct thread, deadline, deadline));
}

/* The thread's code goes on halting when it runs again. So it may wait here until it has something
 * else to do. */
static void stop_halting(struct thread *thread)
{
    thread->cpu->run.slice_end = clock_low() + SLICE_TICKS; /* nothing of it is used */
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
    if (cpu->run.slice_over)
        running->priority = running->base;
    if (running->ending) {
        thread_end(running, running->end_code);
    } else if (running->suspended) {
        running->state = THREAD_STOPPED;
    } else if (!ready_may_run(running, cpu)) { /* another CPU may, so there are several */
        running->state = THREAD_READY;
        placement_put(running, false);
    }
}

/* Takes the running thread off the CPU, for one that comes before it. */
static inline void take_off(struct cpu *cpu, struct thread *running, bool among)
{
    if (running->halting) {
        if (running != cpu->run.idle_thread)
            stop_halting(running);
        return;
    }
    running->state = THREAD_READY;
    if (among)
        placement_put(running, !cpu->run.slice_over);
    else
        ready_put(running, !cpu->run.slice_over); /* the countdown is short: another one is ready */
}

/* Returns the thread to go on with, which is in no queue: the one that is wanted, or the first. */
static HOT struct thread *choose_next(struct cpu *cpu, struct thread *running,
                                      struct thread *wanted, bool among)
{
    struct thread *next = wanted;
    if (running->state != THREAD_RUNNING) {
        if (!next)
            next = ready_best(cpu, 0, among);
        if (!next)
            return cpu->run.idle_thread;
    } else {
        int least = running->halting ? 0 : running->priority + !cpu->run.slice_over;
        if (!next)
            next = ready_best(cpu, least, among);
        if (!next)
            return running;
        take_off(cpu, running, among);
    }
    ready_remove(next);
    return next;
}

static OWN_STACK struct thread *choose_rarely(struct cpu *cpu, struct thread *running, bool among)
{
    if (running->decided)
        settle(cpu, running);
    if (!running->given)
        return choose_next(cpu, running, NULL, among);
    struct thread *next = choose_next(cpu, running, given_schedule_choice(cpu, running), among);
    given_schedule_goes_on(next);
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
static OWN_STACK void tell_others(struct cpu *cpu, const struct thread *before,
                                  const struct thread *next)
{
    if (before == cpu->run.idle_thread)
        set_idle(cpu, false);
    if (next == cpu->run.idle_thread)
        set_idle(cpu, true);
}

static OWN_STACK void switch_unusual(struct thread *next)
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
    thread_set_running(cpu, next);
    if (cpu->unusual | next->unusual)
        switch_unusual(next);
    fpu_load(next->fpu);
    *teb_word(next->teb, TIB_ATTENTION) = TIB_ATTEND;
    next->cpu = cpu;
    if (before->state == THREAD_ENDED)
        thread_bury(before);
}

/* ---------------------------------------------------------------- the end of a trap */

static OWN_STACK void trace_switch(const struct cpu *cpu, const struct thread *before,
                                   const struct thread *next)
{
    if (before->state == THREAD_WAITING)
        schedule_trace_wait(before);
    trace(kernel_switched, before->id, next->id, cpu->number);
}

/* Compiled twice, because one CPU has less to look at. */
static HOT struct trap_frame *go_on(struct cpu *cpu, struct trap_frame *frame, bool among)
{
    struct thread *running = cpu->thread;
    running->frame = frame;
    struct thread *next = running->decided_or_given ? choose_rarely(cpu, running, among)
                                                    : choose_next(cpu, running, NULL, among);
    if (next != running || cpu->run.slice_over)
        slice_begin(cpu, running, clock_low());
    if (next != running) {
        if (trace_on)
            trace_switch(cpu, running, next);
        switch_to(cpu, running, next, among);
    }
    next->state = THREAD_RUNNING;
    if (next->has_result) {
        next->frame->eax = next->result;
        next->has_result = false;
    }
    cpu->run.slice_over = false;
    cpu->at_end &= (uint8_t) ~(AT_END_SCHEDULE | AT_END_PARKED);
    if (among && cpu->number == 0)
        slice_count_down(cpu); /* on one CPU schedule_put has seen to it */
    return next->frame;
}

static OWN_STACK struct trap_frame *end_with_lock(struct cpu *cpu, struct trap_frame *frame,
                                                  bool among)
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

/* A single CPU leaves nothing else for the end, and has no lock but in checking builds. */
IN_REGISTERS struct trap_frame *schedule_at_end(struct cpu *cpu, struct trap_frame *frame)
{
    if (RARELY(cpus_locking))
        return end_with_lock(cpu, frame, true);
    return CHECKED ? end_with_lock(cpu, frame, false) : go_on(cpu, frame, false);
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
    thread_set_start(cpu->run.idle_thread, 0, (uint32_t)idle, (uint32_t)stacks[cpu->number + 1]);
    cpu->idle = cpu->number > 0;
    if (cpu->number == 0)
        slice_count_down(cpu);
    cpu->at_end |= AT_END_SCHEDULE;
    if (cpu->number == 0)
        run_phase = RUN_HAS_THREADS;
    trap_leave_by(schedule_at_end(cpu, cpu->run.idle_thread->frame));
}
