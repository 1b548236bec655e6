/* Each tick leaves the time stamp counter's value in the shared page. The counts since then are the
 * part of the next tick that is over. When a tick is late, the part stays at its end until the tick
 * comes. So the ticks alone say how fast time passes. */
#include "kernel/shared/fine_time.h"

#include "kernel/call/features.h"
#include "kernel/call/numbers.h"
#include "kernel/call/start.h"

#include <nt.h>

/* Stamps in a tick; 0: the tick count serves alone. */
START_CONSTANT static uint32_t stamps_a_tick;

/* Units of 100 ns in a stamp, as a fixed-point number with 32 bits. */
START_CONSTANT static uint32_t units_a_stamp;

void fine_time_start(uint32_t stamps)
{
    if (stamps <= FINE_A_TICK)
        return;
    stamps_a_tick = stamps;
    units_a_stamp = (uint32_t)(((uint64_t)FINE_A_TICK << 32) / stamps);
}

static uint32_t part(uint64_t stamps)
{
    if ((int64_t)stamps < 0) /* another CPU's counter is behind the first one's */
        return 0;
    if (stamps >= stamps_a_tick)
        return FINE_A_TICK - 1;
    return (uint32_t)(stamps * units_a_stamp >> 32);
}

/* A tick changes the old count first, then its stamp, then the count. So the stamp is the tick's if
 * the old count is the same at last. Else the tick has ended meanwhile, and its end is the time. */
uint64_t fine_time(void)
{
    const volatile uint64_t *stamp =
        (const volatile void *)((const volatile char *)SHARED_USER_DATA + SHARED_STAMP);
    uint64_t tick = GetTickCount64();
    if (!stamps_a_tick)
        return tick * FINE_A_TICK;
    uint32_t passed = part(tsc_read() - *stamp);
    if (SHARED_USER_DATA->TickCountLowDeprecated != (DWORD)tick)
        passed = FINE_A_TICK - 1;
    return tick * FINE_A_TICK + passed;
}
