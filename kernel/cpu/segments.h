/* Segments of one CPU: its descriptor table, task segments, FS and GS. */
#ifndef KERNEL_CPU_SEGMENTS_H
#define KERNEL_CPU_SEGMENTS_H

#include "kernel/call/selectors.h"
#include "kernel/cpu/cpu.h"

#include <stdint.h>

/* Makes this CPU the one of that block: fills its table and loads every segment register. stack:
 * the upper end of the CPU's own stack. FS reaches no TEB before thread_set_running. Once on each
 * CPU, interrupts off. */
void segments_init(struct cpu *cpu, uint32_t stack);

/* segments_load.S: loads CS, SS, DS and ES with the flat selectors of ring 0. */
void segments_reload(void);

/* Makes the two descriptors with which FS reaches the TEB at this address in ring 0 and in
 * ring 3. */
void segments_describe_teb(struct descriptor fs[2], uint32_t teb_address);

/* Makes an entry of the local table, which all CPUs share, a segment over the TEB at this
 * address. */
void segments_describe_local(unsigned index, uint32_t teb_address);

/* Returns the base address of a selector's segment on this CPU, 0 for a selector outside the table.
 * Any context. */
uint32_t segments_base(uint16_t selector);

#endif
