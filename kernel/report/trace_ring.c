/* A ring of records for each CPU, which fills it without a lock. Before one overflows, all rings
 * are sent, merged by time, so nothing is dropped; tracing slows down instead. */
#include "kernel/report/trace_ring.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/serial.h"
#include "kernel/devices/virtio_console.h"

#include <stdbool.h>

#define RING_SIZE  128 /* records; a power of two */
#define BATCH_SIZE 64  /* records that go to the device at once */

/* Both numbers count from the start on, and wrap. */
static struct ring {
    struct trace_record records[RING_SIZE];
    uint32_t put;  /* the CPU's own number */
    uint32_t sent; /* changed by the CPU that has the lock */
} rings[CPUS_MOST];

static struct spinlock lock = SPINLOCK("the trace", RANK_TRACE);

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

/* A record that is put meanwhile stays for the next time. */
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

void trace_make_room(void)
{
    const struct ring *ring = &rings[this_cpu()->number];
    if (ring->put - __atomic_load_n(&ring->sent, __ATOMIC_ACQUIRE) == RING_SIZE)
        send_all();
}

void trace_put(uint32_t event, uint64_t time, uint8_t length, const uint32_t threads[2],
               const uint32_t arg[4])
{
    interrupts_must_be_off();
    struct ring *ring = &rings[this_cpu()->number];
    trace_make_room();
    struct trace_record *record = &ring->records[ring->put % RING_SIZE];
    record->time = time;
    record->event = (uint16_t)event;
    record->cpu = (uint8_t)this_cpu()->number;
    record->length = length;
    __builtin_memcpy(record->threads, threads, sizeof record->threads);
    __builtin_memcpy(record->arg, arg, sizeof record->arg);
    __atomic_store_n(&ring->put, ring->put + 1, __ATOMIC_RELEASE);
}
