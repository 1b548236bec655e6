/* GetStringType: the kinds of a text's characters. */
#include "win32/fails.h"
#include "win32/locale/character_kinds.h"
#include "win32/locale/locale_names.h"
#include "win32/locale/wide_text.h"

#include <errhandlingapi.h>
#include <wchar.h>

#define UPPER  (C1_UPPER | C1_ALPHA)
#define LOWER  (C1_LOWER | C1_ALPHA)
#define SCRIPT (C1_ALPHA)

/* Ranges up to a unit, each from behind the one before. Beyond Latin-1 the characters are told by
 * the blocks in which they lie: those of scripts are letters, and halves of pairs nothing. */
static const struct character_range ranges[] = {
    {0x08, C1_CNTRL},
    {'\t', C1_CNTRL | C1_SPACE | C1_BLANK},
    {'\r', C1_CNTRL | C1_SPACE},
    {0x1F, C1_CNTRL},
    {' ', C1_SPACE | C1_BLANK},
    {'/', C1_PUNCT},
    {'9', C1_DIGIT | C1_XDIGIT},
    {'@', C1_PUNCT},
    {'F', UPPER | C1_XDIGIT},
    {'Z', UPPER},
    {'`', C1_PUNCT},
    {'f', LOWER | C1_XDIGIT},
    {'z', LOWER},
    {'~', C1_PUNCT},
    {0x9F, C1_CNTRL},
    {0xA0, C1_SPACE | C1_BLANK},
    {0xA9, C1_PUNCT},
    {0xAA, LOWER},
    {0xB1, C1_PUNCT},
    {0xB3, C1_DIGIT | C1_PUNCT},
    {0xB4, C1_PUNCT},
    {0xB5, LOWER},
    {0xB8, C1_PUNCT},
    {0xB9, C1_DIGIT | C1_PUNCT},
    {0xBA, LOWER},
    {0xBF, C1_PUNCT},
    {0xD6, UPPER},
    {0xD7, C1_PUNCT},
    {0xDE, UPPER},
    {0xF6, LOWER},
    {0xF7, C1_PUNCT},
    {0xFF, LOWER},
    {0x2AF, SCRIPT},
    {0x36F, C1_PUNCT},
    {0x1FFF, SCRIPT},
    {0x200B, C1_SPACE | C1_BLANK},
    {0x2BFF, C1_PUNCT},
    {0x2FFF, SCRIPT},
    {0x3000, C1_SPACE | C1_BLANK},
    {0x3040, C1_PUNCT},
    {0xD7FF, SCRIPT},
    {0xDFFF, 0},
    {0xF8FF, C1_PUNCT},
    {0xFFFF, SCRIPT},
};

static WORD type_of(WCHAR unit, const struct character_range *range)
{
    while (range->last < unit)
        range++;
    return range->type;
}

BOOL WINAPI GetStringTypeW(DWORD which, LPCWSTR text, int length, LPWORD types)
{
    const struct character_range *found = which == CT_CTYPE1   ? ranges
                                          : which == CT_CTYPE2 ? character_directions
                                          : which == CT_CTYPE3 ? character_treatments
                                                               : NULL;
    if (!found || !text || !length || !types)
        return fails(ERROR_INVALID_PARAMETER);
    size_t count = length < 0 ? wcslen(text) + 1 : (size_t)length;
    for (size_t i = 0; i < count; i++)
        types[i] = type_of(text[i], found) | (which == CT_CTYPE1 ? C1_DEFINED : 0);
    return TRUE;
}

BOOL WINAPI GetStringTypeExW(LCID locale, DWORD which, LPCWSTR text, int length, LPWORD types)
{
    return locale_of_number(locale) && GetStringTypeW(which, text, length, types);
}

BOOL WINAPI GetStringTypeA(LCID locale, DWORD which, LPCSTR text, int length, LPWORD types)
{
    int count;
    if (!locale_of_number(locale))
        return FALSE;
    if (!text || !length)
        return fails(ERROR_INVALID_PARAMETER);
    LPWSTR wide = wide_text(text, length < 0 ? (int)strlen(text) + 1 : length, &count);
    if (!wide)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    BOOL told = GetStringTypeW(which, wide, count, types);
    free(wide);
    return told;
}

BOOL WINAPI GetStringTypeExA(LCID locale, DWORD which, LPCSTR text, int length, LPWORD types)
{
    return GetStringTypeA(locale, which, text, length, types);
}
