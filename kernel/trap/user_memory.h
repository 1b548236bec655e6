/* Memory of the code that called a service. The kernel never follows such a pointer: it copies.
 *
 * A copy ends early where the CPU cannot touch the memory, so no earlier look at the page tables
 * has to hold until then. For ring 3 it touches only what ring 3 may touch. A call from ring 0 is
 * trusted with all memory, but not with its being there. In the trap; ring 0.
 */
#ifndef KERNEL_TRAP_USER_MEMORY_H
#define KERNEL_TRAP_USER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct service_call;
struct trap_frame;

/* Copy size bytes from the caller's memory, or to it. Return false when that is not possible, or
 * not allowed; some bytes may be copied then. True for size 0. */
bool user_read(const struct service_call *call, void *to, uint32_t from, uint32_t size);
bool user_write(const struct service_call *call, uint32_t to, const void *from, uint32_t size);

/* Tell whether a later user_read or user_write there will succeed, if the memory stays as it is. */
bool user_may_read(const struct service_call *call, uint32_t from, uint32_t size);
bool user_may_write(const struct service_call *call, uint32_t to, uint32_t size);

/* Copies a string, cut after size - 1 bytes (size > 0). Returns false when it cannot be read so
 * far. */
bool user_read_string(const struct service_call *call, char *to, uint32_t from, uint32_t size);

/* Tell whether ring 3 may read, or write, every byte of [address, address + length) now; true for
 * length 0, false for a range that wraps. */
bool user_readable(const void *address, uint32_t length);
bool user_writable(const void *address, uint32_t length);

/* Tells whether the code at eip is such a copy. */
bool user_is_copying(uint32_t eip);

/* Ends the copy that met the page fault with this frame. Returns false when it was no copy. */
bool user_copy_ends(struct trap_frame *frame);

#endif
