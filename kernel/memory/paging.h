/* Page tables: one address space for everything. Pages of 4 KB only.
 *
 * Entries have 32 bits, or 64 where the CPU can forbid execution; callers do not notice. All calls:
 * ring 0; calls that change anything with the kernel's lock. Addresses are rounded down to their
 * page.
 */
#ifndef KERNEL_MEMORY_PAGING_H
#define KERNEL_MEMORY_PAGING_H

#include "boot/page_entries.h"

#include <stdbool.h>
#include <stdint.h>

/* Rights of a page beyond being readable in ring 0, as bits of its entry. */
#define PAGING_WRITE           ENTRY_WRITABLE
#define PAGING_USER            ENTRY_USER
#define PAGING_NO_CACHE        ENTRY_CACHE_OFF
#define PAGING_WRITE_COMBINE   ENTRY_WRITE_THROUGH

/* Bits that an entry has turned round, or elsewhere. */
#define PAGING_HIDDEN          ENTRY_PRESENT /* the page keeps frame and rights, but faults */
#define PAGING_EXECUTE         0x1000u       /* else execution faults, if the CPU can forbid it */

/* Remarks that the tables keep and the CPU ignores. PAGING_GUARD marks a hidden page as a guard;
 * PAGING_NOTE gives any page a number from 0 to 7. */
#define PAGING_GUARD           ENTRY_GUARD
#define PAGING_NOTE(n)         ((unsigned)(n) << ENTRY_NOTE_SHIFT)
#define PAGING_NOTE_OF(rights) ((rights) >> ENTRY_NOTE_SHIFT & 7)

struct page {
    bool present;
    bool hidden;  /* not present, but it has a frame */
    bool written; /* since it was mapped, or since paging_forget_writes */
    uint32_t physical;
    unsigned rights;
};

/* Takes over the tables that boot built and ends the mapping of low addresses. */
void paging_init(void);

/* Maps a page to a frame. Returns false when there is no memory for a table. */
bool paging_map(const void *address, uint32_t physical, unsigned rights);

/* Unmaps a present or hidden page. Returns its frame, which is the caller's then; FRAME_NONE for
 * any other page. */
uint32_t paging_unmap(const void *address);

/* Changes the rights of a present or hidden page. Any other page stays as it is. Returns whether
 * the page was present, so that CPUs may know its rights. */
bool paging_protect(const void *address, unsigned rights);

/* The page counts as not written to. CPUs must forget it before that holds for what they write. */
void paging_forget_writes(const void *address);

/* Returns the page's state. rights and physical mean nothing for a page that is neither present nor
 * hidden. */
struct page paging_look(const void *address);

/* Tells whether the page has memory, hidden or not. */
bool paging_has_frame(const void *address);

/* Tells whether all pages in [start, end) have exactly these rights, and memory unless hidden. */
bool paging_has(const char *start, const char *end, unsigned rights);

/* Returns the first address behind this one whose page has another table. */
char *paging_next_table(const void *address);

/* Tells whether there is a table for the page. Without one it has no memory, nor have the others up
 * to paging_next_table. */
bool paging_has_table(const void *address);

/* Returns the first page in [page, end) that is mapped, or end. All of them have one table. */
char *paging_next_mapped(const char *page, const char *end);

/* Tells whether so many frames suffice to give memory to all pages in [start, end) that have none,
 * with the tables that are missing for that. */
bool paging_suffices(uint32_t frames, const char *start, const char *end);

/* Returns the number of frames that paging_map has taken for tables. Tables are kept once made. */
uint32_t paging_table_frames(void);

/* Tells whether every page of [address, address + length) is present and has these rights:
 * PAGING_WRITE, PAGING_USER, both or none. True for length 0, false for a range that wraps. Any
 * context, ring 0. */
bool paging_allows(const void *address, uint32_t length, unsigned rights);

/* Tells whether every byte can be read in ring 0. Any context, ring 0; a service, which tells ring
 * 3 whether ring 3 can. */
bool paging_readable(const void *address, uint32_t length);

/* Tells whether the byte at address can be executed, maybe after a guard has gone off. Where the
 * CPU cannot forbid execution, it tells whether the byte can be read. Any context, ring 0; a
 * service, which also demands that ring 3 can read it. */
bool paging_executable(const void *address);

#endif
