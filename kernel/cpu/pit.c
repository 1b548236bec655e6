/* The 8254's channel 0: its rate, and looks at its count. */
#include "kernel/cpu/pit.h"

#include "boot/ports.h"
#include "kernel/cpu/contracts.h"

enum {
    CHANNEL0 = 0x40,
    COMMAND = 0x43,
    CHANNEL0_LATCH = 0x00,
    CHANNEL0_RATE = 0x34, /* channel 0, low byte then high byte, rate generator */
    BETWEEN_LOOKS = 100,
};

void pit_begin(void)
{
    interrupts_must_be_off();
    io_out8(COMMAND, CHANNEL0_RATE);
    io_out8(CHANNEL0, PIT_DIVISOR & 0xFF);
    io_out8(CHANNEL0, PIT_DIVISOR >> 8);
}

static uint32_t read_count(void)
{
    io_out8(COMMAND, CHANNEL0_LATCH);
    uint32_t low = io_in8(CHANNEL0);
    return low | (uint32_t)io_in8(CHANNEL0) << 8;
}

/* An emulator that counts instructions takes as long for a look at the channel, and for a pause, as
 * for a hundred others. */
void pit_spin(uint32_t microseconds)
{
    interrupts_must_be_off();
    uint32_t left = microseconds * PIT_DIVISOR / 1000, before = read_count();
    for (;;) {
        uint32_t now = read_count();
        uint32_t passed = before >= now ? before - now : before + PIT_DIVISOR - now;
        if (passed >= left)
            return;
        left -= passed;
        before = now;
        for (unsigned i = 0; i < BETWEEN_LOOKS; i++)
            __asm__ volatile("");
    }
}
