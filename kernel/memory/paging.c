/* Two levels: a directory, which for 64-bit entries is four pages in a row, and tables. */
#include "kernel/memory/paging.h"

#include "boot/boot.h"
#include "kernel/boot_view.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/features.h"
#include "kernel/memory/frames.h"
#include "kernel/services/service.h"
#include "kernel/trap/user_memory.h"

#include <string.h>

/* Bits of an entry, of either width. Source: Intel's manual volume 3, chapter 4. */
#define PRESENT       0x001u
#define WRITABLE      0x002u
#define USER          0x004u
#define WRITE_THROUGH 0x008u
#define CACHE_OFF     0x010u
#define GUARD         0x100u /* bits 8 to 11: the CPU ignores them, while no page is global */
#define NOTE_SHIFT    9
#define NO_EXECUTE    (1ull << 63)
#define ADDRESS       0x0FFFFF000ull

static bool long_entries;
static unsigned table_bits; /* log2 of the entries in a table */
static char *directory;
static uint32_t table_frames;

static uint64_t entry_read(const char *table, uint32_t index)
{
    return long_entries ? ((const volatile uint64_t *)table)[index]
                        : ((const volatile uint32_t *)table)[index];
}

static void entry_write(char *table, uint32_t index, uint64_t entry)
{
    if (long_entries)
        ((volatile uint64_t *)table)[index] = entry;
    else
        ((volatile uint32_t *)table)[index] = (uint32_t)entry;
}

static uint32_t directory_index(const void *address)
{
    return (uint32_t)address >> (12 + table_bits);
}

static uint32_t table_index(const void *address)
{
    return (uint32_t)address >> 12 & ((1u << table_bits) - 1);
}

/* The table that maps this address, or NULL. */
static char *find_table(const void *address)
{
    uint64_t entry = entry_read(directory, directory_index(address));
    return entry & PRESENT ? direct((uint32_t)(entry & ADDRESS)) : NULL;
}

static char *make_table(const void *address)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return NULL;
    char *table = direct(frame);
    memset(table, 0, PAGE_SIZE);
    bool were_on = interrupts_save();
    char *other = find_table(address);
    if (!other) {
        table_frames++;
        /* The directory allows everything; each page's own entry decides. */
        entry_write(directory, directory_index(address), frame | PRESENT | WRITABLE | USER);
    }
    interrupts_restore(were_on);
    if (!other)
        return table;
    frame_free(frame); /* an interrupt came, and a stack that grew needed the same table */
    return other;
}

/* Every bit of an entry but PRESENT, and the right it stands for; NO_EXECUTE is the odd one. */
static const struct {
    uint32_t bit;
    unsigned right;
} bits[] = {
    {WRITABLE, PAGING_WRITE},     {USER, PAGING_USER},
    {CACHE_OFF, PAGING_NO_CACHE}, {WRITE_THROUGH, PAGING_WRITE_COMBINE},
    {GUARD, PAGING_GUARD},
};

static uint64_t entry_of(unsigned rights)
{
    uint64_t entry = PAGING_NOTE_OF(rights) << NOTE_SHIFT;
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
        entry |= rights & bits[i].right ? bits[i].bit : 0;
    return entry | (rights & PAGING_HIDDEN ? 0 : PRESENT) |
           (long_entries && !(rights & PAGING_EXECUTE) ? NO_EXECUTE : 0);
}

static unsigned rights_of(uint64_t entry)
{
    unsigned rights = PAGING_NOTE((uint32_t)entry >> NOTE_SHIFT & 7);
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
        rights |= entry & bits[i].bit ? bits[i].right : 0;
    return rights | (entry & PRESENT ? 0 : PAGING_HIDDEN) |
           (long_entries && (entry & NO_EXECUTE) ? 0 : PAGING_EXECUTE);
}

void paging_init(void)
{
    long_entries = cpu_features.no_execute = boot_view()->long_entries;
    table_bits = long_entries ? 9 : 10;
    directory = direct(boot_view()->directory);
    for (uint32_t i = 0; i < directory_index((void *)UPPER_HALF); i++)
        entry_write(directory, i, 0);
    for (uint32_t i = directory_index((void *)UPPER_HALF); i < 1u << (20 - table_bits); i++)
        if (entry_read(directory, i) & PRESENT)
            entry_write(directory, i, entry_read(directory, i) | USER);
    cr3_write(cr3_read());
}

bool paging_map(const void *address, uint32_t physical, unsigned rights)
{
    char *table = find_table(address);
    if (!table)
        table = make_table(address);
    if (!table)
        return false;
    entry_write(table, table_index(address), physical | entry_of(rights));
    tlb_forget(address);
    return true;
}

uint32_t paging_unmap(const void *address)
{
    char *table = find_table(address);
    uint64_t entry = table ? entry_read(table, table_index(address)) : 0;
    if (!entry)
        return FRAME_NONE;
    entry_write(table, table_index(address), 0);
    tlb_forget(address);
    return (uint32_t)(entry & ADDRESS);
}

void paging_protect(const void *address, unsigned rights)
{
    struct page page = paging_look(address);
    if (page_has_frame(page))
        paging_map(address, page.physical, rights);
}

struct page paging_look(const void *address)
{
    const char *table = find_table(address);
    uint64_t entry = table ? entry_read(table, table_index(address)) : 0;
    if (!entry)
        return (struct page){.present = false};
    return (struct page){
        .present = entry & PRESENT,
        .hidden = !(entry & PRESENT),
        .physical = (uint32_t)(entry & ADDRESS),
        .rights = rights_of(entry),
    };
}

uint32_t paging_table_frames(void)
{
    return table_frames;
}

bool paging_readable(const void *address, uint32_t length)
{
    uint32_t first = (uint32_t)address / PAGE_SIZE;
    uint32_t last = ((uint32_t)address + length - 1) / PAGE_SIZE;
    if (last < first)
        return false;
    for (uint32_t page = first; page <= last; page++) {
        const void *byte = (const void *)(page * PAGE_SIZE);
        const char *table = find_table(byte);
        if (!table || !(entry_read(table, table_index(byte)) & PRESENT))
            return false;
    }
    return true;
}

/* Ring 3 learns what ring 3 can read. */
uint32_t user_paging_readable(const uint32_t *words)
{
    return user_readable((const void *)words[0], words[1]);
}

bool paging_executable(const void *address)
{
    struct page page = paging_look(address);
    return page.present && page.rights & PAGING_EXECUTE;
}

uint32_t user_paging_executable(const uint32_t *words)
{
    return user_readable((const void *)words[0], 1) && paging_executable((const void *)words[0]);
}
