/* The CPUs in ACPI's tables: a pointer in low memory leads to a list of tables, and the one with
 * the signature APIC has an entry for each CPU. Source: ACPI Specification 6.4, sections 5.2.5 to
 * 5.2.12. */
#include "kernel/cpus/cpu_list.h"

#include <string.h>

/* The pointer. Offsets and sizes in bytes. */
enum {
    POINTER_SIZE = 20,
    POINTER_REVISION = 15,
    POINTER_RSDT = 16,
    LONG_POINTER_SIZE = 36, /* from revision 2 on */
    POINTER_XSDT = 24,
};

/* Every table begins with a header. */
enum { TABLE_LENGTH = 4, HEADER_SIZE = 36 };

/* The table APIC, and its entries: a kind, a length that counts itself, and words of the kind. */
enum {
    APIC_LAPIC = 36,
    APIC_ENTRIES = 44,
    ENTRY_CPU = 0,
    ENTRY_CPU_ID = 3,
    ENTRY_CPU_FLAGS = 4,
    ENTRY_CPU_SIZE = 8,
    ENTRY_LAPIC = 5, /* in place of APIC_LAPIC */
    ENTRY_LAPIC_ADDRESS = 4,
    ENTRY_LAPIC_SIZE = 12,
    CPU_ENABLED = 1,
};

/* Every machine asks this some thousand times, so the first byte decides mostly. */
static bool is_pointer(const uint8_t *bytes)
{
    return *bytes == 'R' && memcmp(bytes, "RSD PTR ", 8) == 0 &&
           table_sum_is_zero(bytes, POINTER_SIZE);
}

static uint32_t find_pointer(firmware_view *view)
{
    uint32_t data = table_firmware_data(view);
    uint32_t found = data ? table_search(data, 0x400, view, is_pointer, LONG_POINTER_SIZE) : 0;
    return found ? found : table_search(0xE0000, 0x1FFD0, view, is_pointer, LONG_POINTER_SIZE);
}

/* Returns the whole table and stores its length, or returns NULL. */
static const uint8_t *table(uint32_t at, const char *signature, uint32_t *length,
                            firmware_view *view)
{
    const uint8_t *bytes = at ? view(at, HEADER_SIZE) : NULL;
    if (!bytes || memcmp(bytes, signature, 4) != 0)
        return NULL;
    *length = table_word(bytes + TABLE_LENGTH, 4);
    if (*length < HEADER_SIZE || *length > FIRMWARE_VIEW_MOST)
        return NULL;
    bytes = view(at, *length);
    return bytes && table_sum_is_zero(bytes, *length) ? bytes : NULL;
}

/* Returns the address in 8 bytes, or 0 when it is above 4 GB. */
static uint32_t low_address(const uint8_t *at)
{
    return table_word(at + 4, 4) ? 0 : table_word(at, 4);
}

static bool read_entries(const uint8_t *bytes, uint32_t length, struct cpu_list *list)
{
    bool any = false;
    if (length < APIC_ENTRIES)
        return false;
    list->lapic = table_word(bytes + APIC_LAPIC, 4);
    for (uint32_t at = APIC_ENTRIES; length - at >= 2;) {
        const uint8_t *entry = bytes + at;
        uint32_t kind = entry[0], size = entry[1];
        if (size < 2 || size > length - at)
            break;
        if (kind == ENTRY_CPU && size >= ENTRY_CPU_SIZE &&
            table_word(entry + ENTRY_CPU_FLAGS, 4) & CPU_ENABLED) {
            cpu_list_add(list, entry[ENTRY_CPU_ID]);
            any = true;
        }
        if (kind == ENTRY_LAPIC && size >= ENTRY_LAPIC_SIZE)
            list->lapic = low_address(entry + ENTRY_LAPIC_ADDRESS);
        at += size;
    }
    return any;
}

/* Looks for the table APIC in a list of tables, whose entries have width bytes. The list is viewed
 * anew for each entry, because a view ends with the next. */
static bool search_list(uint32_t at, const char *signature, uint32_t width, struct cpu_list *list,
                        firmware_view *view)
{
    uint32_t length, size;
    if (!table(at, signature, &length, view))
        return false;
    for (uint32_t i = HEADER_SIZE; length - i >= width; i += width) {
        const uint8_t *entry = view(at + i, width);
        uint32_t address = !entry ? 0 : width == 8 ? low_address(entry) : table_word(entry, 4);
        const uint8_t *apic = table(address, "APIC", &size, view);
        if (apic)
            return read_entries(apic, size, list);
    }
    return false;
}

bool acpi_find_cpus(struct cpu_list *list, firmware_view *view)
{
    uint32_t at = find_pointer(view), rsdt, xsdt = 0;
    const uint8_t *pointer = at ? view(at, LONG_POINTER_SIZE) : NULL;
    if (!pointer)
        return false;
    rsdt = table_word(pointer + POINTER_RSDT, 4);
    if (pointer[POINTER_REVISION] >= 2 && table_sum_is_zero(pointer, LONG_POINTER_SIZE))
        xsdt = low_address(pointer + POINTER_XSDT);
    return search_list(xsdt, "XSDT", 8, list, view) || search_list(rsdt, "RSDT", 4, list, view);
}
