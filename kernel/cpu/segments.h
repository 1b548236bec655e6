/* Segments of one CPU: its descriptor table, task segments, FS and GS. */
#ifndef KERNEL_CPU_SEGMENTS_H
#define KERNEL_CPU_SEGMENTS_H

#include "kernel/cpu/cpu.h"
#include "kernel/cpu/selectors.h"

#include <stdint.h>

/* The 32-bit task state segment. Source: Intel's manual volume 3, figure 8-2. */
struct tss {
    uint32_t back_link;
    uint32_t esp0, ss0, esp1, ss1, esp2, ss2;
    uint32_t cr3, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t es, cs, ss, ds, fs, gs;
    uint32_t ldt;
    uint16_t trap, io_map;
};

/* Loads this CPU's table and every segment register, which replaces the boot loader's. FS reaches
 * no TEB before segments_set_thread. Interrupts off. */
void segments_init(void);

/* segments_load.S: loads CS, SS, DS and ES with the flat selectors of ring 0. */
void segments_reload(void);

/* Makes this CPU run the thread, so that FS reaches its TEB in both rings. Any context; interrupts
 * off. */
void segments_set_thread(struct thread *thread);

/* Returns the base address of a selector's segment, 0 for a selector outside the table. Any
 * context. */
uint32_t segments_base(uint16_t selector);

/* Return the task segments. A double fault leaves the interrupted state in the main task's. */
struct tss *segments_main_task(void);
struct tss *segments_double_fault_task(void);

#endif
