/* The trap flag of a thread's frame is set each time that the thread gets the CPU, and in the frame
 * in which an exception is delivered. The gates of traps clear it, and their iret sets it again. So
 * the kernel's own code is not stepped. */
#include "kernel/threads/given_schedule.h"

#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/call/program.h"
#include "kernel/call/program_entries.h"
#include "kernel/call/report.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/chance.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/given_holds.h"
#include "kernel/threads/given_points.h"
#include "kernel/threads/given_rounds.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/trap/preempt.h"
#include "kernel/trap/ring3_entries.h"
#include "kernel/trap/trap.h"
#include "kernel/ums/kernel_ums.h"

/* A thread that waits by looking again and again is stepped through, so a slice is short, and a
 * round of such a thread counts as many instructions. */
#define INSTRUCTIONS_A_TICK  10000u
#define INSTRUCTIONS_A_ROUND 250u
#define TICKS_A_SLICE        2u

/* A time-out farther away (ten minutes) counts as one that never comes: ticks pass one by one. */
#define LONGEST_SLEEP        600000u

START_CONSTANT bool schedule_is_given;
START_CONSTANT static bool tells, tells_asleep;
START_CONSTANT static trap_exception_function *deliver;

static struct given_text given;
static uint32_t instructions; /* that count, the next one included */
static uint32_t spent;        /* instructions of the tick that is not over */
static uint32_t ticks;        /* that instructions have made */
static uint32_t choices;
static uint32_t latest_eip;
static const struct thread *latest;
static const struct given_point *preempts; /* the running thread, at the end of its trap */
static uint32_t chance;
static uint32_t left; /* instructions until chance preempts */

/* ---------------------------------------------------------------- chance */

/* Seeds differ in how far their preemptions lie apart. */
static uint32_t random_distance(void)
{
    static const uint32_t most[] = {12, 100, 800, 6400};
    return 1 + chance_below(&chance, most[given.seed % 4]);
}

/* ---------------------------------------------------------------- threads that are ready */

/* Returns the ready thread with this number, or, counted from 0 in the order of the queues, at this
 * place; NULL when there is none. */
static struct thread *find_ready(const struct cpu *cpu, uint32_t number, uint32_t place)
{
    for (int priority = PRIORITIES - 1; priority >= 0; priority--) {
        const struct link *ring = &cpu->run.ready.rings[priority];
        for (struct link *link = ring->next; link != ring; link = link->next) {
            struct thread *thread = list_record(struct thread, queue, link);
            if (number ? thread->id == number : place-- == 0)
                return thread;
        }
    }
    return NULL;
}

static uint32_t count_ready(const struct cpu *cpu)
{
    uint32_t count = 0;
    while (find_ready(cpu, 0, count))
        count++;
    return count;
}

static void tell_ready(const struct cpu *cpu)
{
    const struct thread *thread;
    for (uint32_t i = 0; (thread = find_ready(cpu, 0, i)); i++)
        trace(schedule_ready, thread->id);
}

/* ---------------------------------------------------------------- threads that sleep */

static bool sleeps(const struct thread *thread)
{
    return thread->state == THREAD_WAITING && thread->deadline.set &&
           thread->deadline.due - clock_now() < LONGEST_SLEEP;
}

/* Like thread_after, of threads that sleep. */
static const struct thread *sleeper_after(const struct thread *thread)
{
    do
        thread = thread_after(thread);
    while (thread && !sleeps(thread));
    return thread;
}

/* As if all instructions of the running thread up to here had taken that long: so a thread that
 * wakes has slept its time, and others whose time-outs come before are awake, too. Returns whether
 * the time slice of a user-level thread ends. */
static bool pass_until_awake(uint32_t id)
{
    const struct thread *thread = thread_by_id(id);
    bool ends = false;
    if (thread && sleeps(thread))
        trace(schedule_passes, id);
    while (thread && sleeps(thread))
        ends |= clock_tick();
    return ends;
}

/* ---------------------------------------------------------------- choices */

/* Returns the point with this number, if the schedule has one; NULL otherwise. */
static struct given_point *point_at(struct given_points *points, uint32_t number)
{
    if (points->next == points->count || points->point[points->next].number != number)
        return NULL;
    return &points->point[points->next++];
}

static struct thread *preemption(const struct cpu *cpu, const struct thread *running)
{
    struct thread *next = preempts->to ? find_ready(cpu, preempts->to, 0) : NULL;
    if (!next)
        next = find_ready(cpu, 0, given.by_chance ? chance_below(&chance, count_ready(cpu)) : 0);
    preempts = NULL;
    trace(schedule_preempted, instructions, running->id, next->id, latest_eip);
    return next;
}

struct thread *given_schedule_choice(struct cpu *cpu, const struct thread *running)
{
    kernel_must_be_locked();
    if (preempts)
        return preemption(cpu, running);
    bool goes_on = running->state == THREAD_RUNNING && !running->halting && !cpu->run.slice_over;
    uint32_t count = goes_on ? 0 : count_ready(cpu);
    if (count < 2)
        return NULL;
    struct given_point *point = point_at(&given.choices, ++choices);
    struct thread *next = given.by_chance ? find_ready(cpu, 0, chance_below(&chance, count))
                          : point         ? find_ready(cpu, point->to, 0)
                                          : NULL;
    if (point)
        point->reached = next;
    if (tells) {
        trace(schedule_choice, choices, running->id, next ? next->id : 0);
        tell_ready(cpu);
    }
    return next;
}

void given_schedule_goes_on(struct thread *next)
{
    next->given = true;
    if (holds_are_given)
        given_holds_arm();
    else if (next->id)
        next->frame->eflags |= EFLAGS_TF;
}

/* ---------------------------------------------------------------- steps */

/* In a process of Windows the image's own program is the runtime's, too: it is the loader. */
static bool is_own_code(uint32_t eip)
{
    if (given.in_runtime)
        return true;
    if (foreign_service_entry)
        return eip < PROCESS_CODE_END;
    return program_has_code(eip) || eip < UPPER_HALF;
}

/* A chance that is reached, as a point of a list. */
static struct given_point *chance_at(void)
{
    static struct given_point any;
    if (--left)
        return NULL;
    left = random_distance();
    return &any;
}

/* Whether the running thread is a worker whose scheduler gives its workers slices. */
static bool worker_has_slice(const struct cpu *cpu)
{
    return cpu->run.carrier && cpu->run.carrier->ums->slice - 1 < LONGEST_SLEEP;
}

/* Whether the running thread's user-level threads take turns, or the running worker and others. */
static bool has_slices(const struct cpu *cpu)
{
    TEB *teb = cpu->thread->teb;
    return (*teb_word(teb, TIB_PREEMPT) && *teb_word(teb, TIB_SLICE) - 1 < LONGEST_SLEEP) ||
           worker_has_slice(cpu);
}

/* Time passes until the slice is over, as if the instructions since its beginning had taken that
 * long. A worker's ends at the end of this trap. Returns whether that of a user-level thread ends,
 * which is the caller's to do. */
static bool pass_slice(const struct cpu *cpu, uint32_t eip)
{
    const struct thread *thread = cpu->thread;
    bool is_worker = worker_has_slice(cpu), ends = false;
    if (is_worker)
        trace(schedule_sliced_worker, instructions, thread->id, 0, eip);
    else
        trace(schedule_sliced, instructions, thread->id, (uint32_t)tib_thread_of(thread->teb), eip);
    while (is_worker ? !thread->decided : !ends)
        ends |= clock_tick();
    return ends;
}

/* While steps are told: where another thread could go on. */
static void tell_step(const struct cpu *cpu, uint32_t eip)
{
    const struct thread *sleeper = tells_asleep ? sleeper_after(NULL) : NULL;
    bool others = cpu->run.ready.some, ends_slice = !others && has_slices(cpu);
    if (!others && !ends_slice && !sleeper)
        return;
    trace(schedule_step, instructions, cpu->thread->id, eip);
    if (ends_slice)
        trace(schedule_ready, 0);
    tell_ready(cpu);
    for (; sleeper; sleeper = sleeper_after(sleeper))
        trace(schedule_asleep, sleeper->id);
}

/* Returns whether a tick is over by the instruction before which the running thread stands. */
static bool spend(const struct cpu *cpu, const struct trap_frame *frame)
{
    spent += given_round_ends(cpu->thread, frame) ? INSTRUCTIONS_A_ROUND : 1;
    if (spent < INSTRUCTIONS_A_TICK)
        return false;
    spent -= INSTRUCTIONS_A_TICK;
    ticks++;
    return true;
}

/* Counts the instruction at eip, which the running thread would execute now. Returns whether the
 * time slice of its user-level thread ends: at a tick, and where no other thread of the kernel is
 * there to go on. A worker's ends there, too. */
static bool count_instruction(struct cpu *cpu, const struct trap_frame *frame)
{
    instructions++;
    struct given_point *point =
        given.by_chance ? chance_at() : point_at(&given.preemptions, instructions);
    bool over = spend(cpu, frame), ends = over && clock_tick();
    if (tells)
        tell_step(cpu, frame->eip);
    if (point && point->wakes)
        ends |= pass_until_awake(point->to);
    bool others = cpu->run.ready.some;
    if (others && over && ticks % TICKS_A_SLICE == 0)
        schedule_let_others(cpu);
    if (!point)
        return ends;
    if (others) {
        preempts = point;
        schedule_let_others(cpu);
    }
    bool ends_slice = !others && has_slices(cpu);
    if (ends_slice)
        ends |= pass_slice(cpu, frame->eip);
    point->reached = others || ends_slice;
    return ends;
}

/* QEMU 7 has no trap before the instruction behind an sti of the image's, QEMU 10 has one. */
static bool is_behind_sti(uint32_t eip)
{
    enum { STI = 0xFB };
    extern char shared_text_end[]; /* linker.ld */
    return latest_eip + 1 == eip && latest_eip >= UPPER_HALF &&
           latest_eip < (uint32_t)shared_text_end && *(const uint8_t *)latest_eip == STI;
}

/* A repeated instruction of strings stays where it is, and is one. With interrupts off nothing may
 * change: the runtime may be writing down an event. */
static struct trap_frame *step(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    bool stays = frame->eip == latest_eip && cpu->thread == latest;
    bool counts = !stays && frame->eflags & EFLAGS_IF && is_own_code(frame->eip) &&
                  !is_behind_sti(frame->eip);
    latest_eip = frame->eip;
    latest = cpu->thread;
    if (!counts)
        return frame;
    kernel_lock();
    return count_instruction(cpu, frame) ? preempt(cpu->thread, frame, false) : frame;
}

static IN_REGISTERS struct trap_frame *serve_exception(struct trap_frame *frame,
                                                       const struct page_fault *fault)
{
    if (frame->vector == VECTOR_DB && frame->error & DR6_BS) {
        debug_registers_forget_status();
        frame->error &= ~DR6_BS;
        if (!(frame->error & DR6_BREAKPOINTS))
            return step(frame);
    }
    frame = deliver(frame, fault);
    if (frame)
        frame->eflags |= EFLAGS_TF;
    return frame;
}

/* ---------------------------------------------------------------- the clock */

/* A tick passes where it ends the halt of a thread that waits, or of the idle one. It is no event,
 * which would push those before it out, so it sends them itself: a thread may loop for ever. */
static bool tick(void)
{
    enum { HLT = 0xF4 };
    trace_flush();
    const struct thread *thread = this_thread();
    const struct trap_frame *frame = thread->frame;
    bool halts =
        thread->halting && !trap_from_ring3(frame) && *(const uint8_t *)(frame->eip - 1) == HLT;
    return halts && clock_tick();
}

bool given_schedule_start(const char *text, bool tells_steps, bool tells_sleepers)
{
    interrupts_must_be_off();
    if (!given_points_parse(text, &given))
        return false;
    if (given.by_chance) {
        chance = given.seed;
        left = random_distance();
    }
    tells = tells_steps;
    tells_asleep = tells_sleepers;
    schedule_is_given = true;
    this_cpu()->run.idle_thread->given = true;
    deliver = trap_on_exception(serve_exception);
    irq_set_function(CLOCK_IRQ, tick);
    return true;
}

/* ---------------------------------------------------------------- the end */

static void tell_unreached(const struct given_points *points, const char *sign)
{
    for (uint32_t i = 0; i < points->count; i++)
        if (!points->point[i].reached)
            report_line("schedule: %s%u was not reached", sign, (unsigned)points->point[i].number);
}

void given_schedule_end(void)
{
    interrupts_must_be_off();
    tell_unreached(&given.preemptions, "@");
    tell_unreached(&given.choices, "w");
}
