/* Views: pages of one range, its *source*, that lie at further addresses, too, each view with
 * protections of its own.
 *
 * A frame stays its source's. The source cannot lose memory while it has views, so a view only
 * borrows frames; its own are the pages that were copied on write. All calls: ring 0, not from
 * interrupts, with the kernel's lock. view_map and view_unmap are services.
 */
#ifndef KERNEL_MEMORY_VIEWS_H
#define KERNEL_MEMORY_VIEWS_H

#include "kernel/call/calls.h"

#include <stdbool.h>
#include <stdint.h>

#define VIEW_TAG   0x805u /* of a view's range */
#define SOURCE_TAG 0x806u /* of a range of the runtime's that has views */

struct page_fault;

/* Tells whether there are views. */
extern bool views_exist;

/* Maps a view; wanted->base becomes its address. Pages of memory's source that have no memory have
 * none in the view, until they are committed in any of its views.
 * STATUS_INVALID_PARAMETER (no such source), STATUS_INVALID_PAGE_PROTECTION,
 * STATUS_CONFLICTING_ADDRESSES (the base is in use), STATUS_NO_MEMORY. */
uint32_t view_map(struct view_wanted *wanted);

/* Ends the view that has this address anywhere inside. STATUS_NOT_MAPPED_VIEW: there is none. */
uint32_t view_unmap(uint32_t address);

/* Give whole pages of one view another protection, the second after it has committed those that are
 * not. STATUS_INVALID_PAGE_PROTECTION, STATUS_SECTION_PROTECTION (more than the view's);
 * STATUS_ALREADY_COMMITTED (a file's view), STATUS_COMMITMENT_LIMIT. */
uint32_t view_protect(const char *start, const char *end, uint32_t protect);
uint32_t view_commit(const char *start, const char *end, uint32_t protect);

/* Returns the protection that a view was mapped with. */
uint32_t view_protection(const void *address);

/* Gives the page at this address, which is to be copied on write, memory of its own, so that it can
 * be written to. STATUS_ACCESS_VIOLATION (there is no such page), STATUS_NO_MEMORY. */
uint32_t view_copy(uint32_t address);

/* Does as view_copy for a write to a page that is there and not writable. Returns whether it can be
 * written now; without memory the fault says so. */
bool view_write(struct page_fault *fault);

#endif
