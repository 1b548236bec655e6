/* What Windows makes of a trap. */
#ifndef SEH_EMUL_TRAP_STATUS_H
#define SEH_EMUL_TRAP_STATUS_H

#include "kernel/trap/trap.h"
#include "seh_emul/dispatch/laid_exception.h"

/* Fills the record of laid from a copy of an exception's trap frame, its fault if it has one, and
 * the context of laid for what the frame does not tell, esp and the FPU's state. Where Windows does
 * so, moves the copy's eip or clears its trap flag. In the trap, interrupts off. */
IN_REGISTERS void status_describe(struct laid_exception *laid, struct trap_frame *frame,
                                  const struct page_fault *fault);

/* Turns record into a stack overflow at the same address, by touching an address of the stack. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record);

#endif
