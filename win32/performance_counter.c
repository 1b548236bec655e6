/* QueryPerformanceCounter over the time stamp counter, whose frequency the 8254's channel 2
 * measures once at the start: with the output of its countdown at port 61h, which the speaker would
 * get. */
#include "boot/ports.h"
#include "kernel/call/features.h"
#include "kernel/call/start.h"

#include <profileapi.h>
#include <stdbool.h>

enum {
    CHANNEL2 = 0x42,
    COMMAND = 0x43,
    CHANNEL2_COUNTDOWN = 0xB0, /* channel 2, low byte then high byte, interrupt on terminal count */
    CONTROL = 0x61,
    GATE = 1,
    SPEAKER = 2,
    COUNTED_DOWN = 0x20,
    TIMER_FREQUENCY = 1193182,
    COUNTS = TIMER_FREQUENCY / 1000, /* 1 ms */
    TRIES = 6,
    MOST_LOOKS = 1000000 /* no such timer: its output never comes */
};
#define MS_A_SECOND 1000

/* Counts of the time stamp counter in a second; 0: the tick count serves. */
START_CONSTANT static uint64_t stamps_a_second;

BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency)
{
    frequency->QuadPart = stamps_a_second ? (LONGLONG)stamps_a_second : MS_A_SECOND;
    return TRUE;
}

BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count)
{
    count->QuadPart = (LONGLONG)(stamps_a_second ? tsc_read() : GetTickCount64());
    return TRUE;
}

static bool count_down(void)
{
    unsigned looks = 0;
    io_out8(COMMAND, CHANNEL2_COUNTDOWN);
    io_out8(CHANNEL2, COUNTS & 0xFF);
    io_out8(CHANNEL2, COUNTS >> 8);
    while (!(io_in8(CONTROL) & COUNTED_DOWN) && looks < MOST_LOOKS)
        looks++;
    return looks < MOST_LOOKS;
}

/* The least of some tries counts: an emulator that has to wait for its CPU looks too late. */
static void measure_stamps(void)
{
    uint64_t least = UINT64_MAX;
    bool is_counted = cpu_features.tsc;
    uint8_t control = io_in8(CONTROL);
    io_out8(CONTROL, (uint8_t)((control & ~SPEAKER) | GATE));
    for (unsigned i = 0; i < TRIES && is_counted; i++) {
        uint64_t before = tsc_read();
        is_counted = count_down();
        uint64_t passed = tsc_read() - before;
        if (passed < least)
            least = passed;
    }
    io_out8(CONTROL, control);
    if (is_counted)
        stamps_a_second = least * TIMER_FREQUENCY / COUNTS;
}
ON_START(measure_stamps);
