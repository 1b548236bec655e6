/* The boot stage leaves this to the kernel: a copy of all that the boot loader said, and the first
 * page tables.
 *
 * boot.c runs at physical addresses with paging off. It has ended before the kernel's first
 * instruction, and none of its functions is called again.
 */
#ifndef BOOT_BOOT_H
#define BOOT_BOOT_H

#include <stdbool.h>
#include <stdint.h>

#define BOOT_RANGES       64
#define BOOT_MODULES      32
#define BOOT_NAME_SIZE    256
#define BOOT_COMMAND_SIZE 4096

/* A stretch of physical memory that may be used, [start, end), page-aligned, below 4 GB. */
struct boot_range {
    uint32_t start, end;
};

/* A file that the boot loader brought along. It stays at the place where it was loaded. */
struct boot_module {
    uint32_t start, end; /* physical */
    char name[BOOT_NAME_SIZE];
};

struct boot_info {
    char command_line[BOOT_COMMAND_SIZE];
    char loader_name[BOOT_NAME_SIZE];
    struct boot_range ranges[BOOT_RANGES];
    struct boot_module modules[BOOT_MODULES];
    uint32_t range_count, module_count;
    uint32_t pages_above; /* pages of memory that have no address below 4 GB */
    uint32_t features;    /* CPUID_*, 0 without a cpuid instruction */
    bool truncated;       /* something above did not fit and was cut */

    /* The page tables: one directory as a contiguous array, then tables in address order. With
     * long_entries every entry has 64 bits (PAE), the directory has four pages, and the CPU honours
     * the no-execute bit. */
    bool long_entries;
    uint32_t directory;  /* physical */
    uint32_t tables_end; /* physical; tables lie from directory to here */
    uint32_t direct_end; /* physical memory below this is mapped from UPPER_HALF on */
};

/* It lies in the image's boot section. The kernel reaches it through the direct map. */
extern struct boot_info boot_info;

#endif
