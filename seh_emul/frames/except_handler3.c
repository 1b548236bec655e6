/* Frames of the first generation: plain scope tables. */
#include "seh_emul/frames/scope.h"

#include <seh.h>

static const struct scope_entry *entries_of(const struct scope_frame *frame)
{
    return (const struct scope_entry *)frame->scope_table;
}

void _local_unwind2(EXCEPTION_REGISTRATION_RECORD *link, LONG stop)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    scope_unwind(frame, entries_of(frame), OUTSIDE3, stop);
}

EXCEPTION_DISPOSITION _except_handler3(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    EXCEPTION_POINTERS pointers = {record, context};
    EXCEPTION_DISPOSITION disposition;
    (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        _local_unwind2(link, OUTSIDE3);
        return ExceptionContinueSearch;
    }
    LONG level = scope_search(frame, entries_of(frame), OUTSIDE3, &pointers, &disposition);
    if (level == OUTSIDE3)
        return disposition;
    scope_take(record);
    _global_unwind2(link);
    _local_unwind2(link, level);
    frame->level = entries_of(frame)[level].previous;
    scope_enter(frame, &entries_of(frame)[level]);
}
SEH_REGISTER_HANDLER(_except_handler3);
