/* Makes the record that Windows makes of a trap. */
#ifndef SEH_EMUL_TRAP_STATUS_H
#define SEH_EMUL_TRAP_STATUS_H

#include "kernel/trap/trap.h"
#include "seh_emul/context/context.h"

/* Fills the record of laid from an exception's trap frame, and from its fault if it has one. laid's
 * context must be filled, because it tells esp and the FPU's state. Moves the context's Eip, clears
 * its trap flag and sets its RF where Windows' has them so. In the trap, interrupts off. */
IN_REGISTERS void status_describe(struct laid_exception *laid, const struct trap_frame *frame,
                                  const struct page_fault *fault);

/* Turns record into a stack overflow at the same ExceptionAddress; touched is the stack's
 * address. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record);

#endif
