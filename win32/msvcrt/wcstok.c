/* wcstok as msvcrt.dll has it: each thread has one position. That of ucrtbase.dll takes it where
 * the program has no place for another. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/thread_data.h"

#include <wchar.h>

CALL(wchar_t *, msvcrt_wcstok, wchar_t *text, const wchar_t *separators)
{
    return wcstok(text, separators, &msvcrt_thread()->wide_token);
}

CALL(wchar_t *, ucrt_wcstok, wchar_t *text, const wchar_t *separators, wchar_t **position)
{
    return position ? wcstok(text, separators, position) : msvcrt_wcstok(text, separators);
}
