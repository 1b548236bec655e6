/* Memory that ring 3 may touch: the kernel checks every pointer from ring 3 before it follows it.
 *
 * The answer holds until the page tables change, which interrupts do not do. Ring 0.
 */
#ifndef KERNEL_TRAP_USER_MEMORY_H
#define KERNEL_TRAP_USER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tell whether ring 3 may read, or write, every byte of [address, address + length); true for
 * length 0, false for a range that wraps. The pages decide, because some of the upper half are
 * shared. */
bool user_readable(const void *address, uint32_t length);
bool user_writable(const void *address, uint32_t length);

/* Returns the length of a string, if ring 3 may read it to its end and the end comes within most
 * bytes; else -1. */
int user_string_length(const char *string, size_t most);

#endif
