/* The frames of __try blocks in native C: one frame a block, whose site says where its filter and
 * block are.
 *
 * The code in the middle of a function is not called as functions are: it has the function's ebp
 * and all its variables, and a stack of its own below that of the handler. */
#include "seh_emul/try.h"

#include <seh.h>

static struct base_registers base_of(const struct seh_frame *frame)
{
    DWORD base = (DWORD)frame - (DWORD)frame->site->at;
    if (frame->site->lea == SEH_LEA_EBP)
        return (struct base_registers){.ebp = base};
    return (struct base_registers){.ebp = *(const DWORD *)(frame + 1), .esi = base};
}

static int filter(struct seh_frame *frame, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    EXCEPTION_POINTERS *outer_pointers = frame->pointers;
    DWORD outer_code = frame->code;

    /* An exception in the filter asks the same filter about itself. */
    frame->pointers = &pointers;
    frame->code = record->ExceptionCode;
    int answer = seh_try_call(frame->site->filter, frame, base_of(frame));
    frame->pointers = outer_pointers;
    frame->code = outer_code;
    return answer;
}

static void run_finally(struct seh_frame *frame)
{
    seh_try_call(frame->site->block, frame, base_of(frame));
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

    int answer = filter(frame, record, context);
    if (answer == 0)
        return ExceptionContinueSearch;
    if (answer < 0)
        return ExceptionContinueExecution;
    DWORD code = record->ExceptionCode;
    _global_unwind2(link);
    frame->code = code; /* only now: blocks of this very frame may have run during the unwind */
    seh_unlink(link);
    seh_try_jump(frame->site->block, frame, base_of(frame));
}

SEH_REGISTER_HANDLER(seh_try_handler);

void seh_try_left(const char *guard)
{
    const DWORD ebp = *(DWORD *)__builtin_frame_address(0);
    struct seh_frame *frame = (struct seh_frame *)seh_head();
    (void)guard;
    /* Frames of the function's own, which it forgot, go with the block. */
    while (frame->link.Handler != seh_try_handler || base_of(frame).ebp != ebp)
        frame = (struct seh_frame *)frame->link.Next;
    seh_unlink(&frame->link);
    if (!frame->site->filter)
        run_finally(frame);
}
