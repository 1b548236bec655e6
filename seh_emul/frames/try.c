/* The frames of __try blocks in native C: one frame a block. The frame's site tells the addresses
 * of its filter and block. */
#include "seh_emul/frames/try.h"

#include "kernel/call/trace.h"
#include "lib/inlining.h"

#include <seh.h>
#include <stdbool.h>

/* The site of a frame whose block is no longer active; it tells no state. */
static const struct seh_site inactive;

static struct seh_state *state_of(const struct seh_frame *frame)
{
    DWORD base = frame->site->lea == SEH_LEA_EBP ? frame->ebp : frame->esi;
    return (struct seh_state *)(base + (DWORD)frame->site->at);
}

/* ---------------------------------------------------------------- filters and blocks */

static HOT int ask_filter(struct seh_frame *frame, EXCEPTION_RECORD *record, CONTEXT *context,
                          bool traced)
{
    EXCEPTION_POINTERS pointers = {record, context};
    struct seh_state *state = state_of(frame), outer = *state;

    /* The outer state comes back, because an exception in the filter asks the same filter about
     * itself. */
    state->pointers = &pointers;
    state->code = record->ExceptionCode;
    if (traced)
        trace(try_filter_call, (uint32_t)frame->site->filter);
    int answer = seh_call_filter(frame);
    if (traced)
        trace(try_filter_answer, (uint32_t)answer);
    state->pointers = outer.pointers;
    state->code = outer.code;
    return answer;
}

static void call_finally(struct seh_frame *frame)
{
    struct seh_state *state = state_of(frame);
    state->frame = NULL;
    seh_call_finally(frame, state);
}

static COLD void call_finally_traced(struct seh_frame *frame)
{
    trace(finally_call, (uint32_t)frame->site->block, 0, 0, (uint32_t)__builtin_frame_address(0));
    call_finally(frame);
    trace(finally_end, 0);
}

static HOT void run_finally(struct seh_frame *frame, bool traced)
{
    if (frame->site == &inactive)
        return;
    if (traced)
        call_finally_traced(frame);
    else
        call_finally(frame);
}

bool try_is_active(const struct seh_frame *frame, const struct seh_site *site)
{
    const EXCEPTION_REGISTRATION_RECORD *link = seh_head();
    while (link < &frame->link) /* the chain's end is above all */
        link = link->Next;
    return link == &frame->link && frame->site == site &&
           (site == &inactive || state_of(frame)->frame);
}

void try_give_up(struct seh_frame *copy, struct seh_frame *frame)
{
    if (copy->site != &inactive) /* another longjmp has done it */
        state_of(copy)->frame = frame;
    copy->site = &inactive;
}

/* ---------------------------------------------------------------- the handler */

static HOT EXCEPTION_DISPOSITION handle(EXCEPTION_RECORD *record, struct seh_frame *frame,
                                        CONTEXT *context, bool traced)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        if (!frame->site->filter)
            run_finally(frame, traced);
        return ExceptionContinueSearch;
    }
    if (!frame->site->filter) {
        if (traced && frame->site != &inactive)
            trace(finally_passed, (uint32_t)frame->site->block);
        return ExceptionContinueSearch;
    }

    int answer = ask_filter(frame, record, context, traced);
    if (answer == 0)
        return ExceptionContinueSearch;
    if (answer < 0)
        return ExceptionContinueExecution;
    DWORD code = record->ExceptionCode;
    _global_unwind2(&frame->link);
    seh_unlink(&frame->link);
    state_of(frame)->code = code; /* not before: the unwind may have asked the filter */
    if (traced)
        trace(except_entered, (uint32_t)frame, (uint32_t)frame->site->block);
    seh_jump_except(frame);
}

static COLD EXCEPTION_DISPOSITION handle_traced(EXCEPTION_RECORD *record,
                                                EXCEPTION_REGISTRATION_RECORD *link,
                                                CONTEXT *context,
                                                EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)dispatcher;
    return handle(record, (struct seh_frame *)link, context, true);
}

/* Compiled twice: a branch for each event would cost registers and stack, too. */
EXCEPTION_DISPOSITION seh_try_handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *link,
                                      CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    if (trace_on)
        return handle_traced(record, link, context, dispatcher);
    return handle(record, (struct seh_frame *)link, context, false);
}
SEH_REGISTER_HANDLER(seh_try_handler);

struct seh_frame *seh_leave_abnormally(void)
{
    struct seh_frame *frame = (struct seh_frame *)seh_head();
    /* Frames that the function linked by hand and forgot are dropped with the block. */
    while (frame->link.Handler != seh_try_handler)
        frame = (struct seh_frame *)frame->link.Next;
    seh_unlink(&frame->link);
    if (!frame->site->filter)
        run_finally(frame, trace_on);
    return frame;
}
