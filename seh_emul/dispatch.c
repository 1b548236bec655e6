/* The search pass: asks each frame's handler, innermost first. */
#include "seh_emul/dispatch.h"

#include "kernel/tib.h"
#include "kernel/trace.h"
#include "seh_emul/vectored.h"

#include <seh.h>

bool frame_is_valid(const EXCEPTION_REGISTRATION_RECORD *frame)
{
    const NT_TIB *tib = &tib_current()->NtTib;
    uint32_t at = (uint32_t)frame;
    uint32_t limit = (uint32_t)tib->StackLimit, base = (uint32_t)tib->StackBase;
    return at % 4 == 0 && at >= limit && at < base && base - at >= sizeof *frame;
}

unsigned frames_at_most(void)
{
    const NT_TIB *tib = &tib_current()->NtTib;
    return ((uint32_t)tib->StackBase - (uint32_t)tib->StackLimit) /
           sizeof(EXCEPTION_REGISTRATION_RECORD);
}

EXCEPTION_DISPOSITION search_guard(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    *dispatcher = ((struct guard_record *)frame)->frame;
    return ExceptionNestedException;
}

void raise_because_of(DWORD status, EXCEPTION_RECORD *cause)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionRecord = cause,
    };
    RtlRaiseException(&record);
    __builtin_unreachable(); /* noncontinuable: to continue raises again */
}

/* Somebody continues: the vectored continue handlers learn of it, and cannot change that. */
static bool resume(EXCEPTION_RECORD *record, CONTEXT *context)
{
    vectored_continue(record, context);
    trace(resumed, context->Eip, context->Esp);
    return true;
}

BOOLEAN NTAPI RtlDispatchException(EXCEPTION_RECORD *record, CONTEXT *context)
{
    /* The outermost frame whose handler an earlier exception was running; 0 when there is none. */
    EXCEPTION_REGISTRATION_RECORD *nested = NULL;
    unsigned left = frames_at_most();
    trace(raised, record->ExceptionCode, (uint32_t)record->ExceptionAddress, record->ExceptionFlags,
          context->Esp);
    if (vectored_exception(record, context))
        return resume(record, context);

    for (EXCEPTION_REGISTRATION_RECORD *frame = seh_head(); frame != EXCEPTION_CHAIN_END;
         frame = frame->Next) {
        if (!frame_is_valid(frame) || left-- == 0) {
            trace(frame_refused, (uint32_t)frame);
            record->ExceptionFlags |= EXCEPTION_STACK_INVALID;
            return false;
        }
        EXCEPTION_REGISTRATION_RECORD *named = NULL;
        trace(search_call, (uint32_t)frame, (uint32_t)frame->Handler, record->ExceptionCode);
        EXCEPTION_DISPOSITION disposition =
            seh_call_handler(record, frame, context, &named, frame->Handler, search_guard);
        trace(search_answer, disposition);

        if (frame == nested) {
            record->ExceptionFlags &= ~EXCEPTION_NESTED_CALL;
            nested = NULL;
        }
        switch (disposition) {
        case ExceptionContinueExecution:
            if (record->ExceptionFlags & EXCEPTION_NONCONTINUABLE)
                raise_because_of(STATUS_NONCONTINUABLE_EXCEPTION, record);
            return resume(record, context);
        case ExceptionContinueSearch:
            if (record->ExceptionFlags & EXCEPTION_STACK_INVALID)
                return false;
            break;
        case ExceptionNestedException:
            record->ExceptionFlags |= EXCEPTION_NESTED_CALL;
            if (named > nested)
                nested = named;
            break;
        default:
            raise_because_of(STATUS_INVALID_DISPOSITION, record);
        }
    }
    return false;
}
