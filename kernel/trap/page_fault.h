/* What a page fault is, before it becomes an exception. */
#ifndef KERNEL_TRAP_PAGE_FAULT_H
#define KERNEL_TRAP_PAGE_FAULT_H

#include "kernel/trap/trap.h"

#include <stdbool.h>

/* Looks at a page fault. True: the interrupted instruction can go on as if nothing had been. Called
 * in the trap; runtime: it interrupted the runtime's own trap code. */
bool page_fault_resolve(const struct trap_frame *frame, bool runtime);

/* Of the page fault that is being delivered: STATUS_ACCESS_VIOLATION, STATUS_GUARD_PAGE_VIOLATION
 * or STATUS_STACK_OVERFLOW, and the address that was touched. In the trap. */
uint32_t page_fault_status(void);
uint32_t page_fault_address(void);

#endif
