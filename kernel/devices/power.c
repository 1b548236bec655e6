/* Turns the machine off. */
#include "kernel/devices/power.h"

#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/firmware.h"
#include "kernel/devices/screen.h"
#include "kernel/devices/serial.h"
#include "kernel/report/files_out.h"
#include "kernel/report/trace_records.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/given_holds.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/trap/service_entry.h"

#include <stdio.h>

void power_off(uint32_t status)
{
    interrupts_off();
    cpus_stop_others();
    if (schedule_is_given)
        given_schedule_end();
    given_holds_end();
    files_send_out();
    trace_write(TRACE_exit, (const uint32_t[4]){status}, 0);
    trace_flush();
    if (screen_present()) {
        char text[64];
        int length = snprintf(text, sizeof text, "\ntrapline: ended with status %u", status);
        screen_write(text, (size_t)length);
    }
    serial_flush(SERIAL_CONSOLE);
    serial_flush(SERIAL_EVENTS);
    firmware_end();
}

uint32_t user_power_off(struct service_call *call)
{
    power_off(call->words[0]);
}
