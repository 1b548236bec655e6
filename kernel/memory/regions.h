/* Memory by Windows' rules: what VirtualAlloc and its kin do, in the kernel's terms.
 *
 * Constants are those of include/memoryapi.h. Results are NTSTATUS values; where one is not
 * STATUS_SUCCESS, nothing has changed. Addresses and sizes are rounded as Windows rounds them, and
 * the rounded ones come back. Ring 0, not from interrupts, one CPU.
 */
#ifndef KERNEL_MEMORY_REGIONS_H
#define KERNEL_MEMORY_REGIONS_H

#include <memoryapi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What VirtualAlloc does; *base 0: anywhere. STATUS_INVALID_PARAMETER,
 * STATUS_INVALID_PAGE_PROTECTION, STATUS_CONFLICTING_ADDRESSES (in use, or not reserved),
 * STATUS_NO_MEMORY (no addresses), STATUS_COMMITMENT_LIMIT (no memory). */
uint32_t region_allocate(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect);

/* Commits size bytes of whole pages, for the kernel itself. False when memory is exhausted. */
bool region_commit(void *start, size_t size, uint32_t protect);

/* What VirtualFree does; *size 0: the whole range that begins at *base. STATUS_INVALID_PARAMETER,
 * STATUS_MEMORY_NOT_ALLOCATED, STATUS_FREE_VM_NOT_AT_BASE, STATUS_UNABLE_TO_FREE_VM (not in one
 * range, or not the whole one to release). */
uint32_t region_free(uint32_t *base, uint32_t *size, uint32_t type);

/* What VirtualProtect does; *old becomes the first page's protection. STATUS_INVALID_PARAMETER,
 * STATUS_INVALID_PAGE_PROTECTION, STATUS_CONFLICTING_ADDRESSES (not in one range),
 * STATUS_NOT_COMMITTED. */
uint32_t region_protect(uint32_t *base, uint32_t *size, uint32_t protect, uint32_t *old);

/* What VirtualQuery does. STATUS_INVALID_PARAMETER for addresses that no program can have. */
uint32_t region_query(uint32_t address, MEMORY_BASIC_INFORMATION *information);

/* The rights of a page (PAGING_*) with this protection, which is valid. */
unsigned region_rights(uint32_t protect);

/* A touch of a guard page removes the guard. Whether the page at address was one. Any context. */
bool region_disarm(const void *address);

#endif
