/* Software exceptions, and the two services that end a dispatch. */
#include "seh_emul/dispatch.h"
#include "seh_emul/unhandled.h"

#include <seh.h>
#include <string.h>

void WINAPI RaiseException(DWORD code, DWORD flags, DWORD count, const ULONG_PTR *arguments)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = code,
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

/* capture.S: RtlRaiseStatus with the context behind its caller's call. */
void raise_status_in(NTSTATUS status, CONTEXT *context);

void raise_status_in(NTSTATUS status, CONTEXT *context)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = (DWORD)status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (PVOID)context->Eip,
    };
    context->Esp += sizeof status;
    NtRaiseException(&record, context, true);
}

NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance)
{
    if (first_chance && RtlDispatchException(record, context))
        raise_because_of((DWORD)NtContinue(context, false), record);
    seh_end_unhandled(record, context);
}
