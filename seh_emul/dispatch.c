/* The search pass: asks each frame's handler, innermost first. */
#include "seh_emul/dispatch.h"

#include "kernel/trace.h"
#include "seh_emul/frame_check.h"
#include "seh_emul/vectored.h"

#include <seh.h>

EXCEPTION_DISPOSITION search_guard(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    *dispatcher = ((struct guard_record *)frame)->frame;
    return ExceptionNestedException;
}
SEH_REGISTER_HANDLER(search_guard);

void raise_because_of(DWORD status, EXCEPTION_RECORD *cause)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionRecord = cause,
    };
    RtlRaiseException(&record);
}

/* Somebody continues: the vectored continue handlers learn of it, and cannot change that. */
static bool resume(EXCEPTION_RECORD *record, CONTEXT *context)
{
    vectored_continue(record, context);
    trace(resumed, context->Eip, context->Esp);
    return true;
}

/* The chain leads nowhere from here on: the exception is unhandled. */
static bool refuse(EXCEPTION_RECORD *record, struct refused_frame refused)
{
    trace(frame_refused, (uint32_t)refused.frame, refused.why);
    record->ExceptionFlags |= EXCEPTION_STACK_INVALID;
    return false;
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

    struct refused_frame refused = frame_check_chain();
    if (refused.why)
        return refuse(record, refused);
    for (EXCEPTION_REGISTRATION_RECORD *frame = seh_head(); frame != EXCEPTION_CHAIN_END;
         frame = frame->Next) {
        enum frame_refusal why = frame_check_place(frame);
        if (!why && left-- == 0)
            why = FRAME_CIRCLE;
        if (!why)
            why = frame_check_handler(frame->Handler);
        if (why)
            return refuse(record, (struct refused_frame){frame, why});
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
            if (!(record->ExceptionFlags & EXCEPTION_NONCONTINUABLE))
                return resume(record, context);
            raise_because_of(STATUS_NONCONTINUABLE_EXCEPTION, record);
            break;
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
            break;
        }
    }
    return false;
}
