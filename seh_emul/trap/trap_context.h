/* Copies a trap frame to a CONTEXT and back. In the trap, ring 0. */
#ifndef SEH_EMUL_TRAP_TRAP_CONTEXT_H
#define SEH_EMUL_TRAP_TRAP_CONTEXT_H

#include "kernel/trap/trap.h"

#include <nt.h>

/* Fills context, placed as in a laid exception, from a frame or its copy, the interrupted esp,
 * and the FPU, which keeps its state. */
IN_REGISTERS void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp);

/* Fills the control, integer and segment groups of a context. */
void context_general_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp);

/* Puts all three groups into a frame of ring 0, which has its place below context's Esp already.
 * The segments can be loaded. */
void context_general_to_trap0(struct trap_frame *frame, const CONTEXT *context);

/* Puts those of the three groups that context's flags name into a frame of ring 3, as
 * context_to_trap does. */
void context_general_to_trap3(struct trap_frame *frame, const CONTEXT *context);

/* Puts the groups that context's flags name into frame, which must be of a trap from ring 3, and
 * into the FPU and the debug registers. Values that ring 3 may not have are replaced: interrupts
 * are on, there is no I/O privilege, code and stack segments are ring 3's own, and an unusable data
 * selector becomes the usual one. The context must be readable. */
void context_to_trap(struct trap_frame *frame, const CONTEXT *context);

#endif
