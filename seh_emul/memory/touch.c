/* Any exception of the touching instructions ends at touch_failed. Vectored handlers see it before,
 * as on Windows. */
#include "seh_emul/memory/touch.h"

#include <seh.h>

static EXCEPTION_DISPOSITION fail(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                  CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    bool touching = context->Eip >= (DWORD)touch_pages && context->Eip < (DWORD)touch_failed;
    if (record->ExceptionFlags & EXCEPTION_UNWIND || !touching)
        return ExceptionContinueSearch; /* e.g. a program's single step through here */
    context->Eip = (DWORD)touch_failed;
    return ExceptionContinueExecution;
}

bool touch_fails(const void *address, DWORD size, bool write)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    const char *first = address, *last = first + size - 1;
    if (size == 0)
        return false;
    if (!address || (DWORD)last < (DWORD)first)
        return true;
    seh_link(&frame, fail);
    bool fails = !touch_pages(first, last, write);
    seh_unlink(&frame);
    return fails;
}
