/* Texts of characters of one or two bytes. The code page has none of two, so most calls are those
 * for narrow texts; here are those that these have not. */
#include "lib/invalid_parameter.h"
#include "win32/msvcrt/call.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

typedef unsigned char byte;

enum { BYTES = 256, CAPITAL = 0x10, SMALL = 0x20 };

/* The classes of each byte, EOF's entry first, and the other letter of each letter. */
extern byte _mbctype[1 + BYTES], _mbcasemap[BYTES];
byte _mbctype[1 + BYTES], _mbcasemap[BYTES];

CALL(byte *, __p__mbctype, void)
{
    return _mbctype;
}

CALL(byte *, __p__mbcasemap, void)
{
    return _mbcasemap;
}

__attribute__((constructor)) static void fill_tables(void)
{
    for (int letter = 'A'; letter <= 'Z'; letter++) {
        int small = tolower(letter);
        _mbctype[1 + letter] = CAPITAL;
        _mbctype[1 + small] = SMALL;
        _mbcasemap[letter] = (byte)small;
        _mbcasemap[small] = (byte)letter;
    }
}

CALL(int, _getmbcp, void)
{
    return 0; /* no characters of two bytes */
}

CALL(int, _setmbcp, int page)
{
    enum { OEM = -2, ANSI = -3, LOCALE = -4, SINGLE = 0 };
    if (page == SINGLE || (page >= LOCALE && page <= OEM))
        return 0;
    errno = EINVAL;
    return -1;
}

/* ---------------------------------------------------------------- one character */

/* These calls ask for the first or second byte of a pair, or for a sign of Japanese. No character
 * is one. */
CALL(int, msvcrt_no_byte, unsigned character)
{
    (void)character;
    return 0;
}

/* No byte of a text is one. */
CALL(int, msvcrt_no_byte_of_text, const byte *text, const byte *place)
{
    (void)text, (void)place;
    return 0;
}

#define CLASS(name, is)                                                                            \
    CALL(int, name, unsigned character)                                                            \
    {                                                                                              \
        return character < BYTES && is((int)character);                                            \
    }

CLASS(_ismbcalnum, isalnum)
CLASS(_ismbcalpha, isalpha)
CLASS(_ismbcdigit, isdigit)
CLASS(_ismbcgraph, isgraph)
CLASS(_ismbclower, islower)
CLASS(_ismbcprint, isprint)
CLASS(_ismbcpunct, ispunct)
CLASS(_ismbcspace, isspace)
CLASS(_ismbcupper, isupper)

CALL(unsigned, _mbctolower, unsigned character)
{
    return character < BYTES ? (unsigned)tolower((int)character) : character;
}

CALL(unsigned, _mbctoupper, unsigned character)
{
    return character < BYTES ? (unsigned)toupper((int)character) : character;
}

/* ---------------------------------------------------------------- a character of a text */

CALL(size_t, _mbclen, const byte *text)
{
    (void)text;
    return 1;
}

CALL(void, _mbccpy, byte *to, const byte *from)
{
    *to = *from;
}

CALL(byte *, _mbsinc, const byte *text)
{
    return (byte *)text + 1;
}

CALL(byte *, _mbsdec, const byte *start, const byte *text)
{
    return text > start ? (byte *)text - 1 : NULL;
}

CALL(byte *, _mbsninc, const byte *text, size_t count)
{
    return text ? (byte *)text + strnlen((const char *)text, count) : NULL;
}

CALL(unsigned, _mbsnextc, const byte *text)
{
    return *text;
}

CALL(int, msvcrt_mbscmp, const byte *left, const byte *right)
{
    if (!is_given(left, "_mbscmp") || !is_given(right, "_mbscmp"))
        return _NLSCMPERROR;
    return strcmp((const char *)left, (const char *)right);
}

/* Returns the first one that is none of those, or NULL. */
CALL(byte *, _mbsspnp, const byte *text, const byte *accepted)
{
    text += strspn((const char *)text, (const char *)accepted);
    return *text ? (byte *)text : NULL;
}
