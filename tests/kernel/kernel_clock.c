/* The tick count: its rate, its wrap, and waiting for it.
 *
 * run: name=rate virtual-time=1 args=rate
 * run: name=rate-bochs emulator=bochs compilers=gcc args=rate
 * run: name=wrap virtual-time=1 args="wrap trapline:tick=0xFFFFFFC0"
 * run: name=wrap-486 cpu=486 args="wrap trapline:tick=4294967232"
 * run: name=wrap-bochs compilers=gcc emulator=bochs args="wrap trapline:tick=0xFFFFFFC0"
 * run: name=later virtual-time=1 args="later trapline:tick=0x12345678"
 *
 * Ring 0 only: ports tell the time. kernel_ticks.c has the ticks of ring 3.
 */
#include "boot/ports.h"
#include "kernel/call/features.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <nt.h>
#include <stdio.h>
#include <string.h>
#include <uthread.h>

static uint32_t tick_low(void) { return *&SHARED_USER_DATA->TickCount.LowPart; }

/* ---------------------------------------------------------------- rate */

static uint64_t at_next_tick(void)
{
    uint64_t now = clock_now();
    while (clock_now() == now)
        ;
    return tsc_read();
}

/* In virtual time QEMU's time stamp counter counts nanoseconds. */
static void check_rate_by_tsc(void)
{
    enum { TICKS = 2000 };
    uint64_t start = at_next_tick();
    clock_wait_until(clock_now() + TICKS - 1);
    uint64_t took = at_next_tick() - start;
    uint64_t expected = TICKS * 1000000ull;
    uint64_t off = took > expected ? took - expected : expected - took;
    ok(off * 1000 <= expected, "%u ticks take 2 s to 0.1 %%: %u us", TICKS,
       (unsigned)(took / 1000));
}

static uint8_t rtc_read(uint8_t index)
{
    io_out8(0x70, index);
    return io_in8(0x71);
}

static uint64_t at_next_second(void)
{
    uint8_t second = rtc_read(0);
    while (rtc_read(0) == second)
        ;
    return clock_now();
}

/* On Bochs it is the real-time clock that runs by virtual time. */
static void check_rate_by_rtc(void)
{
    uint64_t start = at_next_second();
    clock_wait_until(start + 990); /* halted, the emulator is faster */
    uint64_t ticks = at_next_second() - start;
    ok(ticks >= 999 && ticks <= 1001, "a second of the real-time clock is 1000 ticks to 0.1 %%: %u",
       (unsigned)ticks);
}

/* ---------------------------------------------------------------- wrap */

static bool shared_agrees(uint64_t now)
{
    volatile const KUSER_SHARED_DATA *shared = SHARED_USER_DATA;
    return shared->TickCount.LowPart == (DWORD)now &&
           shared->TickCount.High1Time == (DWORD)(now >> 32) &&
           shared->TickCount.High2Time == (DWORD)(now >> 32) &&
           shared->TickCountLowDeprecated == (DWORD)now;
}

static uint32_t woken_at;

static void sleep_across(void)
{
    utSleep(100);
    woken_at = GetTickCount();
}

static void check_wrap(void)
{
    uint64_t start = clock_now();
    ok(start >= 0xFFFFFFC0 && start < 0x100000000, "the count starts where it was told: %08X",
       (unsigned)start);
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(sleep_across));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);

    uint64_t end = clock_now();
    ok(end >= 0x100000000, "the whole count goes on beyond 32 bits");
    ok(tick_low() < 0x10000, "its low half has wrapped");
    ok(woken_at < 0x10000 && woken_at - (uint32_t)start >= 100 && woken_at - (uint32_t)start < 2000,
       "a sleep of 100 ms across the wrap takes %u ms", woken_at - (uint32_t)start);
    bool were_on = interrupts_save();
    ok(shared_agrees(clock_now()), "all fields of the shared page say the same");
    interrupts_restore(were_on);

    clock_wait_until(start);
    ok(clock_now() <= end + 100, "a deadline that has passed is no wait");
}

/* ---------------------------------------------------------------- waiting */

static void check_waits(void)
{
    ok(clock_now() >= 0x12345678 && clock_now() < 0x12345678 + 1000,
       "the count starts at 12345678");
    unsigned early = 0, late = 0;
    for (unsigned ms = 0; ms < 50; ms++) {
        uint64_t deadline = clock_now() + ms;
        clock_wait_until(deadline);
        early += clock_now() < deadline;
        late += clock_now() > deadline + 1;
    }
    is_dec(early, 0, "no wait ends early");
    is_dec(late, 0, "nor, where nothing else runs, more than a tick late");
    ok(eflags_read() & EFLAGS_IF, "interrupts are on after a wait");

    uint64_t before = clock_now();
    unsigned backwards = 0;
    for (unsigned i = 0; i < 300000; i++) {
        uint64_t now = clock_now();
        backwards += now < before;
        before = now;
    }
    is_dec(backwards, 0, "the count never runs backwards");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "wrap") == 0)
        check_wrap();
    else if (strcmp(what, "later") == 0)
        check_waits();
    else if (strcmp(what, "rate") == 0 && probe_on_tcg())
        check_rate_by_tsc();
    else if (strcmp(what, "rate") == 0)
        check_rate_by_rtc();
    else
        ok(false, "there is no \"%s\"", what);
    return tap_done();
}
