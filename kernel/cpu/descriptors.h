/* The CPU's own structures in memory: descriptors, gates, task segments. Source: Intel's manual
 * volume 3, chapters 3, 6 and 8. */
#ifndef KERNEL_CPU_DESCRIPTORS_H
#define KERNEL_CPU_DESCRIPTORS_H

#include <stdint.h>

struct descriptor {
    uint16_t limit_low, base_low;
    uint8_t base_middle, access, limit_high, base_high;
};

struct gate {
    uint16_t offset_low, selector;
    uint8_t zero, access;
    uint16_t offset_high;
};

/* The 32-bit task state segment. */
struct tss {
    uint32_t back_link;
    uint32_t esp0, ss0, esp1, ss1, esp2, ss2;
    uint32_t cr3, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t es, cs, ss, ds, fs, gs;
    uint32_t ldt;
    uint16_t trap, io_map;
};

/* The operand of lgdt and lidt. */
struct table_register {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed));

#endif
