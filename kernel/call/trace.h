/* Records events: fixed points in the code write binary records into their CPU's ring
 * (trace_ring.h). With tracing off, a point costs one predictable branch.
 */
#ifndef KERNEL_CALL_TRACE_H
#define KERNEL_CALL_TRACE_H

#include "kernel/call/branches.h"
#include "kernel/call/service.h"

#include <stdbool.h>
#include <stdint.h>

enum trace_event {
#define TRACE_EVENT(name, kind, nesting, narration) TRACE_##name,
#include "kernel/call/trace_events.h"
#undef TRACE_EVENT
    TRACE_EVENTS
};

/* The last argument of kernel_made: the purpose of a thread of the kernel. */
enum trace_thread { TRACE_PLAIN, TRACE_SERVING, TRACE_WORKER };

/* Set once, before the program runs; read-only afterwards, in either ring. */
extern bool trace_on;

/* trace(event, up to four 32-bit arguments). Either ring. */
#define trace(event, ...)                                                                          \
    do {                                                                                           \
        if (RARELY(trace_on))                                                                      \
            sys_trace_write(TRACE_##event, (const uint32_t[4]){__VA_ARGS__}, 0);                   \
    } while (0)

#endif
