/* The interrupt descriptor table. */
#ifndef KERNEL_CPU_IDT_H
#define KERNEL_CPU_IDT_H

/* Fills the table from the list of vectors and loads it. Interrupts off; segments loaded. */
void idt_init(void);

/* Makes the gate of an interrupt's vector lead to stub. */
void idt_set_stub(unsigned vector, void (*stub)(void));

#endif
