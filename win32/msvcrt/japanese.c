/* Characters of Japanese code pages, which the code page has not: each stays what it is. */
#include "win32/msvcrt/call.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

typedef unsigned char byte;

/* Between full and half width, JIS and Shift-JIS, and the two alphabets. */
CALL(unsigned, msvcrt_same_character, unsigned character)
{
    return character;
}

enum { SINGLE = 0, ILLEGAL = -1, BEHIND_LEAD = 1 };

/* The type of a byte behind one of another type. Nothing may stand behind a first byte of two. */
CALL(int, _mbbtype, byte character, int type_before)
{
    return type_before != BEHIND_LEAD && isprint(character) ? SINGLE : ILLEGAL;
}

CALL(int, _mbbtype_l, byte character, int type_before, void *locale)
{
    (void)locale;
    return _mbbtype(character, type_before);
}

/* The type of a byte in a text. Behind the text's end there is none. */
CALL(int, _mbsbtype, const byte *text, size_t index)
{
    if (!text) {
        errno = EINVAL;
        return ILLEGAL;
    }
    return strnlen((const char *)text, index + 1) <= index ? ILLEGAL
                                                           : _mbbtype(text[index], SINGLE);
}

CALL(int, _mbsbtype_l, const byte *text, size_t index, void *locale)
{
    (void)locale;
    return _mbsbtype(text, index);
}

/* *length becomes the number of bytes. */
CALL(int, _mbccpy_s, byte *to, size_t size, int *length, const byte *from)
{
    if (length)
        *length = 0;
    if (!to || !size || !from) {
        if (to && size)
            *to = 0;
        return errno = EINVAL;
    }
    *to = *from;
    if (length)
        *length = 1;
    return 0;
}

CALL(int, _mbccpy_s_l, byte *to, size_t size, int *length, const byte *from, void *locale)
{
    (void)locale;
    return _mbccpy_s(to, size, length, from);
}
