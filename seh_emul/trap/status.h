/* What Windows makes of a trap. */
#ifndef SEH_EMUL_TRAP_STATUS_H
#define SEH_EMUL_TRAP_STATUS_H

#include "kernel/trap/trap.h"

#include <nt.h>

/* Fills record from a copy of an exception's trap frame, and from the context for what the frame
 * does not tell, esp and the FPU's state. Where Windows does so, moves the copy's eip or clears its
 * trap flag. In the trap, interrupts off. */
void status_describe(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record);

/* Turns record into a stack overflow at the same address, by touching an address of the stack. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record);

#endif
