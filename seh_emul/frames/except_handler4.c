/* Frames of the second generation: the scope table's address is hidden by the program's cookie, and
 * cookies in the function's frame are checked before its code is trusted. */
#include "seh_emul/frames/scope.h"

#include "kernel/call/trace.h"
#include "lib/inlining.h"

#include <seh.h>

static const struct scope_table4 *table_of(const struct scope_frame *frame, const ULONG_PTR *cookie)
{
    return (const struct scope_table4 *)(frame->scope_table ^ *cookie);
}

static COLD void trace_check(ULONG_PTR place, ULONG_PTR mask, ULONG_PTR cookie)
{
    if ((*(const ULONG_PTR *)place ^ mask) == cookie)
        trace(cookie_right, place, mask);
    else
        trace(cookie_wrong, place, mask);
}

/* Does not return when the word there is another one than the function has stored. */
static void check_cookie(ULONG_PTR place, ULONG_PTR mask, ULONG_PTR cookie, cookie_check *check)
{
    if (trace_on)
        trace_check(place, mask, cookie);
    check(*(const ULONG_PTR *)place ^ mask);
}

static void check_cookies(const struct scope_table4 *table, const struct scope_frame *frame,
                          ULONG_PTR cookie, cookie_check *check)
{
    ULONG_PTR ebp = (ULONG_PTR)frame->ebp;
    if (table->gs_cookie != OUTSIDE4)
        check_cookie(ebp + table->gs_cookie, ebp + table->gs_cookie_xor, cookie, check);
    check_cookie(ebp + table->eh_cookie, ebp + table->eh_cookie_xor, cookie, check);
}

void _local_unwind4(const ULONG_PTR *cookie, EXCEPTION_REGISTRATION_RECORD *link, LONG stop)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    scope_unwind(frame, table_of(frame, cookie)->entries, OUTSIDE4, stop, frame->ebp);
}

EXCEPTION_DISPOSITION _except_handler4_common(const ULONG_PTR *cookie, cookie_check *check,
                                              EXCEPTION_RECORD *record,
                                              EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                              EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    const struct scope_table4 *table = table_of(frame, cookie);
    EXCEPTION_DISPOSITION disposition;
    (void)dispatcher;
    check_cookies(table, frame, *cookie, check);
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        _local_unwind4(cookie, link, OUTSIDE4);
        check_cookies(table, frame, *cookie, check);
        return ExceptionContinueSearch;
    }
    struct scope_question question = {{record, context}, scope_pointers(frame), frame->ebp};
    LONG level = scope_search(frame, table->entries, OUTSIDE4, &question, &disposition);
    check_cookies(table, frame, *cookie, check);
    if (level == OUTSIDE4)
        return disposition;
    scope_take(record);
    _global_unwind2(link);
    _local_unwind4(cookie, link, level);
    frame->level = table->entries[level].previous;
    check_cookies(table, frame, *cookie, check);
    scope_enter(frame, &table->entries[level], frame->ebp);
}
