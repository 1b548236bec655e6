/* Characters one by one between narrow and wide texts, as in the locale "C" of ucrtbase.dll, where
 * each byte is a character with its number. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

extern int msvcrt_wctomb(char *to, wchar_t character);

CALL(size_t, ucrt_mbrtowc, wchar_t *to, const char *text, size_t size, void *state)
{
    (void)state;
    if (!text)
        return 0;
    if (!size)
        return (size_t)-2;
    if (to)
        *to = (unsigned char)*text;
    return *text ? 1 : 0;
}

CALL(size_t, ucrt_mbrlen, const char *text, size_t size, void *state)
{
    return ucrt_mbrtowc(NULL, text, size, state);
}

CALL(size_t, ucrt_wcrtomb, char *to, wchar_t character, void *state)
{
    (void)state;
    return to ? (size_t)msvcrt_wctomb(to, character) : 1;
}

CALL(size_t, ucrt_mbsrtowcs, wchar_t *to, const char **text, size_t count, void *state)
{
    size_t length = 0;
    const char *next = *text;
    (void)state;
    for (; (!to || length < count) && *next; length++, next++)
        if (to)
            to[length] = (unsigned char)*next;
    if (to && length < count)
        to[length] = 0;
    if (to)
        *text = length < count ? NULL : next;
    return length;
}

CALL(size_t, ucrt_wcsrtombs, char *to, const wchar_t **text, size_t size, void *state)
{
    size_t length = 0;
    const wchar_t *next = *text;
    char unused;
    (void)state;
    for (; (!to || length < size) && *next; length++, next++)
        if (msvcrt_wctomb(to ? to + length : &unused, *next) < 0)
            return (size_t)-1;
    if (to && length < size)
        to[length] = 0;
    if (to)
        *text = length < size ? NULL : next;
    return length;
}

CALL(wint_t, ucrt_btowc, int byte)
{
    return byte == -1 ? WEOF : (unsigned char)byte;
}

CALL(int, ucrt_wctob, wint_t character)
{
    return character < 0x100 ? (signed char)character : -1;
}
