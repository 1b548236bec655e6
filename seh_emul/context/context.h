/* A CONTEXT, its place on a stack, and the machine's registers. Either ring. */
#ifndef SEH_EMUL_CONTEXT_CONTEXT_H
#define SEH_EMUL_CONTEXT_CONTEXT_H

#include "kernel/call/breakpoints.h"
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "seh_emul/context/context_offsets.h"

#include <nt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The flags that a context may give to code of either ring. */
#define EFLAGS_PLAIN 0x00250DD5u /* CF PF AF ZF SF TF DF OF, RF AC ID */

/* The flags that NtContinue gives to ring 3, as on Windows. There NT, VIF and VIP harm no other
 * code, because every trap clears NT, and the modes that know the other two are off. */
#define EFLAGS_RING3 (EFLAGS_PLAIN | 0x00184000u)

/* Tells whether ContextFlags name this group (CONTEXT_CONTROL and so on). */
static inline bool context_names(DWORD flags, DWORD group)
{
    return (flags & group) == group;
}

/* Returns the group of debug registers. */
static inline struct debug_registers *context_debug_part(CONTEXT *context)
{
    _Static_assert(offsetof(CONTEXT, Dr7) - offsetof(CONTEXT, Dr0) ==
                       offsetof(struct debug_registers, control),
                   "a CONTEXT holds a struct debug_registers");
    return (struct debug_registers *)&context->Dr0;
}

/* Makes the group of debug registers that of a machine without breakpoints. */
static inline void context_clear_debug_part(CONTEXT *context)
{
    context->Dr0 = context->Dr1 = context->Dr2 = context->Dr3 = context->Dr6 = context->Dr7 = 0;
}

/* Stores the group of debug registers. No service is called before any thread has breakpoints. */
static inline void context_get_debug_part(CONTEXT *context)
{
    const volatile char *page = (const volatile char *)SHARED_USER_DATA;
    if (*(const volatile uint32_t *)(const volatile void *)(page + SHARED_BREAKPOINTS))
        sys_debug_registers_get(context_debug_part(context));
    else
        context_clear_debug_part(context);
}

_Static_assert(CONTEXT_ALIGNMENT == FXSAVE_ALIGNMENT, "CONTEXT_ALIGNMENT");
_Static_assert((CONTEXT_REMAINDER + offsetof(CONTEXT, ExtendedRegisters)) % CONTEXT_ALIGNMENT == 0,
               "ExtendedRegisters is aligned when the CONTEXT begins at CONTEXT_REMAINDER");

/* An exception as it lies on the stack of the code that it interrupted. The dispatcher finds it
 * there. */
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

/* Names all groups in context, which is placed as in a laid exception, and stores those of the FPU,
 * which keeps its state. */
static inline void context_get_fpu(CONTEXT *context)
{
    context->ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT | CONTEXT_DEBUG_REGISTERS;
    if (cpu_features.fxsr) {
        context->ContextFlags |= CONTEXT_EXTENDED_REGISTERS;
        fx_save(context->ExtendedRegisters);
    }
    x87_copy(&context->FloatSave);
    context->FloatSave.Cr0NpxState = 0;
}

/* Room for the bytes that fxsave stores, aligned, wherever the struct lies. */
struct fx_room {
    uint8_t bytes[FXSAVE_SIZE + FXSAVE_ALIGNMENT];
};

static inline uint8_t *fx_aligned(struct fx_room *room)
{
    return (uint8_t *)(((uint32_t)room + FXSAVE_ALIGNMENT - 1) & ~(FXSAVE_ALIGNMENT - 1u));
}

/* Copies the control, integer and segment groups that flags names. */
void context_copy(CONTEXT *to, const CONTEXT *from, DWORD flags);

/* Bytes below a context's Esp that going on in it uses, in ring 0. */
#define CONTEXT_RESUME_ROOM (offsetof(CONTEXT, Esp) - offsetof(CONTEXT, SegGs))

/* NtContinue for an unusual context, called by nt_continue.S: missing groups are taken from own.
 * Returns only the status of a failure, and has changed nothing then. */
NTSTATUS context_continue(const CONTEXT *context, CONTEXT *own);

/* Returns STATUS_SUCCESS when all of a context can be read, and written if written; else
 * NtContinue's status for it. */
NTSTATUS context_check(const CONTEXT *context, bool written);

/* Stores the groups of FPU and debug registers that context's flags name. */
void context_get_rest(CONTEXT *context);

#endif
