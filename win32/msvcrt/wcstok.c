/* wcstok as msvcrt.dll has it: each thread has one position. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/thread_data.h"

#include <wchar.h>

CALL(wchar_t *, msvcrt_wcstok, wchar_t *text, const wchar_t *separators)
{
    return wcstok(text, separators, &msvcrt_thread()->wide_token);
}
