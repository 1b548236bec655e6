/* The search pass: asks each frame's handler, innermost first. */
#include "seh_emul/dispatch/dispatch.h"

#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "lib/inlining.h"
#include "seh_emul/dispatch/context_words.h"
#include "seh_emul/dispatch/frame_check.h"
#include "seh_emul/dispatch/vectored.h"

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

OWN_STACK void raise_because_of(DWORD status, EXCEPTION_RECORD *cause)
{
    EXCEPTION_RECORD record = {
        .ExceptionCode = status,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionRecord = cause,
    };
    RtlRaiseException(&record);
}

/* A handler continues. The vectored continue handlers are told of it, and cannot change that. */
static bool resume(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (vectored_continue_handlers.first)
        vectored_walk(&vectored_continue_handlers, record, context);
    trace(resumed, context->Eip, context->Esp);
    return true;
}

/* No handler takes the exception. */
static bool give_up(const EXCEPTION_RECORD *record)
{
    trace(search_end, record->ExceptionCode);
    return false;
}

/* Ends the walk at this frame, so the exception is unhandled. */
static bool frame_refuse(EXCEPTION_RECORD *record, const EXCEPTION_REGISTRATION_RECORD *frame,
                         enum frame_refusal why)
{
    trace(frame_refused, (uint32_t)frame, why);
    record->ExceptionFlags |= EXCEPTION_STACK_INVALID;
    return give_up(record);
}

/* Asks SEHOP about the whole chain. Returns whether it refuses the chain. */
static OWN_STACK bool refuse_chain(EXCEPTION_RECORD *record)
{
    struct refused_frame refused = frame_check_chain();
    return refused.why && !frame_refuse(record, refused.frame, refused.why);
}

/* Calls the handler of *frame while tracing is on, and no other one, because each is an event to
 * record. */
static COLD EXCEPTION_DISPOSITION ask_traced(EXCEPTION_RECORD *record,
                                             EXCEPTION_REGISTRATION_RECORD **frame,
                                             CONTEXT *context,
                                             EXCEPTION_REGISTRATION_RECORD **named)
{
    struct context_words before;
    context_words_keep(&before, context);
    trace_frame(search_call, search_try, *frame, record->ExceptionCode);
    EXCEPTION_DISPOSITION disposition =
        seh_call_handlers(record, frame, context, named, search_guard, 0);
    trace(search_answer, disposition);
    context_words_trace(&before, context);
    return disposition;
}

/* Records the call of RaiseException that an exception comes from, if it does. */
static COLD void trace_raise_call(const EXCEPTION_RECORD *record, const CONTEXT *context)
{
    const DWORD *frame = (const DWORD *)context->Ebp;
    if (record->ExceptionAddress == raise_exception_address &&
        tib_stack_holds((uint32_t)frame, 2 * sizeof *frame))
        trace(raise_called, frame[1]);
}

BOOLEAN NTAPI RtlDispatchException(EXCEPTION_RECORD *record, CONTEXT *context)
{
    /* The outermost frame whose handler runs for an earlier exception; NULL when there is none. */
    EXCEPTION_REGISTRATION_RECORD *nested = NULL;
    EXCEPTION_REGISTRATION_RECORD *frame = seh_head(), *before = NULL;
    struct circle_watch watch = {NULL, 0};
    /* The last frame that may be asked in one go. */
    uint32_t last = tib_load(TIB_STACK_BASE) - sizeof *frame;
    if (trace_on)
        trace_raise_call(record, context);
    trace(raised, record->ExceptionCode, (uint32_t)record->ExceptionAddress, record->ExceptionFlags,
          context->Esp);
    if (vectored_exception_handlers.first &&
        vectored_walk(&vectored_exception_handlers, record, context))
        return resume(record, context);

    if (frame_check_sehop && refuse_chain(record))
        return false;
    for (; frame != EXCEPTION_CHAIN_END; frame = frame->Next) {
        enum frame_refusal why = frame_check_next(frame, before, &watch);
        if (!why)
            why = frame_check_handler(frame->Handler);
        if (why)
            return frame_refuse(record, frame, why);
        EXCEPTION_REGISTRATION_RECORD *named = NULL;
        EXCEPTION_DISPOSITION disposition =
            trace_on ? ask_traced(record, &frame, context, &named)
                     : seh_call_handlers(record, &frame, context, &named, search_guard, last);

        before = frame;
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
                return give_up(record);
            break;
        case ExceptionNestedException:
            record->ExceptionFlags |= EXCEPTION_NESTED_CALL;
            if (named > nested)
                nested = named;
            last = 0; /* each frame must be compared with the nested one */
            break;
        default:
            raise_because_of(STATUS_INVALID_DISPOSITION, record);
            break;
        }
    }
    return give_up(record);
}
