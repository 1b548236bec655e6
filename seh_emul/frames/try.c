/* The frames of __try blocks in native C: one frame a block. The frame's site tells the addresses
 * of its filter and block. */
#include "seh_emul/frames/try.h"

#include <seh.h>
#include <stdbool.h>

const struct seh_site try_inactive = {.lea = SEH_LEA_EBP};

static struct seh_state *state_of(const struct seh_frame *frame)
{
    DWORD base = frame->site->lea == SEH_LEA_EBP ? frame->ebp : frame->esi;
    return (struct seh_state *)(base + (DWORD)frame->site->at);
}

static int ask_filter(struct seh_frame *frame, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    struct seh_state *state = state_of(frame), outer = *state;

    /* The outer state comes back, because an exception in the filter asks the same filter about
     * itself. */
    state->pointers = &pointers;
    state->code = record->ExceptionCode;
    int answer = seh_call_filter(frame);
    state->pointers = outer.pointers;
    state->code = outer.code;
    return answer;
}

static void run_finally(struct seh_frame *frame)
{
    if (frame->site == &try_inactive)
        return;
    struct seh_state *state = state_of(frame);
    state->frame = frame;
    seh_call_finally(frame, state);
}

bool try_is_active(const struct seh_frame *frame, const struct seh_site *site)
{
    const EXCEPTION_REGISTRATION_RECORD *link = seh_head();
    while (link < &frame->link) /* the chain's end is above all */
        link = link->Next;
    return link == &frame->link && frame->site == site && !state_of(frame)->back;
}

EXCEPTION_DISPOSITION seh_try_handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *link,
                                      CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct seh_frame *frame = (struct seh_frame *)link;
    (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        if (!frame->site->filter)
            run_finally(frame);
        return ExceptionContinueSearch;
    }
    if (!frame->site->filter)
        return ExceptionContinueSearch;

    int answer = ask_filter(frame, record, context);
    if (answer == 0)
        return ExceptionContinueSearch;
    if (answer < 0)
        return ExceptionContinueExecution;
    DWORD code = record->ExceptionCode;
    _global_unwind2(link);
    seh_unlink(link);
    state_of(frame)->code = code; /* not before: the unwind may have asked the filter */
    seh_jump_except(frame);
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
        run_finally(frame);
    return frame;
}
