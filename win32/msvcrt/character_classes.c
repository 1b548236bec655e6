/* Classes of characters as bits, by which programs look them up themselves, and of wide characters,
 * of which a program hands over 16 bits. */
#include "win32/msvcrt/call.h"

#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <wctype.h>

enum {
    UPPER = 1,
    LOWER = 2,
    DIGIT = 4,
    SPACE = 8,
    PUNCTUATION = 0x10,
    CONTROL = 0x20,
    BLANK = 0x40,
    HEX = 0x80,
    LETTER = 0x100, /* and neither a capital nor a small letter */
    ALPHA = LETTER | UPPER | LOWER,
    CHARACTERS = 256
};

/* The classes of ASCII's characters. Other characters of one byte have no class. The first entry is
 * EOF's. */
extern unsigned short _ctype[1 + CHARACTERS];
unsigned short _ctype[1 + CHARACTERS] = {
    [1 + 0 ... 1 + 8] = CONTROL,         [1 + '\t' ... 1 + '\r'] = SPACE | CONTROL,
    [1 + 0xE ... 1 + 0x1F] = CONTROL,    [1 + ' '] = SPACE | BLANK,
    [1 + '!' ... 1 + '/'] = PUNCTUATION, [1 + '0' ... 1 + '9'] = DIGIT | HEX,
    [1 + ':' ... 1 + '@'] = PUNCTUATION, [1 + 'A' ... 1 + 'F'] = UPPER | HEX,
    [1 + 'G' ... 1 + 'Z'] = UPPER,       [1 + '[' ... 1 + '`'] = PUNCTUATION,
    [1 + 'a' ... 1 + 'f'] = LOWER | HEX, [1 + 'g' ... 1 + 'z'] = LOWER,
    [1 + '{' ... 1 + '~'] = PUNCTUATION, [1 + 0x7F] = CONTROL,
};

VARIABLE(const unsigned short *, _pctype) = _ctype + 1;

CALL(const unsigned short *, __pctype_func, void)
{
    return _pctype;
}

/* For EOF and the characters of a byte. */
CALL(int, _isctype, int character, int bits)
{
    return _pctype[character] & bits;
}

/* No byte begins a pair. */
CALL(int, isleadbyte, int character)
{
    (void)character;
    return 0;
}

/* ---------------------------------------------------------------- wide ones */

/* A tab is not printed, and BLANK is. */
static int is_wide_blank(wint_t character)
{
    return character != L'\t' && iswblank(character);
}

static const struct class_bit {
    unsigned short bit;
    int (*is)(wint_t character);
} class_bits[] = {
    {UPPER, iswupper},       {LOWER, iswlower},   {DIGIT, iswdigit},      {SPACE, iswspace},
    {PUNCTUATION, iswpunct}, {CONTROL, iswcntrl}, {BLANK, is_wide_blank}, {HEX, iswxdigit},
};

static unsigned short wide_bits(wchar_t character)
{
    unsigned short bits = 0;
    for (unsigned i = 0; i < sizeof class_bits / sizeof *class_bits; i++)
        if (class_bits[i].is(character))
            bits |= class_bits[i].bit;
    return iswalpha(character) ? bits | LETTER : bits;
}

CALL(int, msvcrt_iswctype, wchar_t character, unsigned short bits)
{
    return character == 0xFFFF ? 0 : wide_bits(character) & bits;
}

/* The blanks in ucrtbase.dll's tables, which are fewer. */
static bool is_ucrt_blank(wchar_t character)
{
    return character == L' ' || character == 0x3000 || character == 0xFEFF;
}

CALL(int, ucrt_iswctype, wchar_t character, unsigned short bits)
{
    int found = msvcrt_iswctype(character, bits & (unsigned short)~BLANK);
    return bits & BLANK && is_ucrt_blank(character) ? found | BLANK : found;
}

CALL(int, ucrt_iswblank, wchar_t character)
{
    return character == L'\t' || is_ucrt_blank(character);
}

/* A tab is a blank for isblank, but not by the bit of blanks. */
CALL(int, _isblank_l, int character, void *locale)
{
    (void)locale;
    return _isctype(character, BLANK);
}

/* The bits of the first 256 characters, as a table: to ask for each would be half of a program's
 * start. */
enum { CAPITAL = UPPER | LETTER, SMALL = LOWER | LETTER };
extern unsigned short _wctype[1 + CHARACTERS];
unsigned short _wctype[1 + CHARACTERS] = {
    [1 + 0 ... 1 + 8] = CONTROL,
    [1 + '\t' ... 1 + '\r'] = SPACE | CONTROL,
    [1 + 0xE ... 1 + 0x1F] = CONTROL,
    [1 + ' '] = SPACE | BLANK,
    [1 + '!' ... 1 + '/'] = PUNCTUATION,
    [1 + '0' ... 1 + '9'] = DIGIT | HEX,
    [1 + ':' ... 1 + '@'] = PUNCTUATION,
    [1 + 'A' ... 1 + 'F'] = CAPITAL | HEX,
    [1 + 'G' ... 1 + 'Z'] = CAPITAL,
    [1 + '[' ... 1 + '`'] = PUNCTUATION,
    [1 + 'a' ... 1 + 'f'] = SMALL | HEX,
    [1 + 'g' ... 1 + 'z'] = SMALL,
    [1 + '{' ... 1 + '~'] = PUNCTUATION,
    [1 + 0x7F ... 1 + 0x9F] = CONTROL,
    [1 + 0xA0] = SPACE | BLANK,
    [1 + 0xA1 ... 1 + 0xA9] = PUNCTUATION,
    [1 + 0xAA] = LETTER,
    [1 + 0xAB ... 1 + 0xAC] = PUNCTUATION,
    [1 + 0xAE ... 1 + 0xB4] = PUNCTUATION,
    [1 + 0xB5] = SMALL,
    [1 + 0xB6 ... 1 + 0xB9] = PUNCTUATION,
    [1 + 0xBA] = LETTER,
    [1 + 0xBB ... 1 + 0xBF] = PUNCTUATION,
    [1 + 0xC0 ... 1 + 0xD6] = CAPITAL,
    [1 + 0xD7] = PUNCTUATION,
    [1 + 0xD8 ... 1 + 0xDE] = CAPITAL,
    [1 + 0xDF ... 1 + 0xF6] = SMALL,
    [1 + 0xF7] = PUNCTUATION,
    [1 + 0xF8 ... 1 + 0xFF] = SMALL,
};

VARIABLE(const unsigned short *, _pwctype) = _wctype + 1;

CALL(const unsigned short *, __pwctype_func, void)
{
    return _pwctype;
}

#define WIDE_CLASS(name, bits)                                                                     \
    CALL(int, name, wchar_t character)                                                             \
    {                                                                                              \
        return msvcrt_iswctype(character, bits);                                                   \
    }

WIDE_CLASS(msvcrt_iswalnum, ALPHA | DIGIT)
WIDE_CLASS(msvcrt_iswalpha, ALPHA)
WIDE_CLASS(msvcrt_iswcntrl, CONTROL)
WIDE_CLASS(msvcrt_iswdigit, DIGIT)
WIDE_CLASS(msvcrt_iswgraph, PUNCTUATION | ALPHA | DIGIT)
WIDE_CLASS(msvcrt_iswlower, LOWER)
WIDE_CLASS(msvcrt_iswprint, BLANK | PUNCTUATION | ALPHA | DIGIT)
WIDE_CLASS(msvcrt_iswpunct, PUNCTUATION)
WIDE_CLASS(msvcrt_iswspace, SPACE)
WIDE_CLASS(msvcrt_iswupper, UPPER)
WIDE_CLASS(msvcrt_iswxdigit, HEX)

CALL(int, iswascii, wchar_t character)
{
    return character < 0x80;
}

/* Whether a program has asked for the user's locale, "". In "C" only ASCII has two cases. */
static bool knows_letters;

CALL(char *, msvcrt_setlocale, int category, const char *name)
{
    char *result = setlocale(category, name);
    if (result && name && (category == LC_ALL || category == LC_CTYPE))
        knows_letters = !*name;
    return result;
}

CALL(wchar_t, msvcrt_towlower, wchar_t character)
{
    if (character >= 0x80 && (!knows_letters || character == 0xFFFF))
        return character;
    return (wchar_t)towlower(character);
}

CALL(wchar_t, msvcrt_towupper, wchar_t character)
{
    if (character >= 0x80 && (!knows_letters || character == 0xFFFF))
        return character;
    return (wchar_t)towupper(character);
}

/* Without asking whether it is such a letter. */
CALL(int, _tolower, int character)
{
    return character - 'A' + 'a';
}

CALL(int, _toupper, int character)
{
    return character - 'a' + 'A';
}
