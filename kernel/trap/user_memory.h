/* What ring 3 may touch: every pointer from there is looked at before the kernel follows it.
 *
 * The answer holds until the page tables change, which interrupts do not do. Ring 0.
 */
#ifndef KERNEL_TRAP_USER_MEMORY_H
#define KERNEL_TRAP_USER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether ring 3 may read, or write, every byte of [address, address + length); true for none,
 * false for a range that wraps. The pages decide: of the upper half some are shared. */
bool user_readable(const void *address, uint32_t length);
bool user_writable(const void *address, uint32_t length);

/* The length of a string that ring 3 may read up to and with its end, if that comes within most
 * bytes; else -1. */
int user_string_length(const char *string, size_t most);

#endif
