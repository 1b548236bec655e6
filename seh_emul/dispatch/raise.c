/* Software exceptions. */
#include "kernel/cpu/features.h"
#include "kernel/services/service.h"
#include "kernel/threads/tib.h"
#include "seh_emul/context/context.h"
#include "seh_emul/dispatch/dispatch.h"
#include "seh_emul/dispatch/laid_exception.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/memory/touch.h"

#include <seh.h>
#include <string.h>

/* The bit that Windows reserves, and clears in every code that is raised. */
#define EXCEPTION_CODE_RESERVED 0x10000000u

/* Called by raise_calls.S: NtRaiseException, with the call's own state. */
NTSTATUS raise_exception(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance,
                         CONTEXT *own);

void WINAPI RaiseException(DWORD code, DWORD flags, DWORD count, const ULONG_PTR *arguments)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = code & ~EXCEPTION_CODE_RESERVED,
        .ExceptionFlags = flags & EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (PVOID)RaiseException,
    };
    if (arguments) {
        record.NumberParameters =
            count < EXCEPTION_MAXIMUM_PARAMETERS ? count : EXCEPTION_MAXIMUM_PARAMETERS;
        memcpy(record.ExceptionInformation, arguments,
               record.NumberParameters * sizeof arguments[0]);
    }
    RtlRaiseException(&record);
}

/* Called by raise_calls.S: RtlRaiseStatus, with the state after the call's return. */
void raise_status_in(NTSTATUS status, CONTEXT *context);

void raise_status_in(NTSTATUS status, CONTEXT *context)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = (DWORD)status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (PVOID)context->Eip,
    };
    NtRaiseException(&record, context, true);
}

/* ---------------------------------------------------------------- NtRaiseException */

/* dispatcher.S: moves the exception and goes on in the dispatcher. */
_Noreturn void dispatch_moved(const struct laid_exception *from, struct laid_exception *to);

/* Makes own the state of context. Groups that context lacks are taken from own and the machine. */
static void merge(CONTEXT *own, const CONTEXT *context)
{
    own->ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT | CONTEXT_DEBUG_REGISTERS |
                        (cpu_features.fxsr ? CONTEXT_EXTENDED_REGISTERS : 0);
    context_get_rest(own);
    context_copy(own, context, context->ContextFlags);
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT))
        own->FloatSave = context->FloatSave;
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        memcpy(&own->Dr0, &context->Dr0, offsetof(CONTEXT, FloatSave) - offsetof(CONTEXT, Dr0));
    if (context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS))
        memcpy(own->ExtendedRegisters, context->ExtendedRegisters, sizeof own->ExtendedRegisters);
}

NTSTATUS raise_exception(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance,
                         CONTEXT *own)
{
    NTSTATUS status = context_check(context, false);
    if (status != STATUS_SUCCESS)
        return status;
    if ((uint32_t)record % 4)
        return (NTSTATUS)STATUS_DATATYPE_MISALIGNMENT;
    if (!sys_paging_readable(record, sizeof *record))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (record->NumberParameters > EXCEPTION_MAXIMUM_PARAMETERS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!first_chance)
        seh_end_unhandled(record, context);

    merge(own, context);
    struct laid_exception *to = laid_below(own->Esp);
    if (!tib_holds(&tib_current()->NtTib, (uint32_t)to, sizeof *to) &&
        touch_fails(to, sizeof *to, true))
        seh_end_unhandled(record, context);
    struct laid_exception laid = {{&to->record, &to->context}, *record, *own};
    laid.record.ExceptionCode &= ~EXCEPTION_CODE_RESERVED;
    dispatch_moved(&laid, to);
}
