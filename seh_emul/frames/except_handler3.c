/* Frames of the first generation: plain scope tables. Frames of _except_handler2, of Visual C++ 4,
 * have further words: the function's ebp, and the pointers for its filters. */
#include "seh_emul/frames/scope.h"

#include "lib/inlining.h"

#include <seh.h>

static const struct scope_entry *entries_of(const struct scope_frame *frame)
{
    return (const struct scope_entry *)frame->scope_table;
}

void scope_unwind2(EXCEPTION_REGISTRATION_RECORD *link, LONG stop, DWORD ebp)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    scope_unwind(frame, entries_of(frame), OUTSIDE3, stop,
                 ebp == frame->ebp[0] ? (void *)ebp : frame->ebp);
}

void _local_unwind2(EXCEPTION_REGISTRATION_RECORD *link, LONG stop)
{
    const DWORD *own = __builtin_frame_address(0); /* begins with the caller's ebp */
    scope_unwind2(link, stop, own[0]);
}

/* The last two: of the function, as its generation of frames has them. */
static HOT EXCEPTION_DISPOSITION handle(EXCEPTION_RECORD *record, struct scope_frame *frame,
                                        CONTEXT *context, EXCEPTION_POINTERS **place, void *ebp)
{
    EXCEPTION_DISPOSITION disposition;
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        scope_unwind(frame, entries_of(frame), OUTSIDE3, OUTSIDE3, ebp);
        return ExceptionContinueSearch;
    }
    struct scope_question question = {{record, context}, place, ebp};
    LONG level = scope_search(frame, entries_of(frame), OUTSIDE3, &question, &disposition);
    if (level == OUTSIDE3)
        return disposition;
    scope_take(record);
    _global_unwind2(&frame->link);
    scope_unwind(frame, entries_of(frame), OUTSIDE3, level, ebp);
    frame->level = entries_of(frame)[level].previous;
    scope_enter(frame, &entries_of(frame)[level], ebp);
}

EXCEPTION_DISPOSITION _except_handler3(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    (void)dispatcher;
    return handle(record, frame, context, scope_pointers(frame), frame->ebp);
}
SEH_REGISTER_HANDLER(_except_handler3);

EXCEPTION_DISPOSITION _except_handler2(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    (void)dispatcher;
    return handle(record, frame, context, (EXCEPTION_POINTERS **)&frame->ebp[1],
                  (void *)frame->ebp[0]);
}
SEH_REGISTER_HANDLER(_except_handler2);
