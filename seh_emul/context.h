/* Between a trap frame and a CONTEXT, in both directions. */
#ifndef SEH_EMUL_CONTEXT_H
#define SEH_EMUL_CONTEXT_H

#include "kernel/trap.h"

#include <nt.h>

/* Where a CONTEXT may begin so that fxsave can store straight into it. */
#define CONTEXT_ALIGNMENT 16
#define CONTEXT_REMAINDER 4
_Static_assert((CONTEXT_REMAINDER + offsetof(CONTEXT, ExtendedRegisters)) % CONTEXT_ALIGNMENT == 0,
               "ExtendedRegisters is aligned when the CONTEXT begins at CONTEXT_REMAINDER");

/* The highest such address that leaves room for a CONTEXT below top. */
CONTEXT *context_place_below(uint32_t top);

/* Fills context, placed as above, from a frame or its copy, the interrupted esp, and the FPU, which
 * keeps its state. */
void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp);

/* Loads the FPU's part of a context, as its flags say. */
void context_load_fpu(const CONTEXT *context);

#endif
