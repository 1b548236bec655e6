/* When things happen to threads, on a clock that the test moves on: deadlines, periods, calls,
 * wakes, slices, and the help for those that get no CPU.
 *
 * Ring 0 only: the test writes the tick count.
 *
 * run: name=1 virtual-time=1
 * run: name=2 smp=2 virtual-time=1 compilers=gcc
 */
#include "kernel/call/segment_registers.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/threads/schedule.h"
#include "tests/harness/frames_in_use.h"
#include "tests/harness/tap.h"
#include "tests/threads/cpu_threads.h"
#include "tests/threads/thread_waiters.h"

#include <string.h>

enum { LOWEST = -2, BELOW = -1, NORMAL = 0, HIGHEST = 2, CRITICAL = 15 };

/* Moves the tick count on by so many. Times that were due in between come with the next tick,
 * late. */
static void leap(uint32_t ticks)
{
    volatile KSYSTEM_TIME *count = &clock_page.shared.TickCount;
    interrupts_off();
    uint64_t now = clock_now() + ticks;
    clock_page.shared.TickCountLowDeprecated = (DWORD)now;
    count->High2Time = (LONG)(now >> 32);
    count->LowPart = (DWORD)now;
    count->High1Time = (LONG)(now >> 32);
    interrupts_on();
}

static void wait_ticks(uint32_t ticks) { sys_wait_for(NULL, 0, 0, GetTickCount64() + ticks); }

static uint32_t ran(uint32_t thread)
{
    struct thread_information information = {0};
    sys_thread_query(thread, &information);
    return information.ran;
}

/* Makes a thread for the first CPU. */
static uint32_t make(uint32_t (*function)(void *argument), void *argument, int priority)
{
    uint32_t thread = make_thread(function, argument, true);
    sys_thread_set_affinity(thread, 1, NULL);
    sys_thread_set_priority(thread, priority);
    return thread;
}

static uint32_t start(uint32_t (*function)(void *argument), void *argument, int priority)
{
    uint32_t thread = make(function, argument, priority);
    sys_thread_resume(thread, NULL);
    return thread;
}

/* ---------------------------------------------------------------- deadlines */

/* Returns whether a wait for so many ticks from the last tick of a word of lists ends in time. */
static bool is_exact(uint32_t ticks)
{
    uint64_t from = (GetTickCount64() | 31) + 32;
    sys_wait_for(NULL, 0, 0, from);
    bool exact = GetTickCount64() == from;
    sys_wait_for(NULL, 0, 0, from + ticks);
    return exact && GetTickCount64() == from + ticks;
}

static uint32_t sleeps_to(void *at) { return sys_wait_for(NULL, 0, 0, *(uint64_t *)at); }

/* A deadline that is set already is a whole round behind the last one that comes, so many ticks
 * behind the end of a word of lists. */
static void check_round(uint32_t behind, const char *claim)
{
    enum { ROUND = 1024 };
    uint64_t from = (GetTickCount64() | 31) + 32 + behind, due = from + ROUND;
    uint32_t thread = start(sleeps_to, &due, NORMAL);
    sys_wait_for(NULL, 0, 0, from);
    sys_wait_for(&thread, 1, 0, WAIT_FOREVER);
    is_dec((uint32_t)(GetTickCount64() - from), ROUND, "%s", claim);
    sys_handle_close(thread);
}

static void check_deadlines(void)
{
    static const uint32_t ticks[] = {1, 31, 33, 1023, 1024, 2048};
    unsigned exact = 0, count = sizeof ticks / sizeof ticks[0];
    for (unsigned i = 0; i < count; i++)
        exact += is_exact(ticks[i]);
    is_dec(exact, count, "a wait ends with its tick, however far that is ahead");
}

static void check_period(void)
{
    enum { PERIOD = 10, LATE = 25, COMINGS = 5 };
    uint32_t timer = 0;
    sys_timer_create(&timer, NULL, false);
    uint64_t begun = GetTickCount64();
    sys_timer_set(timer, begun + PERIOD, PERIOD, 0, 0);
    leap(LATE);
    for (unsigned i = 0; i < COMINGS; i++)
        wait_one(timer, 1000);
    is_dec((uint32_t)(GetTickCount64() - begun) % PERIOD, 0,
           "a timer that once came late keeps to its period");
    sys_handle_close(timer);
}

/* The wait ends with the timer's tick. No call comes behind that, because the timer is gone. */
static void check_last_reference(void)
{
    uint32_t timer = 0, call[4];
    sys_timer_create(&timer, NULL, false);
    uint32_t thread = start(waits_for, (void *)timer, NORMAL);
    wait_ticks(3);
    sys_timer_set(timer, GetTickCount64() + 20, 0, (uint32_t)wait_ticks, 1);
    sys_handle_close(timer);
    is_hex(sys_wait_for(&thread, 1, WAIT_ALERTABLE, GetTickCount64() + 1000), STATUS_SUCCESS,
           "a timer that nothing but a wait keeps ends that, and calls nobody");
    is_hex(exit_code_of(thread), STATUS_SUCCESS, "by its time");
    ok(!sys_apc_take(call), "not later either");
    sys_handle_close(thread);
}

static void nothing(void) {}

/* The calls of the running thread, more than one for sure. */
static unsigned take_calls(void)
{
    uint32_t call[4];
    unsigned count = 0;
    while (count < 10 && sys_apc_take(call))
        count++;
    return count;
}

static uint32_t sets_and_ends(void *timer)
{
    return sys_timer_set((uint32_t)timer, GetTickCount64() + 5, 0, (uint32_t)nothing, 0);
}

static void check_calls(void)
{
    uint32_t timer = 0;
    sys_timer_create(&timer, NULL, false);
    sys_timer_set(timer, GetTickCount64() + 2, 2, (uint32_t)nothing, 0);
    wait_ticks(9);
    is_dec(take_calls(), 1, "a timer's call that was not made yet does not come twice");
    is_dec(take_calls(), 0, "but goes once it is taken");
    await_end(start(sets_and_ends, (void *)timer, NORMAL));
    wait_one(timer, 0);
    is_hex(wait_one(timer, 20), STATUS_TIMEOUT, "a timer with a call stops with its thread's end");
    sys_handle_close(timer);
}

/* The records of so many calls fill pages. */
static void check_forgotten_calls(void)
{
    enum { CALLS = 500 };
    uint32_t before = frames_in_use(), thread = make(waits_for, NULL, NORMAL);
    for (unsigned i = 0; i < CALLS; i++)
        sys_thread_queue_apc(thread, (uint32_t)nothing, i, 0, 0);
    ok(frames_in_use() > before + 1, "calls take memory");
    sys_thread_terminate(thread, 0);
    sys_handle_close(thread);
    ok(frames_in_use() <= before + 1, "which the end of their thread gives back");
}

/* So many fill pages, too. No other handle is open. */
static void check_handles(void)
{
    enum { HANDLES = 2000 };
    static uint32_t handles[HANDLES];
    uint32_t before = frames_in_use(), event = make_event(false, false);
    for (unsigned i = 0; i < HANDLES; i++)
        sys_handle_duplicate(event, 0, DUPLICATE_SAME_ACCESS, &handles[i]);
    ok(frames_in_use() > before + 2, "handles take memory");
    for (unsigned i = 0; i < HANDLES; i++)
        sys_handle_close(handles[i]);
    sys_handle_close(event);
    is_dec(frames_in_use(), before, "which the last one gives back");
}

/* Both wait before the event is set. */
static void check_order(void)
{
    uint32_t event = make_event(false, false);
    uint32_t first = start(waits_for, (void *)event, NORMAL);
    wait_ticks(2);
    uint32_t second = start(waits_for, (void *)event, NORMAL);
    wait_ticks(2);
    sys_event_change(event, EVENT_SET, NULL);
    is_hex(wait_one(first, 10), STATUS_SUCCESS, "the thread that has waited longest goes first");
    is_hex(wait_one(second, 0), STATUS_TIMEOUT, "and alone, where one may go");
    sys_event_change(event, EVENT_SET, NULL);
    await_end(second);
    CLOSE(first, event);
}

/* ---------------------------------------------------------------- what a thread has run */

static uint32_t says_when(void *at)
{
    sys_clock_wait_until(*(uint64_t *)at);
    return 0;
}

static volatile bool stop;

static uint32_t computes(void *unused)
{
    while (!stop)
        ;
    return 0;
}

/* A thread that halts its CPU does so with the kernel's count, until another one needs it. */
static void check_halting(void)
{
    enum { LATER = 100, SOONER = 10 };
    uint32_t last = cpus_running - 1;
    uint64_t late = GetTickCount64() + LATER, soon = GetTickCount64() + SOONER;
    uint32_t halts = start_on(last, says_when, &late);
    wait_ticks(SOONER / 2);
    ok(ran(halts) <= 1, "a thread that halts has run for no time (%u)", (unsigned)ran(halts));
    uint32_t other = start_on(last, says_when, &soon);
    wait_ticks(SOONER);
    ok(ran(halts) <= 1, "nor when another one had its CPU (%u)", (unsigned)ran(halts));
    ok(await_end(other) && wait_one(halts, 2 * LATER) == STATUS_SUCCESS && GetTickCount64() >= late,
       "it halts to its time");
    ok(ran(halts) <= 1, "and has run for no more (%u)", (unsigned)ran(halts));
    sys_handle_close(halts);
}

/* The other CPU sees the time leap past the end of a slice, too. */
static void check_late_halt(void)
{
    enum { SOON = 30, LEAP = 100 };
    uint64_t soon = GetTickCount64() + SOON;
    uint32_t halts = start_on(cpus_running - 1, says_when, &soon);
    wait_ticks(2);
    leap(LEAP);
    wait_one(halts, 1000);
    ok(ran(halts) <= 1, "nor has one that is woken late (%u)", (unsigned)ran(halts));
    sys_handle_close(halts);
}

/* ---------------------------------------------------------------- turns */

static volatile uint32_t runner;

static uint32_t marks(void *number)
{
    while (!stop)
        runner = (uint32_t)number;
    return 0;
}

/* The test's thread is more important, and interrupts them each time that it goes on. */
static void check_interrupted(void)
{
    enum { TIMES = 4 };
    stop = false;
    uint32_t first = start(marks, (void *)1, NORMAL), second = start(marks, (void *)2, NORMAL);
    wait_ticks(2);
    uint32_t before = runner, same = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        wait_ticks(2);
        same += runner == before;
    }
    is_dec(same, TIMES, "a thread that is interrupted goes on before its equals");
    wait_ticks(SLICE_TICKS + 2);
    ok(runner != before, "until its slice is over");
    stop = true;
    await_end(first);
    await_end(second);
}

/* ---------------------------------------------------------------- help */

enum { STARVED = 4000, LOOK = 1000, MOST = 10, MANY = 14 };

/* Ends by itself, too: with the help for ever, it would run before the test's own thread. */
static uint32_t takes_all(void *unused)
{
    uint64_t end = GetTickCount64() + STARVED + 5 * SLICE_TICKS;
    while (!stop && GetTickCount64() < end)
        ;
    return 0;
}

static void check_help_ends(void)
{
    stop = false;
    uint32_t low = start(takes_all, NULL, LOWEST);
    wait_ticks(2);
    uint32_t before = ran(low), middle = start(computes, NULL, NORMAL);
    leap(STARVED);
    wait_ticks(5 * SLICE_TICKS / 2);
    uint32_t helped = ran(low) - before;
    ok(helped >= SLICE_TICKS && helped <= SLICE_TICKS + 2,
       "a starved thread goes first for a slice, and then no more: %u ticks", (unsigned)helped);
    stop = true;
    await_end(middle);
    await_end(low);
}

static unsigned arrived;

static uint32_t arrives(void *unused)
{
    arrived++;
    return 0;
}

/* Half of them with another priority. */
static void check_most(void)
{
    uint32_t threads[MANY], middle;
    stop = false;
    arrived = 0;
    middle = start(computes, NULL, NORMAL);
    for (unsigned i = 0; i < MANY; i++)
        threads[i] = start(arrives, NULL, i % 2 ? LOWEST : BELOW);
    wait_ticks(2);
    is_dec(arrived, 0, "threads of low priority wait for those that compute");
    leap(STARVED);
    wait_ticks(2 * SLICE_TICKS);
    is_dec(arrived, MOST, "ten of %u are helped at one time, of all priorities together", MANY);
    leap(LOOK);
    wait_ticks(2 * SLICE_TICKS);
    is_dec(arrived, MANY, "the others a second later");
    stop = true;
    await_end(middle);
    for (unsigned i = 0; i < MANY; i++)
        await_end(threads[i]);
}

/* ---------------------------------------------------------------- which of two */

static char trail[8];
static volatile unsigned length;

static uint32_t writes(void *letter)
{
    trail[length++] = (char)(uint32_t)letter;
    return 0;
}

/* The test's thread keeps the first CPU. It leaves one thread in that CPU's queue, which both may
 * run, and a later one in the other's. */
static void check_elsewhere(void)
{
    uint32_t here, there, holds;
    if (cpus_running < 2) {
        tap_skip("there is one CPU", "of equal priorities the CPU's own thread goes first");
        return;
    }
    stop = false;
    sys_thread_set_priority(THIS_THREAD, CRITICAL);
    here = make_thread(writes, (void *)'h', true);
    holds = make_thread(computes, NULL, true);
    sys_thread_set_affinity(holds, 2, NULL);
    sys_thread_set_priority(holds, HIGHEST);
    sys_thread_resume(holds, NULL);
    wait_ticks(2);
    sys_thread_resume(here, NULL);
    there = start_on(1, writes, (void *)'t');
    stop = true;
    while (length < 2)
        ;
    ok(!strcmp(trail, "th"), "of equal priorities the CPU's own thread goes first: %s", trail);
    sys_thread_set_priority(THIS_THREAD, HIGHEST);
    await_end(here);
    await_end(there);
    await_end(holds);
}

int main(void)
{
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    sys_thread_set_priority(THIS_THREAD, HIGHEST);
    check_deadlines();
    check_round(0, "also a round behind one in the last tick of a word of lists");
    check_round(1, "and behind one in the first");
    check_period();
    check_last_reference();
    check_calls();
    check_forgotten_calls();
    check_handles();
    check_order();
    check_halting();
    check_late_halt();
    check_interrupted();
    check_help_ends();
    check_most();
    check_elsewhere();
    return tap_done();
}
