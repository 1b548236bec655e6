/* The protections of Windows' pages (include/memoryapi.h), and the rights that pages have by them.
 * Any context. */
#ifndef KERNEL_MEMORY_PROTECTIONS_H
#define KERNEL_MEMORY_PROTECTIONS_H

#include <memoryapi.h>

#include <stdbool.h>
#include <stdint.h>

/* Flags that may stand beside one of the six protections. */
#define PROTECTION_MODIFIERS (PAGE_GUARD | PAGE_NOCACHE | PAGE_WRITECOMBINE)

/* Notes of protections (PAGING_NOTE) are below this one. */
#define PROTECTION_NOTES     7

/* Returns the note of a protection, 0 for one that private memory cannot have. */
unsigned protection_note(uint32_t protect);

/* Returns the right that the program's data has beyond its protection: PAGING_EXECUTE in an image
 * whose program has code on its stacks (tools/build/link-image), as Windows has it for a program
 * that does not say it can do without. Else 0. */
unsigned protection_of_data(void);

/* Returns the rights (PAGING_*) of a page with this protection, which must be valid. */
unsigned protection_rights(uint32_t protect);

/* Returns the protection of a page with these rights. */
uint32_t protection_of(unsigned rights);

/* Protections of a page of a PE file. protection_without_copy returns the one that the page gets
 * where this one is asked for: private memory can have it. protection_told returns the one that
 * programs are told: until a write makes the page private, it is to be copied on write. */
uint32_t protection_without_copy(uint32_t protect);
uint32_t protection_told(uint32_t protect, bool is_written);

#endif
