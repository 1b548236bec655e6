/* Records events: fixed points in the code write binary records into their CPU's ring
 * (trace_ring.h). With tracing off, a point costs one predictable branch.
 */
#ifndef KERNEL_REPORT_TRACE_H
#define KERNEL_REPORT_TRACE_H

#include "kernel/services/service.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trace_event {
#define TRACE_EVENT(name, kind, nesting, narration) TRACE_##name,
#include "kernel/report/trace_events.h"
#undef TRACE_EVENT
    TRACE_EVENTS
};

/* The last argument of kernel_made: what a thread of the kernel is for. */
enum trace_thread { TRACE_PLAIN, TRACE_SERVING, TRACE_WORKER };

/* Set once, before the program runs; read-only afterwards, in either ring. */
extern bool trace_on;

/* trace(event, up to four 32-bit arguments). Either ring. */
#define trace(event, ...)                                                                          \
    do {                                                                                           \
        if (__builtin_expect(trace_on, 0))                                                         \
            sys_trace_write(TRACE_##event, (const uint32_t[4]){__VA_ARGS__}, 0);                   \
    } while (0)

/* Writes one record, whether tracing is on or off, with its moment where they are wanted. length:
 * bytes of text in the arguments. Any context, ring 0; a service. */
void trace_write(uint32_t event, const uint32_t arg[4], uint8_t length);

struct moment_registers;
/* Called by trace_write.S alone: the same, with the registers of trace_write's caller. */
void trace_event(const struct moment_registers *registers, uint32_t event, const uint32_t arg[4],
                 uint8_t length);

/* Records console output as events of sixteen bytes each, whether tracing is on or off. Any
 * context, ring 0. */
void trace_output(const char *bytes, size_t length);

/* Records the first twelve bytes of a thread's name, whether tracing is on or off. Ring 0; a
 * service. */
void trace_thread_named(const void *thread, const char *name);

/* The same for a thread of the kernel, by its number. What is no ASCII becomes a question mark.
 * Ring 0. */
void trace_kernel_named(uint32_t number, const wchar_t *name);

/* Records that the console will show this address by its function's name, a string of the image,
 * and the offset in it, whether tracing is on or off. The host puts file and line behind it: those
 * of the instruction `back` bytes before the address. The record leaves before the text does. Any
 * context, ring 0. */
void trace_described(uint32_t address, uint32_t back, const char *name, uint32_t offset);

#endif
