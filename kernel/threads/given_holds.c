/* A thread that is to stand goes on in a place of its own (kernel/shared/held.S), from which a word
 * in the shared page leads it back. */
#include "kernel/threads/given_holds.h"

#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/call/numbers.h"
#include "kernel/call/report.h"
#include "kernel/call/start.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/ready.h"
#include "kernel/trap/trap.h"

#include <errno.h>
#include <stdlib.h>

#define HELD_TICKS 20u
/* Ticks at which nothing else runs, until a thread goes on: behind the first, one that was woken
 * may not have begun. */
#define IDLE_TICKS 2u

extern const char held_places[]; /* kernel/shared/held.S */
_Static_assert(SHARED_PAGE == 0x7FFE0000, "held.S jumps through it");

struct place {
    uint32_t address;
    uint32_t left; /* times that threads come to it, while others go on, until one is held */
    bool follows;  /* only while the thread at the place before stands */
    bool reached;
};

START_CONSTANT bool holds_are_given;
START_CONSTANT static trap_exception_function *deliver;

static struct place places[HOLDS_MOST];
static uint32_t count, next;    /* places, and the one that is waited for */
static struct thread *standing; /* a reference, because another thread may end it */
static uint32_t stands_at;      /* the number of its place */
static uint32_t until;          /* the tick at which it goes on at the latest */
static uint32_t idle_ticks;

/* ---------------------------------------------------------------- the text */

static bool take_number(const char **text, int base, uint32_t *number)
{
    char *end;
    errno = 0;
    *number = (uint32_t)strtoul(*text, &end, base);
    bool taken = end != *text && !errno && *number;
    *text = end;
    return taken;
}

static bool take_place(const char **text, bool follows)
{
    if (count == HOLDS_MOST)
        return false;
    struct place *place = &places[count++];
    *place = (struct place){.left = 1, .follows = follows};
    if (!take_number(text, 16, &place->address))
        return false;
    if (**text != '.')
        return true;
    ++*text;
    return take_number(text, 10, &place->left);
}

static bool take_list(const char *text)
{
    if (!*++text)
        return true;
    do {
        if (*text++ != 'h' || !take_place(&text, false))
            return false;
        while (*text == '>') {
            text++;
            if (!take_place(&text, true))
                return false;
        }
    } while (*text++ == ',');
    return !text[-1];
}

/* ---------------------------------------------------------------- a thread stands */

/* Whether a thread runs or is ready, but this one and the one that stands. */
static bool others_go_on(const struct thread *but)
{
    kernel_must_be_locked();
    if (ready_some())
        return true;
    for (uint32_t i = 0; i < cpus_running; i++) {
        const struct thread *thread = cpus[i].thread;
        if (thread != cpus[i].run.idle_thread && thread != but && thread != standing &&
            !thread->halting)
            return true;
    }
    return false;
}

static uint32_t place_of(uint32_t number)
{
    return (uint32_t)held_places + number * HELD_SIZE;
}

static void lead(uint32_t number, uint32_t to)
{
    clock_page.longs[SHARED_HELD / sizeof clock_page.longs[0] + number] = to;
}

static void end_standing(void)
{
    kernel_must_be_locked();
    if (standing->state != THREAD_ENDED)
        trace(schedule_lets_go, standing->id);
    lead(stands_at, places[stands_at].address);
    object_release(&standing->object);
    standing = NULL;
}

/* The places behind the one of a thread that has stood long enough are too late. */
static void end_hold(void)
{
    end_standing();
    while (next < count && places[next].follows)
        next++;
}

static void forget_ended(void)
{
    if (standing && standing->state == THREAD_ENDED)
        end_hold();
}

static void hold(struct trap_frame *frame)
{
    kernel_must_be_locked();
    struct thread *thread = this_thread();
    trace(schedule_holds, thread->id, this_cpu()->number, 0, frame->eip);
    if (standing)
        end_standing();
    object_keep(&thread->object);
    standing = thread;
    stands_at = next++;
    until = clock_low() + HELD_TICKS;
    idle_ticks = 0;
    places[stands_at].reached = true;
    lead(stands_at, place_of(stands_at));
    frame->eip = place_of(stands_at);
}

static struct trap_frame *come_to(struct trap_frame *frame)
{
    kernel_lock();
    frame->eflags |= EFLAGS_RF;
    forget_ended();
    struct place *place = &places[next];
    if (next == count || place->address != frame->eip)
        return frame;
    if ((standing ? place->follows : others_go_on(this_thread())) && !--place->left)
        hold(frame);
    return frame;
}

static IN_REGISTERS struct trap_frame *serve_exception(struct trap_frame *frame,
                                                       const struct page_fault *fault)
{
    for (uint32_t i = 0; i < count && frame->vector == VECTOR_DB; i++)
        if (frame->error & 1u << i && frame->eip == places[i].address) {
            debug_registers_forget_status();
            return come_to(frame);
        }
    return deliver(frame, fault);
}

/* ---------------------------------------------------------------- the clock */

static bool tick(void)
{
    bool ends = clock_tick();
    if (!standing)
        return ends;
    kernel_lock();
    forget_ended();
    idle_ticks = others_go_on(standing) ? 0 : idle_ticks + 1;
    if (standing && (idle_ticks == IDLE_TICKS || (int32_t)(clock_low() - until) >= 0))
        end_hold();
    return ends;
}

/* ---------------------------------------------------------------- the run */

void given_holds_arm(void)
{
    uint32_t address[HOLDS_MOST] = {0}, control = 0;
    for (uint32_t i = 0; i < count; i++) {
        address[i] = places[i].address;
        control |= 3u << 2 * i; /* executed; local and global, as debug_registers.c has it */
    }
    dr0_write(address[0]);
    dr1_write(address[1]);
    dr2_write(address[2]);
    dr3_write(address[3]);
    dr7_write(control);
}

bool given_holds_start(const char *text)
{
    interrupts_must_be_off();
    if (!take_list(text))
        return false;
    holds_are_given = true;
    for (uint32_t i = 0; i < cpus_running; i++)
        cpus[i].run.idle_thread->given = true;
    deliver = trap_on_exception(serve_exception);
    irq_set_function(CLOCK_IRQ, tick);
    return true;
}

void given_holds_end(void)
{
    interrupts_must_be_off();
    for (uint32_t i = 0; i < count; i++)
        if (!places[i].reached)
            report_line("schedule: h%x was not reached", (unsigned)places[i].address);
}
