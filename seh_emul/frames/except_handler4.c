/* Frames of the second generation: the scope table's address is hidden by the program's cookie, and
 * cookies in the function's frame are checked before its code is trusted. */
#include "seh_emul/frames/scope.h"

#include <seh.h>

static const struct scope_table4 *table_of(const struct scope_frame *frame, const ULONG_PTR *cookie)
{
    return (const struct scope_table4 *)(frame->scope_table ^ *cookie);
}

static void check_cookies(const struct scope_table4 *table, const struct scope_frame *frame,
                          cookie_check *check)
{
    const char *ebp = (const char *)frame->ebp;
    if (table->gs_cookie != OUTSIDE4)
        check(*(const ULONG_PTR *)(ebp + table->gs_cookie) ^
              (ULONG_PTR)(ebp + table->gs_cookie_xor));
    check(*(const ULONG_PTR *)(ebp + table->eh_cookie) ^ (ULONG_PTR)(ebp + table->eh_cookie_xor));
}

void _local_unwind4(const ULONG_PTR *cookie, EXCEPTION_REGISTRATION_RECORD *link, LONG stop)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    scope_unwind(frame, table_of(frame, cookie)->entries, OUTSIDE4, stop);
}

EXCEPTION_DISPOSITION _except_handler4_common(const ULONG_PTR *cookie, cookie_check *check,
                                              EXCEPTION_RECORD *record,
                                              EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                              EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct scope_frame *frame = (struct scope_frame *)link;
    const struct scope_table4 *table = table_of(frame, cookie);
    EXCEPTION_POINTERS pointers = {record, context};
    EXCEPTION_DISPOSITION disposition;
    (void)dispatcher;
    check_cookies(table, frame, check);
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        _local_unwind4(cookie, link, OUTSIDE4);
        check_cookies(table, frame, check);
        return ExceptionContinueSearch;
    }
    LONG level = scope_search(frame, table->entries, OUTSIDE4, &pointers, &disposition);
    check_cookies(table, frame, check);
    if (level == OUTSIDE4)
        return disposition;
    scope_take(record);
    _global_unwind2(link);
    _local_unwind4(cookie, link, level);
    frame->level = table->entries[level].previous;
    check_cookies(table, frame, check);
    scope_enter(frame, &table->entries[level]);
}
