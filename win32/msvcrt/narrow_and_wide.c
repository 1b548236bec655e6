/* Conversions between narrow and wide texts as in the locale "C" of msvcrt.dll, where each byte is
 * a character with its number, and no other character has a byte. */
#include "lib/invalid_parameter.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The most bytes that a character has. */
extern int __mb_cur_max;
int __mb_cur_max = 1;

CALL(int *, __p___mb_cur_max, void)
{
    return &__mb_cur_max;
}

CALL(int, ___mb_cur_max_func, void)
{
    return __mb_cur_max;
}

/* All locales are "C". */
CALL(int, ___mb_cur_max_l_func, const void *locale)
{
    (void)locale;
    return __mb_cur_max;
}

static bool has_byte(wchar_t character)
{
    if (character < 0x100)
        return true;
    errno = EILSEQ;
    return false;
}

CALL(int, msvcrt_mblen, const char *text, size_t size)
{
    return text && *text && size ? 1 : 0;
}

CALL(int, msvcrt_mbtowc, wchar_t *to, const char *text, size_t size)
{
    if (!text || !size)
        return 0;
    if (to)
        *to = (unsigned char)*text;
    return *text ? 1 : 0;
}

CALL(int, msvcrt_wctomb, char *to, wchar_t character)
{
    if (!to)
        return 0;
    if (!has_byte(character))
        return -1;
    *to = (char)character;
    return 1;
}

CALL(size_t, msvcrt_mbstowcs, wchar_t *to, const char *from, size_t count)
{
    size_t length = 0;
    if (!is_given(from, "mbstowcs"))
        return (size_t)-1;
    for (; (!to || length < count) && from[length]; length++)
        if (to)
            to[length] = (unsigned char)from[length];
    if (to && length < count)
        to[length] = 0;
    return length;
}

CALL(size_t, msvcrt_wcstombs, char *to, const wchar_t *from, size_t size)
{
    size_t length = 0;
    if (!is_given(from, "wcstombs"))
        return (size_t)-1;
    for (; (!to || length < size) && from[length]; length++) {
        if (!has_byte(from[length]))
            return (size_t)-1;
        if (to)
            to[length] = (char)from[length];
    }
    if (to && length < size)
        to[length] = 0;
    return length;
}

/* ---------------------------------------------------------------- with sizes */

/* Tells the length with the zero at the end, and returns the error. */
static int finish(size_t *told, size_t length, int error)
{
    if (told)
        *told = error ? 0 : length + 1;
    if (error && error != STRUNCATE)
        errno = error;
    return error;
}

/* How many characters of a text that has so many are taken, where the place has this size. */
static int fit(size_t *length, size_t size, size_t count)
{
    bool may_be_cut = count == _TRUNCATE;
    if (*length > count)
        *length = count;
    if (*length < size)
        return 0;
    *length = size - 1;
    return may_be_cut ? STRUNCATE : ERANGE;
}

CALL(int, msvcrt_mbstowcs_s, size_t *told, wchar_t *to, size_t size, const char *from, size_t count)
{
    if (!from || (!to && size) || (to && !size))
        return finish(told, 0, EINVAL);
    size_t length = strlen(from);
    if (!to)
        return finish(told, length, 0);
    int error = fit(&length, size, count);
    msvcrt_mbstowcs(to, from, length);
    to[error == ERANGE ? 0 : length] = 0;
    finish(told, length, error == ERANGE ? error : 0);
    return error;
}

CALL(int, msvcrt_wcstombs_s, size_t *told, char *to, size_t size, const wchar_t *from, size_t count)
{
    if (!from || (!to && size) || (to && !size))
        return finish(told, 0, EINVAL);
    size_t length = wcslen(from);
    if (msvcrt_wcstombs(NULL, from, 0) == (size_t)-1) {
        if (to)
            *to = 0;
        return finish(told, 0, EILSEQ);
    }
    if (!to)
        return finish(told, length, 0);
    int error = fit(&length, size, count);
    msvcrt_wcstombs(to, from, length);
    to[error == ERANGE ? 0 : length] = 0;
    finish(told, length, error == ERANGE ? error : 0);
    return error;
}

CALL(int, wctomb_s, int *told, char *to, size_t size, wchar_t character)
{
    if (to && !size)
        return errno = ERANGE;
    int length = msvcrt_wctomb(to, character);
    if (told)
        *told = length;
    return length < 0 ? errno : 0;
}
