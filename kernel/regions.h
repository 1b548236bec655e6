/* Memory by Windows' rules: what VirtualAlloc and its kin do, in the kernel's terms.
 *
 * Constants are those of include/memoryapi.h. Results are NTSTATUS values; where one is not
 * STATUS_SUCCESS, nothing has changed. Addresses and sizes are rounded as Windows rounds them, and
 * the rounded ones come back. Ring 0, not from interrupts, one CPU.
 */
#ifndef KERNEL_REGIONS_H
#define KERNEL_REGIONS_H

#include <memoryapi.h>

#include <stdbool.h>
#include <stdint.h>

uint32_t region_allocate(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect);
uint32_t region_free(uint32_t *base, uint32_t *size, uint32_t type);
uint32_t region_protect(uint32_t *base, uint32_t *size, uint32_t protect, uint32_t *old);
uint32_t region_query(uint32_t address, MEMORY_BASIC_INFORMATION *information);

/* The rights of a page (PAGING_*) with this protection, which is valid. */
unsigned region_rights(uint32_t protect);

/* A touch of a guard page removes the guard. Whether the page at address was one. Any context. */
bool region_disarm(const void *address);

#endif
