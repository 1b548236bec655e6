/* The handler of __try in its fourth form: msvcrt.dll's, with this image's cookie. */
#include "crt_cookie.h"

#include <windows.h>

extern void __fastcall __security_check_cookie(uintptr_t cookie);
extern EXCEPTION_DISPOSITION _except_handler4_common(uintptr_t *cookie,
                                                     void(__fastcall *check)(uintptr_t),
                                                     EXCEPTION_RECORD *record, void *frame,
                                                     CONTEXT *context, void *dispatch);

EXCEPTION_DISPOSITION _except_handler4(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                       void *dispatch)
{
    return _except_handler4_common(&__security_cookie, __security_check_cookie, record, frame,
                                   context, dispatch);
}
