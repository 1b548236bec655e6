/* The double fault's own task. */
#ifndef KERNEL_TRAP_DOUBLE_FAULT_H
#define KERNEL_TRAP_DOUBLE_FAULT_H

/* Gives the task its stack and entry, and both tasks their page tables. After segments_init. */
void double_fault_init(void);

#endif
