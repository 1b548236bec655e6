/* The boot stage checks the loader's magic, copies all that the loader said, and builds page
 * tables.
 *
 * It runs once at physical addresses with paging off, so it reaches every byte of memory. It may
 * call nothing outside of the boot section, not even a compiler's memcpy; the Makefile compiles
 * this file accordingly.
 */
#include "boot/boot.h"
#include "boot/cpuid.h"
#include "boot/layout.h"
#include "boot/machine_end.h"
#include "boot/multiboot.h"
#include "boot/page_entries.h"
#include "boot/uart.h"

struct boot_info boot_info;
uint32_t boot_cr4_bits, boot_efer_bits; /* entry.S sets them: both, or both 0 */
uint32_t boot_main(uint32_t magic, const struct multiboot_info *info);

extern char image_end_physical[];

/* With long entries cr3 points to four entries. Each of them names a page of the directory. */
static uint64_t directory_pointers[4] __attribute__((aligned(32)));

enum { CR4_PAE = 0x20, EFER_NXE = 0x800 };

#define DATA_ENTRY (ENTRY_PRESENT | ENTRY_WRITABLE | ENTRY_NO_EXECUTE)

/* ---------------------------------------------------------------- stopping early */

/* Waits for a bit of the line's status, for so many tries at most. */
static void await(uint8_t bit, unsigned tries)
{
    while (!(io_in8(UART_COM1 + UART_LINE_STATUS) & bit) && tries)
        tries--;
}

/* Shows a line on the serial port and the screen. Ends an emulator; any other machine halts. */
static _Noreturn void boot_stop(const char *reason)
{
    volatile uint16_t *screen = (volatile uint16_t *)0xB8000;
    uart_set_line(UART_COM1); /* the loader need not have done it */
    for (const char *c = reason; *c; c++) {
        await(UART_FIFO_EMPTY, 100000);
        io_out8(UART_COM1 + UART_DATA, (uint8_t)*c);
        if (*c != '\n')
            *screen++ = (uint16_t)(0x0F00 | (uint8_t)*c);
    }
    await(UART_LINE_IDLE, 1000000);
    machine_end();
}

/* ---------------------------------------------------------------- the loader's information */

static void copy_text(char *to, uint32_t size, uint32_t from)
{
    const char *text = (const char *)from;
    uint32_t i = 0;
    for (; i < size - 1 && text[i]; i++)
        to[i] = text[i];
    to[i] = 0;
    boot_info.truncated |= text[i] != 0;
}

/* Adds a stretch to the ranges, cut to whole pages below 4 GB. */
static void add_range(uint64_t start, uint64_t end)
{
    const uint64_t limit = 0xFFFFF000;
    start = (start + PAGE_SIZE - 1) & ~(uint64_t)(PAGE_SIZE - 1);
    if (end > limit)
        boot_info.pages_above += (uint32_t)((end - (start > limit ? start : limit)) / PAGE_SIZE);
    end = (end > limit ? limit : end) & ~(uint64_t)(PAGE_SIZE - 1);
    if (start >= end)
        return;
    if (boot_info.range_count == BOOT_RANGES) {
        boot_info.truncated = true;
        return;
    }
    struct boot_range *range = &boot_info.ranges[boot_info.range_count++];
    range->start = (uint32_t)start;
    range->end = (uint32_t)end;
}

static void copy_memory_map(const struct multiboot_info *info)
{
    if (info->flags & MULTIBOOT_HAS_MEMORY_MAP) {
        for (uint32_t at = info->map; at < info->map + info->map_length;) {
            const struct multiboot_map_entry *entry = (const struct multiboot_map_entry *)at;
            if (entry->type == MULTIBOOT_MAP_AVAILABLE)
                add_range(entry->base, entry->base + entry->length);
            at += entry->size + sizeof entry->size;
        }
    } else if (info->flags & MULTIBOOT_HAS_MEMORY) {
        add_range(0, (uint64_t)info->memory_lower * 1024);
        add_range(0x100000, 0x100000 + (uint64_t)info->memory_upper * 1024);
    } else {
        boot_stop("trapline: the boot loader does not say how much memory there is; use another "
                  "loader\n");
    }
}

/* Tells whether all of it is memory that the kernel will map. */
static bool is_memory(uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < boot_info.range_count && start < end; i++)
        if (boot_info.ranges[i].start <= start && start < boot_info.ranges[i].end) {
            start = boot_info.ranges[i].end;
            i = UINT32_MAX; /* look at all of them again */
        }
    return start >= end && end <= DIRECT_LIMIT;
}

static void copy_modules(const struct multiboot_info *info)
{
    const struct multiboot_module *from = (const struct multiboot_module *)info->modules;
    uint32_t count = info->flags & MULTIBOOT_HAS_MODULES ? info->module_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == BOOT_MODULES) {
            boot_info.truncated = true;
            return;
        }
        struct boot_module *module = &boot_info.modules[i];
        module->start = from[i].start;
        module->end = from[i].end;
        if (!is_memory(module->start, module->end))
            boot_stop("trapline: not enough memory for the files: give the machine more\n");
        if (from[i].text)
            copy_text(module->name, BOOT_NAME_SIZE, from[i].text);
        boot_info.module_count++;
    }
}

/* ---------------------------------------------------------------- page tables */

/* Asks the CPU. Long entries are worth their size only for the no-execute bit. */
static void find_features(void)
{
    uint32_t out[4];
    if (!cpuid_exists())
        return;
    cpuid(0, out);
    if (out[0] < 1)
        return;
    cpuid(1, out);
    boot_info.features = out[3];
    cpuid(0x80000000, out);
    if (out[0] < 0x80000001)
        return;
    cpuid(0x80000001, out);
    if (boot_info.features & CPUID_PAE && out[3] & CPUID_NO_EXECUTE) {
        boot_info.long_entries = true;
        boot_cr4_bits = CR4_PAE;
        boot_efer_bits = EFER_NXE;
    }
}

static uint32_t round_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) & ~(unit - 1);
}

/* Returns the lowest address from start on where size bytes overlap no module. Stops the machine
 * when these are not memory. */
static uint32_t find_room(uint32_t start, uint32_t size)
{
    for (uint32_t i = 0; i < boot_info.module_count; i++) {
        const struct boot_module *module = &boot_info.modules[i];
        if (start < module->end && module->start < start + size) {
            start = round_up(module->end, PAGE_SIZE);
            i = UINT32_MAX; /* look at all of them again */
        }
    }
    for (uint32_t i = 0; i < boot_info.range_count; i++)
        if (boot_info.ranges[i].start <= start && start + size <= boot_info.ranges[i].end &&
            start + size <= DIRECT_LIMIT)
            return start;
    boot_stop(
        "trapline: not enough memory to start: give the machine 8 MB and the size of the image "
        "and its files\n");
}

static void set_entry(uint32_t table, uint32_t index, uint64_t entry)
{
    entry_write((void *)table, index, entry, boot_info.long_entries);
}

/* Maps memory at UPPER_HALF. The tables up to the image's end also map physical addresses to
 * themselves, until the kernel runs above. Returns the value for cr3. */
static uint32_t build_tables(void)
{
    uint32_t entries = boot_info.long_entries ? 512 : 1024;
    uint32_t span = entries * PAGE_SIZE; /* bytes that one table maps */
    uint32_t directory_size = boot_info.long_entries ? 4 * PAGE_SIZE : PAGE_SIZE;

    uint32_t memory_end = (uint32_t)image_end_physical;
    for (uint32_t i = 0; i < boot_info.range_count; i++)
        if (boot_info.ranges[i].end > memory_end)
            memory_end = boot_info.ranges[i].end;
    if (memory_end > DIRECT_LIMIT)
        memory_end = DIRECT_LIMIT;
    boot_info.direct_end = memory_end;

    uint32_t table_count = (memory_end + span - 1) / span;
    uint32_t size = directory_size + table_count * PAGE_SIZE;
    uint32_t directory = find_room(round_up((uint32_t)image_end_physical, PAGE_SIZE), size);
    uint32_t tables = directory + directory_size;
    boot_info.directory = directory;
    boot_info.tables_end = directory + size;

    for (uint32_t i = 0; i < size / 4; i++)
        ((volatile uint32_t *)directory)[i] = 0;
    /* Memory alone is mapped. Where there is none, a push would be lost without a fault, and a
     * trap's frame with it. */
    for (uint32_t i = 0; i < boot_info.range_count; i++) {
        const struct boot_range *range = &boot_info.ranges[i];
        for (uint32_t at = range->start; at < range->end && at < memory_end; at += PAGE_SIZE)
            set_entry(tables, at / PAGE_SIZE, at | DATA_ENTRY);
    }
    /* Only the image may be executed; the kernel narrows its pages' rights further. */
    for (uint32_t at = IMAGE_PHYSICAL; at < (uint32_t)image_end_physical; at += PAGE_SIZE)
        set_entry(tables, at / PAGE_SIZE, at | ENTRY_PRESENT | ENTRY_WRITABLE);
    for (uint32_t i = 0; i < table_count; i++)
        set_entry(directory, UPPER_HALF / span + i,
                  (tables + i * PAGE_SIZE) | ENTRY_PRESENT | ENTRY_WRITABLE);

    uint32_t identity = (round_up((uint32_t)image_end_physical, span)) / span;
    for (uint32_t i = 0; i < identity && i < table_count; i++)
        set_entry(directory, i, (tables + i * PAGE_SIZE) | ENTRY_PRESENT | ENTRY_WRITABLE);

    if (!boot_info.long_entries)
        return directory;
    for (uint32_t i = 0; i < 4; i++)
        directory_pointers[i] = (directory + i * PAGE_SIZE) | ENTRY_PRESENT;
    return (uint32_t)directory_pointers;
}

/* Called by entry.S with the values that the loader left in eax and ebx. Returns the value for
 * cr3. */
uint32_t boot_main(uint32_t magic, const struct multiboot_info *info)
{
    if (magic != MULTIBOOT_LOADER_MAGIC)
        boot_stop("trapline: not started by a Multiboot 1 loader (wrong magic number in eax); "
                  "GRUB does it by its word multiboot\n");

    if (info->flags & MULTIBOOT_HAS_COMMAND)
        copy_text(boot_info.command_line, BOOT_COMMAND_SIZE, info->command_line);
    if (info->flags & MULTIBOOT_HAS_LOADER_NAME)
        copy_text(boot_info.loader_name, BOOT_NAME_SIZE, info->loader_name);
    copy_memory_map(info);
    copy_modules(info);
    find_features();
    return build_tables();
}
