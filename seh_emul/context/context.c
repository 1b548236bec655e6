/* Stores the groups of a CONTEXT, and looks at one before it is loaded. Loading is ring 0's:
 * seh_emul/trap/put_context.c. */
#include "seh_emul/context/context.h"

#include "kernel/call/service.h"
#include "seh_emul/memory/touch.h"

#include <string.h>

void context_get_rest(CONTEXT *context)
{
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        context_get_debug_part(context);
    if (cpu_features.fxsr && context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS)) {
        struct fx_room room = {{0}}; /* the last bytes are not stored */
        fx_save(fx_aligned(&room));
        memcpy(context->ExtendedRegisters, fx_aligned(&room), sizeof context->ExtendedRegisters);
    }
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT)) {
        x87_copy(&context->FloatSave);
        context->FloatSave.Cr0NpxState = 0;
    }
}

void context_copy(CONTEXT *to, const CONTEXT *from, DWORD flags)
{
    if (context_names(flags, CONTEXT_CONTROL))
        memcpy(&to->Ebp, &from->Ebp, offsetof(CONTEXT, ExtendedRegisters) - offsetof(CONTEXT, Ebp));
    if (context_names(flags, CONTEXT_INTEGER))
        memcpy(&to->Edi, &from->Edi, offsetof(CONTEXT, Ebp) - offsetof(CONTEXT, Edi));
    if (context_names(flags, CONTEXT_SEGMENTS))
        memcpy(&to->SegGs, &from->SegGs, offsetof(CONTEXT, Edi) - offsetof(CONTEXT, SegGs));
}

NTSTATUS context_check(const CONTEXT *context, bool written)
{
    if ((uint32_t)context % 4)
        return (NTSTATUS)STATUS_DATATYPE_MISALIGNMENT;
    if (!sys_paging_readable(context, sizeof *context))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (written && touch_fails(context, sizeof *context, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return STATUS_SUCCESS;
}

NTSTATUS context_continue(const CONTEXT *context, CONTEXT *own)
{
    NTSTATUS status = context_check(context, false);
    if (status != STATUS_SUCCESS)
        return status;
    own->Eax = STATUS_SUCCESS;
    context_copy(own, context, context->ContextFlags);
    return sys_context_put(own, context);
}
