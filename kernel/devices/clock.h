/* Time: the 8254 timer at 1,000 Hz, the tick count, and waits for it. Serves C and assembly. */
#ifndef KERNEL_DEVICES_CLOCK_H
#define KERNEL_DEVICES_CLOCK_H

#include "kernel/call/numbers.h"

/* Offsets in the shared page: the low half of the tick count, at its place on Windows 2000 and at
 * its later one. */
#define SHARED_OLD_TICKS 0x000
#define SHARED_TICKS     0x320

#define CLOCK_IRQ        0

#ifndef __ASSEMBLER__
#include "boot/layout.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts the timer; the tick count starts at first_tick (milliseconds). Maps the shared page that
 * shows it to every ring (GetTickCount, GetTickCount64). Panics without memory. Interrupts off. */
void clock_init(uint32_t first_tick);

/* Tells the clock the time of day when the tick count was 0, in 100 ns since 1601. */
void clock_set_time(uint64_t at_zero);

/* From now on each tick writes InterruptTime and SystemTime of the shared page, too. A process of
 * Windows reads them without a call. Ticks go the common way then (tick_choose_way). */
void clock_show_times(void);
extern bool clock_shows_times;

/* The shared page, at the address where the kernel writes it. Programs read it at SHARED_PAGE. */
extern union clock_page {
    volatile KUSER_SHARED_DATA shared;
    volatile uint64_t longs[PAGE_SIZE / sizeof(uint64_t)];
    char page[PAGE_SIZE];
} clock_page;

/* Returns the tick count's lower half. Ring 0, any context. */
static inline uint32_t clock_low(void)
{
    return clock_page.shared.TickCount.LowPart;
}

/* Returns the tick count in milliseconds, which began at first_tick; 64 bits do not wrap. Ring 0,
 * any context. */
uint64_t clock_now(void);

/* Waits until clock_now() reaches deadline; returns at once when it has. Other threads run
 * meanwhile. Interrupts are on afterwards. Ring 0, not in traps; a service. */
void clock_wait_until(uint64_t deadline);

/* Counts a tick by the common way: the function of the clock's interrupt. Returns whether the time
 * slice has ended. */
bool clock_tick(void);

/* Serves a tick of another CPU's own timer, there. Returns the same. Interrupts off. */
struct cpu;
bool clock_tick_here(struct cpu *cpu);

/* Makes the first CPU look for deadlines in so many ticks, at least 1. With the kernel's lock. */
void clock_expect(uint32_t ticks);
#endif

#endif
