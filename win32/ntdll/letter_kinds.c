/* The kinds and cases of characters by ntdll.dll. Its own table has the 256 characters of Latin-1
 * and, for bytes, those of ASCII. The answers are Windows' bits of a kind (C1_UPPER and others). */
#include "win32/ntdll/rtl_texts.h"

#include <stringapiset.h>
#include <wchar.h>
#include <winnls.h>
#include <winternl.h>

/* The table of exports alone knows them. */
int ntdll_iswctype(wint_t letter, unsigned short mask);
int ntdll_tolower(int byte);
int ntdll_toupper(int byte);
wint_t ntdll_towlower(wint_t letter);
wint_t ntdll_towupper(wint_t letter);

/* The kind of this character and of those behind it, up to the next row's. */
static const struct {
    unsigned short first, bits;
} kinds[] = {
    {0x00, C1_CNTRL},
    {0x09, C1_CNTRL | C1_SPACE | C1_BLANK},
    {0x0A, C1_CNTRL | C1_SPACE},
    {0x0E, C1_CNTRL},
    {' ', C1_SPACE | C1_BLANK},
    {'!', C1_PUNCT},
    {'0', C1_DIGIT | C1_XDIGIT},
    {':', C1_PUNCT},
    {'A', C1_ALPHA | C1_UPPER | C1_XDIGIT},
    {'G', C1_ALPHA | C1_UPPER},
    {'[', C1_PUNCT},
    {'a', C1_ALPHA | C1_LOWER | C1_XDIGIT},
    {'g', C1_ALPHA | C1_LOWER},
    {'{', C1_PUNCT},
    {0x7F, C1_CNTRL},
    {0xA0, C1_SPACE | C1_BLANK},
    {0xA1, C1_PUNCT},
    {0xB2, C1_PUNCT | C1_DIGIT}, /* raised 2 and 3 */
    {0xB4, C1_PUNCT},
    {0xB9, C1_PUNCT | C1_DIGIT}, /* raised 1 */
    {0xBA, C1_PUNCT},
    {0xC0, C1_ALPHA | C1_UPPER},
    {0xD7, C1_PUNCT},
    {0xD8, C1_ALPHA | C1_UPPER},
    {0xDF, C1_ALPHA | C1_LOWER},
    {0xF7, C1_PUNCT},
    {0xF8, C1_ALPHA | C1_LOWER},
    {0x100, 0},
};

int ntdll_iswctype(wint_t letter, unsigned short mask)
{
    unsigned row = sizeof kinds / sizeof *kinds;
    while (kinds[--row].first > letter)
        ;
    return kinds[row].bits & mask;
}

/* A tabulator is no blank there. */
static int byte_kind(int byte, unsigned short mask)
{
    return byte < 0 || byte > 0x7F
               ? 0
               : ntdll_iswctype((wint_t)byte, byte == '\t' ? mask & ~C1_BLANK : mask);
}

#define KIND(name, mask)                                                                           \
    int ntdll_is##name(int byte);                                                                  \
    int ntdll_is##name(int byte)                                                                   \
    {                                                                                              \
        return byte_kind(byte, mask);                                                              \
    }
#define WIDE_KIND(name, mask)                                                                      \
    int ntdll_isw##name(wint_t letter);                                                            \
    int ntdll_isw##name(wint_t letter)                                                             \
    {                                                                                              \
        return ntdll_iswctype(letter, mask);                                                       \
    }
#define LETTERS (C1_UPPER | C1_LOWER)
KIND(alnum, C1_DIGIT | LETTERS)
KIND(alpha, LETTERS)
KIND(cntrl, C1_CNTRL)
KIND(digit, C1_DIGIT)
KIND(graph, C1_DIGIT | C1_PUNCT | LETTERS)
KIND(lower, C1_LOWER)
KIND(print, C1_DIGIT | C1_PUNCT | C1_BLANK | LETTERS)
KIND(punct, C1_PUNCT)
KIND(space, C1_SPACE)
KIND(upper, C1_UPPER)
KIND(xdigit, C1_XDIGIT)
WIDE_KIND(alpha, C1_ALPHA | LETTERS)
WIDE_KIND(digit, C1_DIGIT)
WIDE_KIND(lower, C1_LOWER)
WIDE_KIND(space, C1_SPACE)
WIDE_KIND(xdigit, C1_XDIGIT)

/* ---------------------------------------------------------------- cases */

enum { TO_LOWER = 'a' - 'A' };

/* The lowest byte alone says whether it is a letter of ASCII. */
int ntdll_tolower(int byte)
{
    return byte_kind(byte & 0xFF, C1_UPPER) ? byte + TO_LOWER : byte;
}

/* Up to two bytes, the lower one first, are a character of the code page. A character whose capital
 * has more bytes stays as it is. */
int ntdll_toupper(int byte)
{
    char text[] = {(char)byte, (char)(byte >> 8), 0}, upper[2];
    const char *next = text;
    WCHAR wide = RtlUpcaseUnicodeChar(RtlAnsiCharToUnicodeChar(&next));
    switch (WideCharToMultiByte(CP_ACP, 0, &wide, 1, upper, sizeof upper, NULL, NULL)) {
    case 1:
        return (unsigned char)upper[0];
    case 2:
        return (unsigned char)upper[0] << 8 | (unsigned char)upper[1];
    default:
        return byte;
    }
}

wint_t ntdll_towlower(wint_t letter)
{
    return ntdll_iswctype(letter, C1_UPPER) ? (wint_t)(letter + TO_LOWER) : letter;
}

wint_t ntdll_towupper(wint_t letter)
{
    return RtlUpcaseUnicodeChar(letter);
}
