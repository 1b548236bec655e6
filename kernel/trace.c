/* The buffer of records and its way out. A full one is sent before the next record goes in: nothing
 * is dropped, tracing slows down instead.
 */
#include "kernel/trace.h"

#include "kernel/clock.h"
#include "kernel/cpu.h"
#include "kernel/cpu_block.h"
#include "kernel/serial.h"
#include "kernel/tib.h"

#include <string.h>

#define BUFFER_SIZE 256

bool trace_on;

static struct trace_record buffer[BUFFER_SIZE];
static uint32_t filled;

static void send_all(void)
{
    uint32_t count = filled;
    filled = 0;
    serial_write(SERIAL_EVENTS, buffer, count * sizeof buffer[0]);
}

void trace_write(enum trace_event event, const uint32_t arg[4], uint8_t length)
{
    bool were_on = interrupts_save();
    if (filled == BUFFER_SIZE)
        send_all();
    struct trace_record *record = &buffer[filled++];
    record->time = cpu_features.tsc ? tsc_read() : clock_now();
    record->event = (uint16_t)event;
    record->cpu = (uint8_t)this_cpu()->number;
    record->length = length;
    record->thread = (uint32_t)tib_current()->NtTib.FiberData;
    memcpy(record->arg, arg, sizeof record->arg);
    interrupts_restore(were_on);
}

void trace_output(const char *bytes, size_t length)
{
    while (length) {
        uint32_t arg[4] = {0};
        uint8_t part = (uint8_t)(length < sizeof arg ? length : sizeof arg);
        memcpy(arg, bytes, part);
        trace_write(TRACE_output, arg, part);
        bytes += part;
        length -= part;
    }
}

void trace_thread_named(const void *thread, const char *name)
{
    uint32_t arg[4] = {(uint32_t)thread};
    size_t length = strnlen(name, sizeof arg - sizeof arg[0]);
    memcpy(&arg[1], name, length);
    trace_write(TRACE_thread_named, arg, (uint8_t)length);
}

void trace_flush(void)
{
    bool were_on = interrupts_save();
    send_all();
    interrupts_restore(were_on);
}
