/* The interrupt descriptor table, which each CPU has for itself. */
#ifndef KERNEL_TRAP_IDT_H
#define KERNEL_TRAP_IDT_H

/* Fills this CPU's table from the list of vectors and loads it. Once on each CPU, interrupts off;
 * segments loaded. */
void idt_init(void);

/* Opens this CPU's gates of the way LOCAL. Where there is one CPU, they are not present like those
 * of vectors without a row. */
void idt_open_local(void);

/* Makes this CPU's gate of an interrupt's vector lead to stub. Interrupts off. */
void idt_set_stub(unsigned vector, void (*stub)(void));

/* Makes every CPU's gate of services lead to stub, which lies in the 64 KB of the first one: a CPU
 * that takes its gate meanwhile finds one or the other. Interrupts off. */
void idt_set_service_stub(void (*stub)(void));

#endif
