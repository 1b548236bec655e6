/* The contents of records: an event with its threads and arguments and, where moments are wanted,
 * the moment of the program in front of it. */
#include "kernel/report/trace_records.h"

#include "kernel/call/features.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/serial.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/moments.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"
#include "lib/inlining.h"

#include <string.h>

#define NAME_SIZE 16 /* a longer name is cut */

START_CONSTANT bool trace_on;

/* Tells whether the program's own code runs, or the event is what has made it trap: an exception,
 * or output. Any other event that the kernel records in a trap is no moment of the program. */
static bool is_of_program(uint32_t event)
{
    enum {
        RAISE = true,
        SEARCH = true,
        UNWIND = true,
        PROGRAM = true,
        THREADS = false,
        INTERRUPTS = false,
        MOMENTS = false
    };
    static const bool of_program[] = {
#define TRACE_EVENT(name, kind, nesting, narration) kind,
#include "kernel/call/trace_events.h"
#undef TRACE_EVENT
    };
    return of_program[event];
}

/* Puts an event with the moment of the program, at the registers, if there are any. A moment takes
 * thousands of instructions, so none of them is stepped through. */
static void put_with_moment(const struct moment_registers *registers,
                            const struct moment_scratch *scratch, uint32_t event,
                            const uint32_t arg[4], uint8_t length)
{
    bool were_on = interrupts_save(), stepped = given_schedule_step_off();
    uint64_t time = cpu_features.tsc ? tsc_read() : clock_now();
    const struct thread *thread = thread_by_fs();
    if (registers && moments_on && thread->id)
        moment_put(time, registers, scratch, arg);
    else if (trace_on && !moments_on)
        moment_put_code(time, event, arg);
    const uint32_t threads[] = {thread->id, (uint32_t)tib_thread_of(thread->teb)};
    trace_put(event, time, length, threads, arg);
    given_schedule_step_on(stepped);
    interrupts_restore(were_on);
}

/* The registers of a program that has come here by a trap. */
static struct moment_registers trapped_registers(const struct trap_frame *frame)
{
    return (struct moment_registers){frame->eip, trap_esp(frame), frame->link_ebp,
                                     frame->ebx, frame->esi,      frame->edi};
}

/* Apart, because the stack of a thread that records an event may be small. */
static OWN_STACK void put_with_trap(const struct trap_frame *frame, uint32_t event,
                                    const uint32_t arg[4], uint8_t length)
{
    struct moment_registers trapped = trapped_registers(frame);
    struct moment_scratch scratch = {frame->eax, frame->ecx, frame->edx, frame->eflags};
    bool is_call = frame->vector == VECTOR_SERVICE; /* its registers are the stub's */
    put_with_moment(&trapped, is_call ? NULL : &scratch, event, arg, length);
}

/* Called by trace_write, with its caller's registers: they are the program's, or those of the
 * kernel in a trap. An event that the kernel records there of itself is no moment of the program.
 */
void trace_event(const struct moment_registers *registers, uint32_t event, const uint32_t arg[4],
                 uint8_t length)
{
    const struct cpu *cpu = this_cpu();
    trace_make_room();
    if (cpu->in_trap == 0)
        put_with_moment(registers, NULL, event, arg, length);
    else if (cpu->in_trap == 1 && cpu->thread->frame && is_of_program(event))
        put_with_trap(cpu->thread->frame, event, arg, length);
    else
        put_with_moment(NULL, NULL, event, arg, length);
}

/* Only the kernel records the end of the run, its files and error output, and which addresses its
 * reports name. */
uint32_t user_trace_write(struct service_call *call)
{
    uint32_t arg[4];
    if (!user_read(call, arg, call->words[1], sizeof arg))
        return STATUS_ACCESS_VIOLATION;
    if (call->words[0] >= TRACE_error_output || call->words[0] == TRACE_exit ||
        call->words[0] == TRACE_described || (uint8_t)call->words[2] > sizeof arg)
        return STATUS_INVALID_PARAMETER;
    put_with_trap(call->frame, call->words[0], arg, (uint8_t)call->words[2]);
    return STATUS_SUCCESS;
}

void trace_text(uint32_t event, const char *bytes, size_t length)
{
    while (length) {
        uint32_t arg[4] = {0};
        uint8_t part = (uint8_t)(length < sizeof arg ? length : sizeof arg);
        memcpy(arg, bytes, part);
        trace_write(event, arg, part);
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

void trace_kernel_named(uint32_t number, const wchar_t *name)
{
    uint32_t arg[4] = {number};
    char *text = (char *)&arg[1];
    uint8_t length = 0;
    for (; length < sizeof arg - sizeof arg[0] && name[length]; length++)
        text[length] = name[length] < 0x80 ? (char)name[length] : '?';
    trace_write(TRACE_kernel_named, arg, length);
}

uint32_t user_trace_thread_named(struct service_call *call)
{
    char name[NAME_SIZE];
    if (!user_read_string(call, name, call->words[1], sizeof name))
        return STATUS_ACCESS_VIOLATION;
    trace_thread_named((const void *)call->words[0], name);
    return STATUS_SUCCESS;
}

void trace_described(uint32_t address, uint32_t back, const char *name, uint32_t offset)
{
    const uint32_t arg[4] = {address, back, (uint32_t)name, offset};
    trace_write(TRACE_described, arg, 0);
    if (trace_on) /* the text is recorded, too, behind this */
        return;
    trace_flush();
    serial_flush(SERIAL_EVENTS);
}
