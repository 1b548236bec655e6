/* ACPI's tables: a pointer in low memory leads to a list of them. The table APIC has an entry for
 * each CPU. The table FACP names the port that turns the machine off; the word that this port needs
 * is in the package _S5_ of the program DSDT. Source: ACPI Specification 6.4, sections 4.8.3, 5.2.5
 * to 5.2.12, 7.4.2 and 20.2. */
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

/* Looks for a table in a list of tables, whose entries have width bytes. Returns its address, or 0.
 * The list is viewed anew for each entry, because a view ends with the next. */
static uint32_t search_list(uint32_t at, const char *list, uint32_t width, const char *signature,
                            firmware_view *view)
{
    uint32_t length, size;
    if (!table(at, list, &length, view))
        return 0;
    for (uint32_t i = HEADER_SIZE; length - i >= width; i += width) {
        const uint8_t *entry = view(at + i, width);
        uint32_t address = !entry ? 0 : width == 8 ? low_address(entry) : table_word(entry, 4);
        if (table(address, signature, &size, view))
            return address;
    }
    return 0;
}

/* Returns the table and stores its length, or returns NULL. */
static const uint8_t *find_table(const char *signature, uint32_t *length, firmware_view *view)
{
    uint32_t at = find_pointer(view), rsdt, xsdt = 0;
    const uint8_t *pointer = at ? view(at, LONG_POINTER_SIZE) : NULL;
    if (!pointer)
        return NULL;
    rsdt = table_word(pointer + POINTER_RSDT, 4);
    if (pointer[POINTER_REVISION] >= 2 && table_sum_is_zero(pointer, LONG_POINTER_SIZE))
        xsdt = low_address(pointer + POINTER_XSDT);
    uint32_t found = search_list(xsdt, "XSDT", 8, signature, view);
    if (!found)
        found = search_list(rsdt, "RSDT", 4, signature, view);
    return table(found, signature, length, view);
}

bool acpi_find_cpus(struct cpu_list *list, firmware_view *view)
{
    uint32_t length;
    const uint8_t *apic = find_table("APIC", &length, view);
    return apic && read_entries(apic, length, list);
}

/* Stores the first number of the package _S5_ in the bytes of a program: a name, a package of less
 * than 64 bytes, how many numbers it has, and the number, which may have a byte in front. */
static bool find_sleep_type(const uint8_t *bytes, uint32_t length, uint16_t *type)
{
    enum { NAME = 4, PACKAGE = 0x12, BYTE = 0x0A, SIZE = 9 };
    for (uint32_t at = HEADER_SIZE; at + SIZE <= length; at++) {
        const uint8_t *package = bytes + at + NAME;
        if (memcmp(bytes + at, "_S5_", NAME) != 0 || package[0] != PACKAGE || package[1] >= 0x40)
            continue;
        *type = package[3] == BYTE ? package[4] & 7 : package[3] & 7;
        return true;
    }
    return false;
}

bool acpi_find_off(struct acpi_off *off, firmware_view *view)
{
    enum { MAKER = 10, PROGRAM = 40, CONTROL = 64, SIZE = 68, TYPE_SHIFT = 10, SLEEP = 0x2000 };
    uint32_t length;
    uint16_t type;
    const uint8_t *fixed = find_table("FACP", &length, view);
    if (!fixed || length < SIZE || memcmp(fixed + MAKER, "BOCHS BXPC", 10) != 0)
        return false;
    uint32_t program = table_word(fixed + PROGRAM, 4);
    off->port = (uint16_t)table_word(fixed + CONTROL, 4);
    const uint8_t *bytes = table(program, "DSDT", &length, view);
    if (!bytes || !off->port || !find_sleep_type(bytes, length, &type))
        return false;
    off->word = (uint16_t)(type << TYPE_SHIFT | SLEEP);
    return true;
}
