/* The CPUs that the firmware's tables name, and the way in which readers of such tables see memory.
 * The readers (acpi.c, mp_tables.c) trust nothing in the tables, and run on the host, too. */
#ifndef KERNEL_CPUS_CPU_LIST_H
#define KERNEL_CPUS_CPU_LIST_H

#include <stdbool.h>
#include <stdint.h>

#define APIC_IDS 255 /* 255 is the name of all CPUs together */

struct cpu_list {
    uint32_t lapic;                     /* physical address of each CPU's interrupt controller */
    uint32_t ids[(APIC_IDS + 31) / 32]; /* a bit for each identifier of a controller */
};

/* Shows size bytes of physical memory until the next call. Returns NULL for addresses where no
 * table can be. size is at most FIRMWARE_VIEW_MOST. */
#define FIRMWARE_VIEW_MOST 0x10000u
typedef const uint8_t *firmware_view(uint32_t physical, uint32_t size);

static inline void cpu_list_add(struct cpu_list *list, uint32_t id)
{
    if (id < APIC_IDS)
        list->ids[id / 32] |= 1u << id % 32;
}

static inline bool cpu_list_has(const struct cpu_list *list, uint32_t id)
{
    return list->ids[id / 32] >> id % 32 & 1;
}

/* Tables are packed and lie at any address, so their words are put together from bytes. */
static inline uint32_t table_word(const uint8_t *at, unsigned bytes)
{
    uint32_t word = 0;
    while (bytes--)
        word = word << 8 | at[bytes];
    return word;
}

static inline bool table_sum_is_zero(const uint8_t *bytes, uint32_t size)
{
    uint8_t sum = 0;
    while (size--)
        sum = (uint8_t)(sum + bytes[size]);
    return sum == 0;
}

/* Asks is about each paragraph of 16 bytes in [start, start + size), and at least room bytes from
 * it on. Returns the physical address of the first for which it is true, or 0. */
uint32_t table_search(uint32_t start, uint32_t size, firmware_view *view,
                      bool (*is)(const uint8_t *bytes), uint32_t room);

/* Returns the physical address of the firmware's own data below 640 KB, or 0. */
uint32_t table_firmware_data(firmware_view *view);

/* A word for a port: it turns the machine off. */
struct acpi_off {
    uint16_t port, word;
};

/* Finds that word where QEMU has made the tables. A PC stays on, because turning it off would clear
 * its screen. */
bool acpi_find_off(struct acpi_off *off, firmware_view *view);

/* Fills the list from the tables. Return false where there are none, or where they are broken. */
bool acpi_find_cpus(struct cpu_list *list, firmware_view *view);
bool mp_find_cpus(struct cpu_list *list, firmware_view *view);

#endif
