/* Between a trap frame and a CONTEXT, in both directions. */
#ifndef SEH_EMUL_CONTEXT_H
#define SEH_EMUL_CONTEXT_H

#include "kernel/trap/trap.h"
#include "seh_emul/offsets.h"

#include <nt.h>

/* Where a CONTEXT may begin so that fxsave can store straight into it. */
#define CONTEXT_ALIGNMENT 16
#define CONTEXT_REMAINDER 4
_Static_assert((CONTEXT_REMAINDER + offsetof(CONTEXT, ExtendedRegisters)) % CONTEXT_ALIGNMENT == 0,
               "ExtendedRegisters is aligned when the CONTEXT begins at CONTEXT_REMAINDER");

/* The flags that a program of ring 3 sets by itself, too. */
#define EFLAGS_RING3 0x00250DD5u /* CF PF AF ZF SF TF DF OF, RF AC ID */

/* What the dispatcher finds on its stack. */
struct laid_exception {
    EXCEPTION_POINTERS pointers;
    EXCEPTION_RECORD record;
    CONTEXT context;
};

_Static_assert(sizeof(struct laid_exception) == LAID_EXCEPTION_SIZE &&
                   offsetof(struct laid_exception, context) == LAID_CONTEXT,
               "struct laid_exception");

/* The highest address below top where it may lie, its CONTEXT placed as above. */
static inline struct laid_exception *laid_below(uint32_t top)
{
    uint32_t highest = top - sizeof(CONTEXT) - CONTEXT_REMAINDER;
    uint32_t context = (highest & ~(CONTEXT_ALIGNMENT - 1u)) + CONTEXT_REMAINDER;
    return (struct laid_exception *)(context - LAID_CONTEXT);
}

/* Whether ContextFlags name this group (CONTEXT_CONTROL and so on). */
static inline bool context_names(DWORD flags, DWORD group)
{
    return (flags & group) == group;
}

/* Fills context, placed as above, from a frame or its copy, the interrupted esp, and the FPU, which
 * keeps its state. */
void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp);

/* Puts the groups that context's flags name into frame, which must be of a trap from ring 3, and
 * into the FPU and the debug registers. What ring 3 may not have becomes what it has: interrupts
 * on, no I/O privilege, its own code and stack segments; a data selector of no use to it becomes
 * the usual one. In the trap, ring 0; the context must be readable. */
void context_to_trap(struct trap_frame *frame, const CONTEXT *context);

/* Copies the control, integer and segment groups that flags names. */
void context_copy(CONTEXT *to, const CONTEXT *from, DWORD flags);

/* NtContinue with groups missing, called by capture.S: they are taken from own. Returns only
 * STATUS_* of a failure, and has changed nothing then. */
NTSTATUS context_continue(const CONTEXT *context, CONTEXT *own);

/* Loads the FPU and the debug registers as context's flags say, and goes on with the control,
 * integer and segment groups of registers, which may be context. The same result. */
NTSTATUS context_put(const CONTEXT *registers, const CONTEXT *context);

/* STATUS_SUCCESS when all of a context can be read there, or written; else what NtContinue answers.
 */
NTSTATUS context_check(const CONTEXT *context, bool written);

/* Stores the groups of FPU and debug registers that context's flags name. */
void context_get_rest(CONTEXT *context);

#endif
