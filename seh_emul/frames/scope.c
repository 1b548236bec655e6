/* Walks a scope table, in both directions. */
#include "seh_emul/frames/scope.h"

#include "kernel/call/trace.h"
#include "lib/inlining.h"

#include <seh.h>
#include <stddef.h>

void (*scope_taken)(EXCEPTION_RECORD *record);

/* Tells where the search has begun, and the blocks without a filter that it has passed since, or
 * since the last filter. */
static COLD void trace_levels(const struct scope_frame *frame, const struct scope_entry *entries,
                              LONG level)
{
    LONG first = frame->level;
    for (LONG at = first; at != level; at = entries[at].previous)
        first = entries[at].filter ? entries[at].previous : first;
    if (first == frame->level)
        trace(scope_level, (uint32_t)entries, (uint32_t)first);
    for (; first != level; first = entries[first].previous)
        trace(finally_passed, (uint32_t)entries[first].handler);
}

static COLD int call_filter_traced(const struct scope_entry *entry, void *ebp,
                                   const struct scope_entry *entries,
                                   const struct scope_frame *frame)
{
    trace_levels(frame, entries, entry - entries);
    trace(try_filter_call, (uint32_t)entry->filter);
    int result = call_funclet(entry->filter, ebp);
    trace(try_filter_answer, (uint32_t)result);
    return result;
}

static COLD void call_finally_traced(const struct scope_entry *entry, void *ebp)
{
    trace(finally_call, (uint32_t)entry->handler, 0, 0, (uint32_t)__builtin_frame_address(0));
    call_funclet(entry->handler, ebp);
    trace(finally_end, 0);
}

LONG scope_search(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  struct scope_question *question, EXCEPTION_DISPOSITION *disposition)
{
    *disposition = ExceptionContinueSearch;
    for (LONG level = frame->level; level != outside; level = entries[level].previous) {
        if (!entries[level].filter)
            continue;
        /* Filters look for the pointers here. They are stored for each filter, because an exception
         * inside the last filter may have left its own. Windows' handler leaves those there. */
        *question->place = &question->pointers;
        int result = trace_on ? call_filter_traced(&entries[level], question->ebp, entries, frame)
                              : call_funclet(entries[level].filter, question->ebp);
        if (result > 0)
            return level;
        if (result < 0) {
            *disposition = ExceptionContinueExecution;
            return outside;
        }
    }
    return outside;
}

/* This record is linked while __finally blocks run. An unwind that one of them starts meets it,
 * runs the blocks that are left, and goes on behind it as collided. */
struct local_unwind_record {
    EXCEPTION_REGISTRATION_RECORD link;
    struct scope_frame *frame;
    const struct scope_entry *entries;
    LONG outside, stop;
    void *ebp;
};

static EXCEPTION_DISPOSITION local_unwind_handler(EXCEPTION_RECORD *record,
                                                  EXCEPTION_REGISTRATION_RECORD *link,
                                                  CONTEXT *context,
                                                  EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct local_unwind_record *of = (struct local_unwind_record *)link;
    (void)context;
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        return ExceptionContinueSearch;
    scope_unwind(of->frame, of->entries, of->outside, of->stop, of->ebp);
    *dispatcher = link;
    return ExceptionCollidedUnwind;
}
SEH_REGISTER_HANDLER(local_unwind_handler);

void scope_unwind(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  LONG stop, void *ebp)
{
    struct local_unwind_record own = {
        .frame = frame,
        .entries = entries,
        .outside = outside,
        .stop = stop,
        .ebp = ebp,
    };
    seh_link(&own.link, local_unwind_handler);
    for (LONG level = frame->level; level != outside && (stop == outside || level > stop);
         level = frame->level) {
        frame->level = entries[level].previous;
        if (entries[level].filter)
            continue;
        if (trace_on)
            call_finally_traced(&entries[level], ebp);
        else
            call_funclet(entries[level].handler, ebp);
    }
    seh_unlink(&own.link);
}

COLD void scope_trace_enter(const struct scope_frame *frame, const struct scope_entry *entry)
{
    trace(except_entered, (uint32_t)frame, (uint32_t)entry->handler);
}

int _abnormal_termination(void)
{
    const DWORD *own = __builtin_frame_address(0);
    const struct local_unwind_record *head = (const struct local_unwind_record *)seh_head();
    return head->link.Handler == local_unwind_handler && head->ebp == (void *)own[0];
}
