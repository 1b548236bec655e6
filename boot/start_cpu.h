/* The first instructions of every CPU but the first. kernel/start_cpus.c copies them to a page
 * below 1 MB, where a started CPU begins in real mode, and fills the words at their end. Serves C
 * and assembly. */
#ifndef BOOT_START_CPU_H
#define BOOT_START_CPU_H

/* Pages where the code may lie. The kernel hands out none below 64 KB; the first page is the
 * firmware's. */
#define START_CPU_LOWEST  0x01000
#define START_CPU_HIGHEST 0x0F000

#ifndef __ASSEMBLER__
#include <stdint.h>

/* The first CPU's registers, which the new one gets, its stack, and the function that it calls. */
struct start_cpu_words {
    uint32_t cr0, cr3, cr4;
    uint32_t efer; /* 0: the register is not touched */
    uint32_t stack, entry;
};

/* In the image's boot section: physical addresses. */
extern const char start_cpu[], start_cpu_words[], start_cpu_end[];
#endif

#endif
