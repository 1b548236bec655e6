/* The Multiboot 1 structures this runtime reads. Source: Multiboot Specification 0.6.96. */
#ifndef BOOT_MULTIBOOT_H
#define BOOT_MULTIBOOT_H

#define MULTIBOOT_HEADER_MAGIC 0x1BADB002
#define MULTIBOOT_LOADER_MAGIC 0x2BADB002
#define MULTIBOOT_PAGE_ALIGN   0x1 /* header flag: modules start on page boundaries */
#define MULTIBOOT_MEMORY_INFO  0x2 /* header flag: memory information is needed */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Bits of multiboot_info.flags: each tells that some fields are filled. */
#define MULTIBOOT_HAS_MEMORY      (1u << 0)
#define MULTIBOOT_HAS_COMMAND     (1u << 2)
#define MULTIBOOT_HAS_MODULES     (1u << 3)
#define MULTIBOOT_HAS_MEMORY_MAP  (1u << 6)
#define MULTIBOOT_HAS_LOADER_NAME (1u << 9)

struct multiboot_info {
    uint32_t flags;
    uint32_t memory_lower, memory_upper; /* KB below 1 MB, KB above it */
    uint32_t boot_device;
    uint32_t command_line;
    uint32_t module_count, modules;
    uint32_t symbols[4];
    uint32_t map_length, map;
    uint32_t drives_length, drives;
    uint32_t config_table;
    uint32_t loader_name;
};

struct multiboot_module {
    uint32_t start, end;
    uint32_t text;
    uint32_t reserved;
};

/* size does not count its own field. Entries may be longer than this one. */
struct multiboot_map_entry {
    uint32_t size;
    uint64_t base, length;
    uint32_t type;
} __attribute__((packed));

#define MULTIBOOT_MAP_AVAILABLE 1
#endif

#endif
