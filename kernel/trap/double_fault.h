/* The double fault's own task. */
#ifndef KERNEL_TRAP_DOUBLE_FAULT_H
#define KERNEL_TRAP_DOUBLE_FAULT_H

#include <stdbool.h>

/* Gives the task its stack and entry, and both tasks their page tables. After segments_init. */
void double_fault_init(void);

/* Whether a double fault's switch of tasks has made the next FPU instruction fault; whoever meets
 * that clears it. The FPU's state is untouched. */
extern bool double_fault_switched;

#endif
