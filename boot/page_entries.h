/* Entries of page directories and tables: 32 bits, or 64 with physical address extension. For boot
 * and kernel. Source: Intel's manual volume 3, chapter 4. */
#ifndef BOOT_PAGE_ENTRIES_H
#define BOOT_PAGE_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>

#define ENTRY_PRESENT       0x001u
#define ENTRY_WRITABLE      0x002u
#define ENTRY_USER          0x004u
#define ENTRY_WRITE_THROUGH 0x008u
#define ENTRY_CACHE_OFF     0x010u
#define ENTRY_ACCESSED      0x020u
#define ENTRY_DIRTY         0x040u
#define ENTRY_GUARD         0x100u /* bits 8 to 11: the CPU ignores them, while no page is global */
#define ENTRY_NOTE_SHIFT    9
#define ENTRY_NO_EXECUTE    (1ull << 63) /* in long entries */
#define ENTRY_ADDRESS       0x0FFFFF000ull

static inline uint64_t entry_read(const void *table, uint32_t index, bool is_long)
{
    return is_long ? ((const volatile uint64_t *)table)[index]
                   : ((const volatile uint32_t *)table)[index];
}

/* A CPU may use the entry at any moment. So it is present only while its upper half is right. */
static inline void entry_write(void *table, uint32_t index, uint64_t entry, bool is_long)
{
    volatile uint32_t *low = (volatile uint32_t *)table + (is_long ? 2 * index : index);
    bool present = entry & ENTRY_PRESENT;
    if (is_long && present)
        low[1] = (uint32_t)(entry >> 32);
    low[0] = (uint32_t)entry;
    if (is_long && !present)
        low[1] = (uint32_t)(entry >> 32);
}

#endif
