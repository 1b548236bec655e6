/* The 8254's channel 0 raises IRQ 0 a thousand times a second; each one is a tick.
 *
 * The divisor 1193 makes 1,000.152 Hz of 1,193,182 Hz: the count gains 13 s a day, as it would on a
 * PC's own firmware. The shared page is written here and nowhere else.
 */
#include "kernel/clock.h"

#include "boot/layout.h"
#include "kernel/cpu.h"
#include "kernel/frames.h"
#include "kernel/paging.h"
#include "kernel/panic.h"
#include "kernel/segments.h"
#include "kernel/selectors.h"
#include "kernel/service.h"
#include "kernel/tib.h"
#include "kernel/trace.h"
#include "kernel/trap.h"
#include <nt.h>

enum {
    CHANNEL0 = 0x40,
    COMMAND = 0x43,
    CHANNEL0_RATE = 0x34, /* channel 0, low byte then high byte, rate generator */
    DIVISOR = 1193,
    TIMER_IRQ = 0,
};

static volatile uint64_t ticks;
static volatile KUSER_SHARED_DATA *shared;

/* High2 first and High1 last: a reader that finds both equal has a whole value. */
static void publish(void)
{
    shared->TickCount.High2Time = (DWORD)(ticks >> 32);
    shared->TickCount.LowPart = (DWORD)ticks;
    shared->TickCount.High1Time = (DWORD)(ticks >> 32);
    shared->TickCountLowDeprecated = (DWORD)ticks;
}

static void tick(void)
{
    ticks++;
    publish();
    ((TEB *)segments_base(SELECTOR_TIB0))->UserReserved[1] = TIB_ATTEND;
}

void clock_init(uint32_t first_tick)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE || !paging_map((void *)SHARED_PAGE, frame, PAGING_USER))
        panic("no memory for the shared page");
    shared = direct(frame);
    shared->TickCountMultiplier = 1u << 24; /* a tick is one millisecond */
    ticks = first_tick;
    publish();

    io_out8(COMMAND, CHANNEL0_RATE);
    io_out8(CHANNEL0, DIVISOR & 0xFF);
    io_out8(CHANNEL0, DIVISOR >> 8);
    trap_on_interrupt(TIMER_IRQ, tick);
}

uint64_t clock_now(void)
{
    uint64_t before, after = ticks;
    do {
        before = after;
        after = ticks; /* two halves: an interrupt between them shows as a difference */
    } while (before != after);
    return after;
}

void clock_wait_until(uint64_t deadline)
{
    interrupts_off();
    while (ticks < deadline) {
        trace_flush();
        cpu_wait();
        interrupts_off();
    }
    interrupts_on();
}

uint32_t user_clock_wait_until(const uint32_t *words)
{
    clock_wait_until(words[0] | (uint64_t)words[1] << 32);
    return STATUS_SUCCESS;
}
