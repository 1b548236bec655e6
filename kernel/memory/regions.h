/* Memory by Windows' rules: VirtualAlloc, VirtualFree, VirtualProtect and VirtualQuery in the
 * kernel's terms.
 *
 * Constants are those of include/memoryapi.h. Results are NTSTATUS values; any but STATUS_SUCCESS
 * means that nothing has changed. Addresses and sizes are in bytes. They are rounded as Windows
 * rounds them, and the rounded ones come back. Ring 0, not from interrupts, with the kernel's lock.
 * The five calls are services.
 */
#ifndef KERNEL_MEMORY_REGIONS_H
#define KERNEL_MEMORY_REGIONS_H

#include "boot/layout.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"

#include <memoryapi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The highest address that a program can have, as on Windows: 64 KB below the upper half. */
#define REGION_HIGHEST (UPPER_HALF - SPACE_SLOT - 1)

/* The tag of a range that a loader has reserved for a PE file (MEM_IMAGE). */
#define IMAGE_TAG      0x804u

/* VirtualAlloc; *base 0: at any address. With MEM_IMAGE the range is an image's, which alone
 * commits pages of such a range. STATUS_INVALID_PARAMETER, STATUS_INVALID_PAGE_PROTECTION,
 * STATUS_CONFLICTING_ADDRESSES (in use, or not reserved), STATUS_NO_MEMORY (no addresses),
 * STATUS_COMMITMENT_LIMIT (no memory); of a view view_commit's, too. */
uint32_t region_allocate(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect);

/* Commits size bytes of whole pages, for the kernel itself. Returns false when memory is exhausted,
 * or their view does not allow the protection. Pages of a file's view are there already, and stay
 * as they are. */
bool region_commit(void *start, size_t size, uint32_t protect);

/* Lends whole pages of the image, from `from` on, to pages of a PE file's range that have no
 * memory: both have the same frames then, which stay the image's. The pages can be read and
 * written. ring3: the call comes from there, and may have only what it could make writable itself.
 * STATUS_INVALID_PARAMETER (no whole pages), STATUS_MEMORY_NOT_ALLOCATED,
 * STATUS_CONFLICTING_ADDRESSES (no such range, or there is memory), STATUS_ACCESS_DENIED (the
 * runtime's part of the image), STATUS_NO_MEMORY. */
uint32_t region_lend(uint32_t base, const char *from, uint32_t size, bool ring3);

/* VirtualFree, with MEM_IMAGE for an image; *size 0: the whole range that begins at *base.
 * STATUS_INVALID_PARAMETER, STATUS_MEMORY_NOT_ALLOCATED, STATUS_FREE_VM_NOT_AT_BASE,
 * STATUS_UNABLE_TO_FREE_VM (not in one range, or a release of less than the whole range, or one
 * that has views), STATUS_UNABLE_TO_DELETE_SECTION (a view). */
uint32_t region_free(uint32_t *base, uint32_t *size, uint32_t type);

/* Returns the protection that is told of a page of a range with this tag: of a PE file's page, and
 * of a view's, that it is to be copied on write. */
uint32_t protection_in(uint16_t tag, struct page page);

/* Removes the guard from the page at address, as a touch does. Returns whether the page was a
 * guard. */
bool region_disarm(const void *address);

#endif
