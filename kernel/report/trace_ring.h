/* The records of events on their way out: a ring for each CPU, which leaves by the paravirtual
 * console or the second serial port.
 */
#ifndef KERNEL_REPORT_TRACE_RING_H
#define KERNEL_REPORT_TRACE_RING_H

#include <stdint.h>

/* 36 bytes, little endian, sent as they are. */
struct __attribute__((packed, aligned(4))) trace_record {
    uint64_t time;  /* the time stamp counter, or ticks where the CPU has none */
    uint16_t event; /* enum trace_event (kernel/call/trace.h) */
    uint8_t cpu;
    uint8_t length; /* of a text argument, in bytes */
    /* The number of the running thread of the kernel (0: the CPU idles), and the current user-level
     * thread or 0. These and the arguments are six words where the event is of a moment. */
    uint32_t threads[2];
    uint32_t arg[4];
};

_Static_assert(sizeof(struct trace_record) == 36, "struct trace_record");

/* Sends all CPUs' records if the running CPU's ring is full. To be called early by code that will
 * put a record: then the device is waited for while little of the stack is used, and interrupts
 * still come. Any context, ring 0. */
void trace_make_room(void);

/* Puts a record into the running CPU's ring, and makes the room itself where there is none. Ring 0,
 * interrupts off. */
void trace_put(uint32_t event, uint64_t time, uint8_t length, const uint32_t threads[2],
               const uint32_t arg[4]);

/* Sends all CPUs' records. Any context, ring 0. */
void trace_flush(void);

#endif
