/* An exception as it lies on the stack of the code that it interrupted. */
#ifndef SEH_EMUL_DISPATCH_LAID_EXCEPTION_H
#define SEH_EMUL_DISPATCH_LAID_EXCEPTION_H

#include "kernel/call/fpu.h"
#include "seh_emul/context/context_offsets.h"

#include <nt.h>
#include <stddef.h>
#include <stdint.h>

_Static_assert(CONTEXT_ALIGNMENT == FXSAVE_ALIGNMENT, "CONTEXT_ALIGNMENT");
_Static_assert((CONTEXT_REMAINDER + offsetof(CONTEXT, ExtendedRegisters)) % CONTEXT_ALIGNMENT == 0,
               "ExtendedRegisters is aligned when the CONTEXT begins at CONTEXT_REMAINDER");

/* The dispatcher finds this on its stack. */
struct laid_exception {
    EXCEPTION_POINTERS pointers;
    EXCEPTION_RECORD record;
    CONTEXT context;
};

_Static_assert(sizeof(struct laid_exception) == LAID_EXCEPTION_SIZE &&
                   offsetof(struct laid_exception, context) == LAID_CONTEXT,
               "struct laid_exception");

/* Returns the highest address below top for a laid exception, with the CONTEXT placed as above. */
static inline struct laid_exception *laid_below(uint32_t top)
{
    uint32_t highest = top - sizeof(CONTEXT) - CONTEXT_REMAINDER;
    uint32_t context = (highest & ~(CONTEXT_ALIGNMENT - 1u)) + CONTEXT_REMAINDER;
    return (struct laid_exception *)(context - LAID_CONTEXT);
}

#endif
