/* Between a trap frame and a CONTEXT, in both directions. In the trap, ring 0. */
#ifndef SEH_EMUL_TRAP_TRAP_CONTEXT_H
#define SEH_EMUL_TRAP_TRAP_CONTEXT_H

#include "kernel/trap/trap.h"

#include <nt.h>

/* Fills context, placed as laid_exception.h says, from a frame or its copy, the interrupted esp,
 * and the FPU, which keeps its state. */
IN_REGISTERS void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp);

/* Puts the groups that context's flags name into frame, which must be of a trap from ring 3, and
 * into the FPU and the debug registers. What ring 3 may not have becomes what it has: interrupts
 * on, no I/O privilege, its own code and stack segments; a data selector of no use to it becomes
 * the usual one. The context must be readable. */
void context_to_trap(struct trap_frame *frame, const CONTEXT *context);

#endif
