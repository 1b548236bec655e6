/* A ring of records for each CPU, which fills it without a lock. Before one overflows, all rings
 * are sent, merged by time, so nothing is dropped; tracing slows down instead. */
#include "kernel/report/trace.h"

#include "kernel/cpu/cpu.h"
#include "kernel/cpu/features.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/serial.h"
#include "kernel/devices/virtio_console.h"
#include "kernel/report/moments.h"
#include "kernel/start.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"
#include "kernel/ums/ums.h"

#include <string.h>

#define RING_SIZE  128 /* records; a power of two */
#define BATCH_SIZE 64  /* records that go to the device at once */
#define NAME_SIZE  16  /* a longer name is cut */

START_CONSTANT bool trace_on;

/* Both numbers count from the start on, and wrap. */
static struct ring {
    struct trace_record records[RING_SIZE];
    uint32_t put;  /* the CPU's own number */
    uint32_t sent; /* changed by whoever has the lock */
} rings[CPUS_MOST];

static struct spinlock lock = SPINLOCK("the trace", RANK_TRACE);

/* ---------------------------------------------------------------- sending */

static struct trace_record batch[BATCH_SIZE];
static uint32_t batched;

static void send_batch(void)
{
    uint32_t count = batched;
    batched = 0;
    if (virtio_console_present(VIRTIO_EVENTS))
        virtio_console_write(VIRTIO_EVENTS, batch, count * sizeof batch[0]);
    else
        serial_write(SERIAL_EVENTS, batch, count * sizeof batch[0]);
}

static const struct trace_record *first_unsent(const struct ring *ring)
{
    return &ring->records[ring->sent % RING_SIZE];
}

/* Returns the ring whose first record is the earliest of those put before ends, or NULL. */
static struct ring *earliest(const uint32_t ends[CPUS_MOST])
{
    struct ring *best = NULL;
    for (uint32_t i = 0; i < cpus_running; i++)
        if (rings[i].sent != ends[i] &&
            (!best || first_unsent(&rings[i])->time < first_unsent(best)->time))
            best = &rings[i];
    return best;
}

/* What is put meanwhile stays for the next time. */
static void send_all(void)
{
    uint32_t ends[CPUS_MOST];
    struct ring *ring;
    bool were_on = spin_enter(&lock);
    for (uint32_t i = 0; i < cpus_running; i++)
        ends[i] = __atomic_load_n(&rings[i].put, __ATOMIC_ACQUIRE);
    while ((ring = earliest(ends))) {
        batch[batched++] = *first_unsent(ring);
        __atomic_store_n(&ring->sent, ring->sent + 1, __ATOMIC_RELEASE);
        if (batched == BATCH_SIZE)
            send_batch();
    }
    send_batch();
    spin_leave(&lock, were_on);
}

void trace_flush(void)
{
    for (uint32_t i = 0; i < cpus_running; i++)
        if (rings[i].put != rings[i].sent) {
            send_all();
            return;
        }
}

/* ---------------------------------------------------------------- recording */

static void make_room(void)
{
    const struct ring *ring = &rings[this_cpu()->number];
    if (ring->put - __atomic_load_n(&ring->sent, __ATOMIC_ACQUIRE) == RING_SIZE)
        send_all();
}

/* The running CPU's next record, with its head. It counts when the ring's number goes on. */
static inline struct trace_record *begin_record(struct ring *ring, uint32_t event, uint64_t time,
                                                uint8_t length)
{
    struct trace_record *record = &ring->records[ring->put % RING_SIZE];
    record->time = time;
    record->event = (uint16_t)event;
    record->cpu = (uint8_t)this_cpu()->number;
    record->length = length;
    return record;
}

static inline void end_record(struct ring *ring)
{
    __atomic_store_n(&ring->put, ring->put + 1, __ATOMIC_RELEASE);
}

void trace_put(uint32_t event, uint64_t time, const uint32_t words[TRACE_WORDS], uint8_t length)
{
    struct ring *ring = &rings[this_cpu()->number];
    make_room();
    struct trace_record *record = begin_record(ring, event, time, length);
    memcpy(&record->kernel, words, TRACE_WORDS * sizeof words[0]);
    end_record(ring);
}

/* Tells whether the program's own code runs, or the event is what has made it trap: an exception,
 * or output. What else the kernel records in a trap is no moment of the program. */
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
#include "kernel/report/trace_events.h"
#undef TRACE_EVENT
    };
    return of_program[event];
}

/* Puts an event with the moment of the program, at the registers, if there are any. */
static void put_with_moment(const struct moment_registers *registers, uint32_t event,
                            const uint32_t arg[4], uint8_t length)
{
    bool were_on = interrupts_save();
    uint64_t time = cpu_features.tsc ? tsc_read() : clock_now();
    const struct thread *thread = ums_this_thread();
    if (registers && moments_on && thread->id)
        moment_put(time, registers);
    make_room();
    struct ring *ring = &rings[this_cpu()->number];
    struct trace_record *record = begin_record(ring, event, time, length);
    record->kernel = thread->id;
    record->thread = (uint32_t)tib_thread_of(thread->teb);
    __builtin_memcpy(record->arg, arg, sizeof record->arg);
    end_record(ring);
    interrupts_restore(were_on);
}

/* The registers of a program that has come here by a trap. */
static struct moment_registers trapped_registers(const struct trap_frame *frame)
{
    return (struct moment_registers){frame->eip, trap_esp(frame), frame->link_ebp,
                                     frame->ebx, frame->esi,      frame->edi};
}

/* Apart, because the stack of a thread that records an event may be small. */
static void __attribute__((noinline))
put_with_trap(const struct trap_frame *frame, uint32_t event, const uint32_t arg[4], uint8_t length)
{
    struct moment_registers trapped = trapped_registers(frame);
    put_with_moment(&trapped, event, arg, length);
}

/* Called by trace_write, with its caller's registers: they are the program's, or those of the
 * kernel in a trap. What it records there of itself is no moment of the program. */
void trace_event(const struct moment_registers *registers, uint32_t event, const uint32_t arg[4],
                 uint8_t length)
{
    const struct cpu *cpu = this_cpu();
    make_room(); /* while little of the stack is used: a thread's may be small */
    if (cpu->in_trap == 0)
        put_with_moment(registers, event, arg, length);
    else if (cpu->in_trap == 1 && cpu->thread->frame && is_of_program(event))
        put_with_trap(cpu->thread->frame, event, arg, length);
    else
        put_with_moment(NULL, event, arg, length);
}

/* Only the kernel records the end of the run, and which addresses its reports name. */
uint32_t user_trace_write(struct service_call *call)
{
    uint32_t arg[4];
    if (!user_read(call, arg, call->words[1], sizeof arg))
        return STATUS_ACCESS_VIOLATION;
    if (call->words[0] >= TRACE_registers || call->words[0] == TRACE_exit ||
        call->words[0] == TRACE_described || (uint8_t)call->words[2] > sizeof arg)
        return STATUS_INVALID_PARAMETER;
    put_with_trap(call->frame, call->words[0], arg, (uint8_t)call->words[2]);
    return STATUS_SUCCESS;
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
