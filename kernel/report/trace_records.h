/* Writes the records of events. Ring 0, any context. */
#ifndef KERNEL_REPORT_TRACE_RECORDS_H
#define KERNEL_REPORT_TRACE_RECORDS_H

#include "kernel/call/trace.h"

#include <stddef.h>

/* Writes one record, whether tracing is on or off, with its moment where they are wanted. length:
 * bytes of text in the arguments. A service. */
void trace_write(uint32_t event, const uint32_t arg[4], uint8_t length);

struct moment_registers;
/* Called by trace_write.S alone. Like trace_write, with the registers of trace_write's caller. */
void trace_event(const struct moment_registers *registers, uint32_t event, const uint32_t arg[4],
                 uint8_t length);

/* Records a text as events of sixteen bytes each, whether tracing is on or off. */
void trace_text(uint32_t event, const char *bytes, size_t length);

/* Records the first twelve bytes of a thread's name, whether tracing is on or off. A service. */
void trace_thread_named(const void *thread, const char *name);

/* Like trace_thread_named, for a thread of the kernel, by its number. A character that is no ASCII
 * becomes a question mark. */
void trace_kernel_named(uint32_t number, const wchar_t *name);

/* Records that the console will show this address by its function's name, a string of the image,
 * and the offset in it, whether tracing is on or off. The host puts file and line behind it: those
 * of the instruction `back` bytes before the address. Without a name it is NULL, and the host may
 * know one. The record leaves before the text does. */
void trace_described(uint32_t address, uint32_t back, const char *name, uint32_t offset);

#endif
