/* Turning the machine off. */
#include "kernel/devices/power.h"

#include "boot/layout.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/ports.h"
#include "kernel/devices/serial.h"
#include "kernel/report/trace.h"
#include "kernel/services/service.h"

void power_off(uint32_t status)
{
    interrupts_off();
    trace_write(TRACE_exit, (const uint32_t[4]){status}, 0);
    trace_flush();
    serial_flush();

    io_out16(QEMU_EXIT_PORT, 0);
    for (const char *c = "Shutdown"; *c; c++)
        io_out8(BOCHS_SHUTDOWN_PORT, (uint8_t)*c);
    cpu_stop();
}

uint32_t user_power_off(const uint32_t *words)
{
    power_off(words[0]);
}
