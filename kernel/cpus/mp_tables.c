/* The CPUs in the tables from before ACPI. Source: Intel's MultiProcessor Specification 1.4,
 * chapters 4 and 5. */
#include "kernel/cpus/cpu_list.h"

#include <string.h>

/* The pointer. Offsets and sizes in bytes. */
enum {
    POINTER_SIZE = 16,
    POINTER_TABLE = 4,
    POINTER_DEFAULT = 11, /* not 0: there is no table, but one of the standard's own machines */
};

enum {
    TABLE_LENGTH = 4,
    TABLE_COUNT = 34,
    TABLE_LAPIC = 36,
    TABLE_ENTRIES = 44,
    ENTRY_CPU = 0,
    ENTRY_CPU_ID = 1,
    ENTRY_CPU_FLAGS = 3,
    ENTRY_CPU_SIZE = 20,
    ENTRY_LAST_KIND = 4,
    ENTRY_OTHER_SIZE = 8,
    CPU_ENABLED = 1,
};

#define DEFAULT_LAPIC 0xFEE00000u /* in the standard's own machines, which have CPUs 0 and 1 */

static bool is_pointer(const uint8_t *bytes)
{
    return *bytes == '_' && memcmp(bytes, "_MP_", 4) == 0 && table_sum_is_zero(bytes, POINTER_SIZE);
}

static uint32_t find_pointer(firmware_view *view)
{
    uint32_t data = table_firmware_data(view);
    uint32_t found = data ? table_search(data, 0x400, view, is_pointer, POINTER_SIZE) : 0;
    if (!found)
        found = table_search(0x9FC00, 0x400, view, is_pointer, POINTER_SIZE);
    return found ? found : table_search(0xF0000, 0xFFF0, view, is_pointer, POINTER_SIZE);
}

static bool read_table(uint32_t at, struct cpu_list *list, firmware_view *view)
{
    bool any = false;
    const uint8_t *bytes = at ? view(at, TABLE_ENTRIES) : NULL;
    uint32_t length = bytes ? table_word(bytes + TABLE_LENGTH, 2) : 0;
    if (length < TABLE_ENTRIES || memcmp(bytes, "PCMP", 4) != 0)
        return false;
    bytes = view(at, length);
    if (!bytes || !table_sum_is_zero(bytes, length))
        return false;
    list->lapic = table_word(bytes + TABLE_LAPIC, 4);
    at = TABLE_ENTRIES;
    for (uint32_t left = table_word(bytes + TABLE_COUNT, 2); left; left--) {
        const uint8_t *entry = bytes + at;
        uint32_t size = at < length && entry[0] == ENTRY_CPU ? ENTRY_CPU_SIZE : ENTRY_OTHER_SIZE;
        if (size > length - at || entry[0] > ENTRY_LAST_KIND)
            break;
        if (entry[0] == ENTRY_CPU && entry[ENTRY_CPU_FLAGS] & CPU_ENABLED) {
            cpu_list_add(list, entry[ENTRY_CPU_ID]);
            any = true;
        }
        at += size;
    }
    return any;
}

bool mp_find_cpus(struct cpu_list *list, firmware_view *view)
{
    uint32_t at = find_pointer(view);
    const uint8_t *pointer = at ? view(at, POINTER_SIZE) : NULL;
    if (!pointer)
        return false;
    if (!pointer[POINTER_DEFAULT])
        return read_table(table_word(pointer + POINTER_TABLE, 4), list, view);
    list->lapic = DEFAULT_LAPIC;
    cpu_list_add(list, 0);
    cpu_list_add(list, 1);
    return true;
}
