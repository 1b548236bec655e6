/* Two levels: a directory, which for 64-bit entries is four pages in a row, and tables. */
#include "kernel/memory/paging.h"

#include "kernel/boot_view.h"
#include "kernel/call/features.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/page_clear.h"
#include "kernel/memory/user_memory.h"
#include "kernel/trap/service_entry.h"
#include "lib/inlining.h"

static bool long_entries;
static unsigned table_bits; /* log2 of the entries in a table */
#define TABLE_BITS(is_long) ((is_long) ? 9u : 10u)
static char *directory;
static uint32_t table_frames;

static uint32_t directory_index(const void *address)
{
    return (uint32_t)address >> (12 + table_bits);
}

static uint32_t table_index(const void *address)
{
    return (uint32_t)address >> 12 & ((1u << table_bits) - 1);
}

/* Returns the table that maps this address, or NULL. */
static char *find_table(const void *address)
{
    uint64_t entry = entry_read(directory, directory_index(address), long_entries);
    return entry & ENTRY_PRESENT ? direct((uint32_t)(entry & ENTRY_ADDRESS)) : NULL;
}

/* Returns the entry that maps this address, or 0. Compiled for both kinds of entries, because
 * every look at a program's memory comes here. */
static HOT uint64_t find_entry_of(const void *address, bool is_long)
{
    uint32_t page = (uint32_t)address / PAGE_SIZE, bits = TABLE_BITS(is_long);
    uint32_t low = (uint32_t)entry_read(directory, page >> bits, is_long);
    if (!(low & ENTRY_PRESENT))
        return 0;
    return entry_read(direct(low & (uint32_t)ENTRY_ADDRESS), page & ((1u << bits) - 1), is_long);
}

static uint64_t find_entry(const void *address)
{
    return long_entries ? find_entry_of(address, true) : find_entry_of(address, false);
}

bool paging_has_frame(const void *address)
{
    return find_entry(address) != 0;
}

/* Changes the entry that maps this address. The CPU drops its copy. */
static void set_entry(char *table, const void *address, uint64_t entry)
{
    entry_write(table, table_index(address), entry, long_entries);
    tlb_forget(address);
}

static char *make_table(const void *address)
{
    uint32_t frame = frame_alloc();
    if (frame == FRAME_NONE)
        return NULL;
    char *table = direct(frame);
    page_clear(table);
    bool were_on = interrupts_save();
    char *other = find_table(address);
    if (!other) {
        table_frames++;
        /* The directory allows everything; each page's own entry decides. */
        entry_write(directory, directory_index(address),
                    frame | ENTRY_PRESENT | ENTRY_WRITABLE | ENTRY_USER, long_entries);
    }
    interrupts_restore(were_on);
    if (!other)
        return table;
    frame_free(frame); /* an interrupt came, and a stack that grew needed the same table */
    return other;
}

/* Bits of an entry that are rights, the one that is turned round among them. */
#define RIGHTS                                                                                     \
    (PAGING_WRITE | PAGING_USER | PAGING_NO_CACHE | PAGING_WRITE_COMBINE | PAGING_HIDDEN |         \
     PAGING_GUARD | PAGING_NOTE(7))

static uint64_t entry_of(unsigned rights)
{
    bool no_execute = long_entries && !(rights & PAGING_EXECUTE);
    return ((rights & RIGHTS) ^ ENTRY_PRESENT) | (no_execute ? ENTRY_NO_EXECUTE : 0);
}

static unsigned rights_of(uint64_t entry)
{
    bool no_execute = long_entries && entry & ENTRY_NO_EXECUTE;
    return ((entry & RIGHTS) ^ PAGING_HIDDEN) | (no_execute ? 0 : PAGING_EXECUTE);
}

void paging_init(void)
{
    long_entries = boot_view()->long_entries;
    table_bits = TABLE_BITS(long_entries);
    directory = direct(boot_view()->directory);
    for (uint32_t i = 0; i < 1u << (20 - table_bits); i++) {
        uint64_t entry = entry_read(directory, i, long_entries);
        bool upper = i >= directory_index((void *)UPPER_HALF);
        if (entry & ENTRY_PRESENT)
            entry_write(directory, i, upper ? entry | ENTRY_USER : 0, long_entries);
    }
    cr3_write(cr3_read());
}

bool paging_map(const void *address, uint32_t physical, unsigned rights)
{
    kernel_must_be_locked();
    char *table = find_table(address);
    if (!table)
        table = make_table(address);
    if (table)
        set_entry(table, address, physical | entry_of(rights));
    return table;
}

/* Replaces the entry that maps this address by the bits of it that are kept, and others. Returns
 * the entry that was there, or 0 where nothing has changed. */
static uint64_t replace_entry(const void *address, uint64_t kept, uint64_t others)
{
    char *table = find_table(address);
    uint64_t entry = table ? entry_read(table, table_index(address), long_entries) : 0;
    if (entry)
        set_entry(table, address, (entry & kept) | others);
    return entry;
}

uint32_t paging_unmap(const void *address)
{
    kernel_must_be_locked();
    uint64_t entry = replace_entry(address, 0, 0);
    return entry ? (uint32_t)(entry & ENTRY_ADDRESS) : FRAME_NONE;
}

bool paging_protect(const void *address, unsigned rights)
{
    kernel_must_be_locked();
    return replace_entry(address, ENTRY_ADDRESS | ENTRY_DIRTY, entry_of(rights)) & ENTRY_PRESENT;
}

void paging_forget_writes(const void *address)
{
    kernel_must_be_locked();
    replace_entry(address, ~(uint64_t)ENTRY_DIRTY, 0);
}

struct page paging_look(const void *address)
{
    uint64_t entry = find_entry(address);
    if (!entry)
        return (struct page){.present = false};
    return (struct page){
        .present = entry & ENTRY_PRESENT,
        .hidden = !(entry & ENTRY_PRESENT),
        .written = entry & ENTRY_DIRTY,
        .physical = (uint32_t)(entry & ENTRY_ADDRESS),
        .rights = rights_of(entry),
    };
}

char *paging_next_table(const void *address)
{
    return (char *)((directory_index(address) + 1) << (12 + table_bits));
}

bool paging_has_table(const void *address)
{
    return find_table(address);
}

char *paging_next_mapped(const char *page, const char *end)
{
    const char *table = find_table(page);
    while (page < end && !entry_read(table, table_index(page), long_entries))
        page += PAGE_SIZE;
    return (char *)page;
}

bool paging_suffices(uint32_t frames, const char *start, const char *end)
{
    uint32_t needed = 0;
    const char *page = start;
    while (page < end && needed <= frames) {
        const char *next = paging_next_table(page);
        if (next > end)
            next = end;
        if (!paging_has_table(page)) {
            needed += 1 + (uint32_t)(next - page) / PAGE_SIZE;
            page = next;
        }
        for (; page < next; page += PAGE_SIZE) {
            service_pause_at(page);
            needed += !paging_has_frame(page);
        }
    }
    return needed <= frames;
}

uint32_t paging_table_frames(void)
{
    return table_frames;
}

bool paging_allows(const void *address, uint32_t length, unsigned rights)
{
    uint32_t wanted = (uint32_t)entry_of(rights | PAGING_EXECUTE); /* in the lower half */
    uint32_t first = (uint32_t)address, last = first + length - 1;
    if (length == 0)
        return true;
    if (last < first)
        return false;
    for (uint32_t page = first / PAGE_SIZE; page <= last / PAGE_SIZE; page++) {
        service_pause_at((const void *)(page * PAGE_SIZE));
        if (((uint32_t)find_entry((const void *)(page * PAGE_SIZE)) & wanted) != wanted)
            return false;
    }
    return true;
}

bool paging_has(const char *start, const char *end, unsigned rights)
{
    const uint64_t others = ENTRY_ADDRESS | ENTRY_ACCESSED | ENTRY_DIRTY;
    uint64_t wanted = entry_of(rights) & ~others;
    for (const char *page = start; page < end; page += PAGE_SIZE)
        if ((find_entry(page) & ~others) != wanted)
            return false;
    return true;
}

bool paging_readable(const void *address, uint32_t length)
{
    return paging_allows(address, length, 0);
}

/* Tells whether ring 3 itself can read the bytes. */
uint32_t user_paging_readable(struct service_call *call)
{
    return user_readable((const void *)call->words[0], call->words[1]);
}

static bool has_code(const void *address, unsigned wanted)
{
    struct page page = paging_look(address);
    return (page.present || (page.hidden && page.rights & PAGING_GUARD)) &&
           (page.rights & wanted) == wanted;
}

bool paging_executable(const void *address)
{
    return has_code(address, PAGING_EXECUTE);
}

uint32_t user_paging_executable(struct service_call *call)
{
    return has_code((const void *)call->words[0], PAGING_EXECUTE | PAGING_USER);
}
