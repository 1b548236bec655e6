/* Binary search in the table, which is sorted by address. */
#include "kernel/report/symbols.h"

#include <stddef.h>

extern const struct {
    uint32_t count;
    struct {
        uint32_t address;
        const char *name;
    } entries[];
} symbol_table;

extern char kernel_text_start[], shared_text_end[];

const char *symbol_find(uint32_t address, uint32_t *offset)
{
    if (address < (uint32_t)kernel_text_start || address >= (uint32_t)shared_text_end)
        return NULL;
    uint32_t low = 0, high = symbol_table.count; /* the answer lies in [low - 1, high - 1] */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (symbol_table.entries[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    *offset = address - symbol_table.entries[low - 1].address;
    return symbol_table.entries[low - 1].name;
}
