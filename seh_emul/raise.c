/* Software exceptions, and the two services that end a dispatch. */
#include "kernel/paging.h"
#include "kernel/power.h"
#include "kernel/report.h"
#include "kernel/trace.h"
#include "seh_emul/context.h"
#include "seh_emul/dispatch.h"
#include "seh_emul/status.h"

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

/* Raised in the caller's name: address and context are those behind the call. */
void NTAPI RtlRaiseStatus(NTSTATUS status)
{
    CONTEXT context;
    RtlCaptureContext(&context);
    context.Esp += sizeof status;
    EXCEPTION_RECORD record = {
        .ExceptionCode = (DWORD)status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (PVOID)context.Eip,
    };
    NtRaiseException(&record, &context, true);
}

NTSTATUS NTAPI NtContinue(CONTEXT *context, BOOLEAN test_alert)
{
    (void)test_alert;
    context_load_fpu(context);
    context_resume(context);
}

/* Records linked to one that is reported: enough to see what led to it. */
#define MOST_CAUSES 4

static unhandled_function *on_unhandled;

void seh_on_unhandled(unhandled_function *function)
{
    on_unhandled = function;
}

/* Nobody wanted the exception: a person gets to see it, and the run ends with its code. */
static _Noreturn void report_unhandled(const EXCEPTION_RECORD *record, const CONTEXT *context)
{
    struct machine_state state = {
        .eax = context->Eax,
        .ebx = context->Ebx,
        .ecx = context->Ecx,
        .edx = context->Edx,
        .esi = context->Esi,
        .edi = context->Edi,
        .ebp = context->Ebp,
        .esp = context->Esp,
        .eip = context->Eip,
        .eflags = context->EFlags,
        .cs = context->SegCs,
        .ss = context->SegSs,
        .ds = context->SegDs,
        .es = context->SegEs,
        .fs = context->SegFs,
        .gs = context->SegGs,
        .known = STATE_GENERAL,
    };
    trace(unhandled, record->ExceptionCode, (uint32_t)record->ExceptionAddress);
    report_line("unhandled exception %08X (%s) at %s", record->ExceptionCode,
                status_name(record->ExceptionCode),
                report_address((uint32_t)record->ExceptionAddress));
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION && record->NumberParameters >= 2)
        report_line("  %s %08X", status_access_name(record->ExceptionInformation[0]),
                    record->ExceptionInformation[1]);
    if (record->ExceptionFlags & EXCEPTION_STACK_INVALID)
        report_line("  the chain of handlers is broken: a frame lies outside the stack, "
                    "misaligned, or in a circle");
    const EXCEPTION_RECORD *cause = record->ExceptionRecord;
    for (unsigned i = 0; i < MOST_CAUSES && paging_readable(cause, sizeof *cause); i++) {
        report_line("  because of %08X (%s) at %s", cause->ExceptionCode,
                    status_name(cause->ExceptionCode),
                    report_address((uint32_t)cause->ExceptionAddress));
        cause = cause->ExceptionRecord;
    }
    report_state(&state);
    power_off(record->ExceptionCode);
}

NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance)
{
    if (first_chance && RtlDispatchException(record, context))
        NtContinue(context, false);
    if (on_unhandled)
        on_unhandled(record);
    report_unhandled(record, context);
}
