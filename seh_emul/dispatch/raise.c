/* Software exceptions. */
#include "kernel/call/features.h"
#include "kernel/call/in_registers.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "lib/inlining.h"
#include "seh_emul/context/context.h"
#include "seh_emul/dispatch/dispatch.h"
#include "seh_emul/dispatch/process_ways.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/memory/touch.h"

#include <seh.h>
#include <string.h>

/* The bit that Windows reserves, and clears in every code that is raised. */
#define EXCEPTION_CODE_RESERVED 0x10000000u

/* Called by raise_calls.S: NtRaiseException, with the call's own state. */
NTSTATUS raise_exception(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance,
                         CONTEXT *own);

/* Called by raise_calls.S: RtlRaiseStatus, with the state after the call's return. */
_Noreturn void raise_status_in(NTSTATUS status, CONTEXT *context);

void raise_status_in(NTSTATUS status, CONTEXT *context)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = (DWORD)status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (PVOID)context->Eip,
    };
    NtRaiseException(&record, context, true);
    seh_end_unhandled(&record, context);
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

/* Returns STATUS_SUCCESS for a record that can be copied. readable: it is known to be so. */
static NTSTATUS check_record(const EXCEPTION_RECORD *record, bool readable)
{
    if ((uint32_t)record % 4)
        return (NTSTATUS)STATUS_DATATYPE_MISALIGNMENT;
    if (!readable && !sys_paging_readable(record, sizeof *record))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (record->NumberParameters > EXCEPTION_MAXIMUM_PARAMETERS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    return STATUS_SUCCESS;
}

/* Moves a breakpoint's Eip back by one byte, as Windows does however it was raised. The record
 * keeps its address. */
static void step_back(CONTEXT *context, DWORD code)
{
    if (code == STATUS_BREAKPOINT)
        context->Eip -= 1;
}

NTSTATUS raise_exception(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance,
                         CONTEXT *own)
{
    NTSTATUS status = context_check(context, false);
    if (status != STATUS_SUCCESS)
        return status;
    status = check_record(record, false);
    if (status != STATUS_SUCCESS)
        return status;
    if (!first_chance)
        seh_end_unhandled(record, context);

    merge(own, context);
    step_back(own, record->ExceptionCode & ~EXCEPTION_CODE_RESERVED);
    struct laid_exception *to = laid_below(own->Esp);
    if (!tib_stack_holds((uint32_t)to, sizeof *to) && touch_fails(to, sizeof *to, true))
        seh_end_unhandled(record, context);
    struct laid_exception laid = {{&to->record, &to->context}, *record, *own};
    laid.record.ExceptionCode &= ~EXCEPTION_CODE_RESERVED;
    dispatch_moved(&laid, to);
}

/* ---------------------------------------------------------------- the common calls */

/* The words on the stack of RaiseException. */
struct raise_arguments {
    DWORD code, flags, count;
    const ULONG_PTR *arguments;
};

/* raise_calls.S comes here with the control, integer and segment groups in laid's context. */
_Noreturn IN_REGISTERS void raise_arguments(const struct raise_arguments *from,
                                            struct laid_exception *laid);
_Noreturn IN_REGISTERS void raise_record(const EXCEPTION_RECORD *from, struct laid_exception *laid);

/* Parameters beyond their number are not set, because they are no part of a record. */
static inline void set_parameters(EXCEPTION_RECORD *record, DWORD count, const ULONG_PTR *values)
{
    record->NumberParameters = count;
    for (DWORD i = 0; i < count; i++)
        record->ExceptionInformation[i] = values[i];
}

BOOLEAN(NTAPI *seh_search)(EXCEPTION_RECORD *record, CONTEXT *context) = RtlDispatchException;

/* Completes the exception, whose record is filled, and asks the handlers. */
static HOT _Noreturn void go(struct laid_exception *laid)
{
    EXCEPTION_RECORD *record = &laid->record;
    CONTEXT *context = &laid->context;
    context_get_fpu(context);
    context_get_debug_part(context);
    step_back(context, record->ExceptionCode);
    laid->pointers = (EXCEPTION_POINTERS){record, context};
    if (seh_search(record, context))
        raise_because_of((DWORD)NtContinue(context, false), record);
    seh_end_unhandled(record, context);
}

IN_REGISTERS void raise_arguments(const struct raise_arguments *from, struct laid_exception *laid)
{
    EXCEPTION_RECORD *record = &laid->record;
    DWORD count = from->arguments ? from->count : 0;
    record->ExceptionCode = from->code & ~EXCEPTION_CODE_RESERVED;
    record->ExceptionFlags = from->flags & EXCEPTION_NONCONTINUABLE;
    record->ExceptionRecord = NULL;
    record->ExceptionAddress = (PVOID)laid->context.Eip;
    set_parameters(record,
                   count < EXCEPTION_MAXIMUM_PARAMETERS ? count : EXCEPTION_MAXIMUM_PARAMETERS,
                   from->arguments);
    go(laid);
}

IN_REGISTERS void raise_record(const EXCEPTION_RECORD *from, struct laid_exception *laid)
{
    EXCEPTION_RECORD *record = &laid->record;
    NTSTATUS refusal = check_record(from, true); /* the call has just written to it */
    if (refusal != STATUS_SUCCESS) {
        laid->context.ContextFlags = CONTEXT_FULL;
        raise_status_in(refusal, &laid->context);
    }
    record->ExceptionCode = from->ExceptionCode & ~EXCEPTION_CODE_RESERVED;
    record->ExceptionFlags = from->ExceptionFlags;
    record->ExceptionRecord = from->ExceptionRecord;
    record->ExceptionAddress = from->ExceptionAddress;
    set_parameters(record, from->NumberParameters, from->ExceptionInformation);
    go(laid);
}
