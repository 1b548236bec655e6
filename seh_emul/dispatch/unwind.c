/* The unwind pass: calls the handlers between the head of the chain and the target, and unlinks
 * each frame after its handler. */
#include "kernel/call/eflags.h"
#include "kernel/call/segment_registers.h"
#include "kernel/call/trace.h"
#include "seh_emul/dispatch/dispatch.h"
#include "seh_emul/dispatch/frame_check.h"
#include "seh_emul/dispatch/unhandled.h"

#include <seh.h>

/* The guard of the unwind pass. A second unwind that meets it learns the frame that the first one
 * had reached, and goes on from there. */
static EXCEPTION_DISPOSITION unwind_guard(EXCEPTION_RECORD *record,
                                          EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                          EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context;
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        return ExceptionContinueSearch;
    *dispatcher = ((struct guard_record *)frame)->frame;
    return ExceptionCollidedUnwind;
}
SEH_REGISTER_HANDLER(unwind_guard);

/* Calls one frame's handler. Returns the frame to unlink: this one, or after a collision the frame
 * that the interrupted unwind had reached. */
static EXCEPTION_REGISTRATION_RECORD *unwind_frame(EXCEPTION_REGISTRATION_RECORD *frame,
                                                   EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_REGISTRATION_RECORD *named = NULL;
    trace_frame(unwind_call, unwind_try, frame, record->ExceptionFlags);
    EXCEPTION_DISPOSITION disposition =
        seh_call_handlers(record, &frame, context, &named, unwind_guard, 0);
    trace(unwind_answer, disposition);

    switch (disposition) {
    case ExceptionContinueSearch:
        return frame;
    case ExceptionCollidedUnwind:
        return named;
    default:
        raise_because_of(STATUS_INVALID_DISPOSITION, record);
        return frame;
    }
}

static void unwind_to(EXCEPTION_REGISTRATION_RECORD *target, EXCEPTION_RECORD *record,
                      CONTEXT *context)
{
    EXCEPTION_REGISTRATION_RECORD *frame = seh_head(), *before = NULL;
    struct circle_watch watch = {NULL, 0};
    while (frame != EXCEPTION_CHAIN_END && frame != target) {
        if (target && target < frame)
            raise_because_of(STATUS_INVALID_UNWIND_TARGET, record);
        enum frame_refusal why = frame_check_next(frame, before, &watch);
        if (why) {
            trace(frame_refused, (uint32_t)frame, why);
            raise_because_of(STATUS_BAD_STACK, record);
            return; /* a handler continued, but the walk cannot go on */
        }
        before = frame;
        seh_unlink(unwind_frame(frame, record, context));
        frame = seh_head();
    }
}

/* In the end the caller's context is resumed, as Windows captures it for this call: integer
 * registers are zero, except eax, which gets the value. */
void NTAPI RtlUnwind(PVOID target, PVOID target_ip, EXCEPTION_RECORD *record, PVOID value)
{
    const uint32_t *frame =
        __builtin_frame_address(0); /* caller's ebp, return address, arguments */
    EXCEPTION_RECORD own = {
        .ExceptionCode = STATUS_UNWIND,
        .ExceptionAddress = (PVOID)frame[1],
    };
    CONTEXT context;
    (void)target_ip;
    context.ContextFlags = CONTEXT_FULL;
    context.SegGs = gs_read();
    context.SegFs = fs_read();
    context.SegEs = es_read();
    context.SegDs = ds_read();
    context.SegSs = ss_read();
    context.SegCs = cs_read();
    context.Edi = context.Esi = context.Ebx = context.Edx = context.Ecx = 0;
    context.Eax = (DWORD)value;
    context.Ebp = frame[0];
    context.Eip = frame[1];
    context.EFlags = eflags_read();
    context.Esp = (DWORD)(frame + 2 + 4);

    if (!record)
        record = &own;
    record->ExceptionFlags |= EXCEPTION_UNWINDING | (target ? 0 : EXCEPTION_EXIT_UNWIND);
    trace(unwind_begin, (uint32_t)target, record->ExceptionFlags, 0, context.Esp);
    unwind_to(target, record, &context);
    trace(unwind_end, (uint32_t)target);

    if (seh_head() == target || target == EXCEPTION_CHAIN_END)
        NtContinue(&context, false);
    seh_end_unhandled(record, &context);
}
