#include "win32/kernel32/fold_string.h"

#include "win32/fails.h"
#include "win32/locale/wide_text.h"

#include <stdbool.h>
#include <wchar.h>

/* Ranges of digits: the character, the digit that it is, and how many follow each other. */
static const struct {
    DWORD begin;
    BYTE digit, count;
} digits[] = {
    {0x00B2, 2, 2},   {0x00B9, 1, 1},   {0x0660, 0, 10},  {0x06F0, 0, 10},  {0x07C0, 0, 10},
    {0x0966, 0, 10},  {0x09E6, 0, 10},  {0x0A66, 0, 10},  {0x0AE6, 0, 10},  {0x0B66, 0, 10},
    {0x0BE6, 0, 10},  {0x0C66, 0, 10},  {0x0CE6, 0, 10},  {0x0D66, 0, 10},  {0x0E50, 0, 10},
    {0x0ED0, 0, 10},  {0x0F20, 0, 10},  {0x1040, 0, 10},  {0x1090, 0, 10},  {0x1369, 1, 9},
    {0x17E0, 0, 10},  {0x1810, 0, 10},  {0x1946, 0, 10},  {0x19D0, 0, 10},  {0x1B50, 0, 10},
    {0x1BB0, 0, 10},  {0x1C40, 0, 10},  {0x1C50, 0, 10},  {0x2070, 0, 1},   {0x2074, 4, 6},
    {0x2080, 0, 10},  {0x2460, 1, 9},   {0x2474, 1, 9},   {0x2488, 1, 9},   {0x24EA, 0, 1},
    {0x24F5, 1, 9},   {0x24FF, 0, 1},   {0x2776, 1, 9},   {0x2780, 1, 9},   {0x278A, 1, 9},
    {0x3007, 0, 1},   {0x3021, 1, 9},   {0xA620, 0, 10},  {0xA8D0, 0, 10},  {0xA900, 0, 10},
    {0xAA50, 0, 10},  {0xFF10, 0, 10},  {0x10107, 1, 9},  {0x10320, 1, 1},  {0x10321, 5, 1},
    {0x104A0, 0, 10}, {0x1D7CE, 0, 10}, {0x1D7D8, 0, 10}, {0x1D7E2, 0, 10}, {0x1D7EC, 0, 10},
    {0x1D7F6, 0, 10},
};

/* The digit that a character is, or the character. */
static DWORD as_digit(DWORD character)
{
    for (unsigned i = 0; i < sizeof digits / sizeof digits[0]; i++)
        if (character >= digits[i].begin && character < digits[i].begin + digits[i].count)
            return '0' + digits[i].digit + character - digits[i].begin;
    return character;
}

/* The digit that a pair of units is; 0: it is none. */
static WCHAR digit_of_pair(const WCHAR pair[2])
{
    if (pair[0] >> 10 != 0xD800 >> 10 || pair[1] >> 10 != 0xDC00 >> 10)
        return 0;
    DWORD character = 0x10000 + ((pair[0] & 0x3FFu) << 10) + (pair[1] & 0x3FFu);
    DWORD digit = as_digit(character);
    return digit == character ? 0 : (WCHAR)digit;
}

/* The letters of Latin-1 from C0h to DFh, each with a sign for its mark; "xx" has none. The small
 * ones have the same marks, 20h higher. */
static const char letters[] =
    "A`A'A^A~A\"AoxxC,E`E'E^E\"I`I'I^I\"xxN~O`O'O^O~O\"xxxxU`U'U^U\"Y'xxxx";
static const char signs[] = "`'^~\"o,";
static const WCHAR marks[] = {0x300, 0x301, 0x302, 0x303, 0x308, 0x30A, 0x327};
enum { LARGE = 0xC0, SMALL = 0x20, LETTERS = sizeof letters / 2, Y_DIAERESIS = 0xFF };

static WCHAR mark_of(char sign)
{
    return marks[strchr(signs, sign) - signs];
}

/* Stores the parts of a letter with a mark. Returns their number. */
static int parts_of(WCHAR unit, WCHAR parts[2])
{
    WCHAR small = unit & SMALL;
    unsigned i = (unsigned)(unit & ~SMALL) - LARGE;
    if (unit == Y_DIAERESIS) {
        parts[0] = 'y', parts[1] = mark_of('"');
        return 2;
    }
    parts[0] = unit;
    if (unit > Y_DIAERESIS || i >= LETTERS || letters[2 * i] == 'x')
        return 1;
    parts[0] = (WCHAR)((WCHAR)letters[2 * i] | small);
    parts[1] = mark_of(letters[2 * i + 1]);
    return 2;
}

/* The letter that is a letter and a mark; 0: there is none. */
static WCHAR whole_of(WCHAR letter, WCHAR mark)
{
    WCHAR parts[2];
    for (WCHAR unit = LARGE; unit <= Y_DIAERESIS; unit++)
        if (parts_of(unit, parts) == 2 && parts[0] == letter && parts[1] == mark)
            return unit;
    return 0;
}

static const struct {
    WCHAR ligature;
    const wchar_t *letters;
} ligatures[] = {
    {0x00C6, L"AE"},  {0x00DF, L"ss"},  {0x00E6, L"ae"}, {0x0132, L"IJ"}, {0x0133, L"ij"},
    {0x0152, L"OE"},  {0x0153, L"oe"},  {0xFB00, L"ff"}, {0xFB01, L"fi"}, {0xFB02, L"fl"},
    {0xFB03, L"ffi"}, {0xFB04, L"ffl"}, {0xFB06, L"st"},
};
enum { MOST_LETTERS = 3 };

/* Stores what a unit becomes. Returns the number of units. */
static int fold(DWORD flags, WCHAR unit, WCHAR units[MOST_LETTERS])
{
    enum { WIDE = 0xFF01, WIDE_END = 0xFF5E, NARROW = '!', WIDE_SPACE = 0x3000 };
    if (flags & MAP_FOLDDIGITS)
        unit = (WCHAR)as_digit(unit);
    if (flags & MAP_FOLDCZONE && unit >= WIDE && unit <= WIDE_END)
        unit = (WCHAR)(unit - WIDE + NARROW);
    if (flags & MAP_FOLDCZONE && unit == WIDE_SPACE)
        unit = ' ';
    if (flags & MAP_EXPAND_LIGATURES)
        for (unsigned i = 0; i < sizeof ligatures / sizeof ligatures[0]; i++)
            if (ligatures[i].ligature == unit) {
                memcpy(units, ligatures[i].letters, wcslen(ligatures[i].letters) * sizeof *units);
                return (int)wcslen(ligatures[i].letters);
            }
    units[0] = unit;
    return flags & MAP_COMPOSITE ? parts_of(unit, units) : 1;
}

static bool may_fold(DWORD flags)
{
    const DWORD known =
        MAP_FOLDCZONE | MAP_PRECOMPOSED | MAP_COMPOSITE | MAP_FOLDDIGITS | MAP_EXPAND_LIGATURES;
    bool parts = flags & MAP_COMPOSITE;
    return flags && !(flags & ~known) &&
           !(parts && flags & (MAP_PRECOMPOSED | MAP_EXPAND_LIGATURES));
}

int WINAPI FoldStringW(DWORD flags, LPCWSTR text, int length, LPWSTR to, int size)
{
    WCHAR units[MOST_LETTERS], before = 0;
    int done = 0;
    if (!text || !length || size < 0 || (size && !to) || text == to)
        return fails(ERROR_INVALID_PARAMETER);
    if (!may_fold(flags))
        return fails(ERROR_INVALID_FLAGS);
    if (length < 0)
        length = (int)wcslen(text) + 1;
    for (int i = 0; i < length; i++) {
        WCHAR digit = 0;
        if (flags & MAP_FOLDDIGITS && i + 1 < length)
            digit = digit_of_pair(text + i);
        int count = fold(flags, digit ? digit : text[i], units);
        i += digit != 0;
        WCHAR whole = flags & MAP_PRECOMPOSED ? whole_of(before, units[0]) : 0;
        before = whole ? whole : units[count - 1];
        if (whole) { /* in the place of the letter before */
            if (size)
                to[done - 1] = whole;
            continue;
        }
        if (size && done + count > size)
            return fails(ERROR_INSUFFICIENT_BUFFER);
        if (size)
            memcpy(to + done, units, (size_t)count * sizeof *units);
        done += count;
    }
    return done;
}

int WINAPI FoldStringA(DWORD flags, LPCSTR text, int length, LPSTR to, int size)
{
    int count, result = 0;
    if (!text || !length || size < 0 || (size && !to) || text == to)
        return fails(ERROR_INVALID_PARAMETER);
    LPWSTR wide = wide_text(text, length < 0 ? (int)strlen(text) + 1 : length, &count);
    LPWSTR folded = wide ? malloc((size_t)count * MOST_LETTERS * sizeof *folded) : NULL;
    if (!folded)
        fails(ERROR_NOT_ENOUGH_MEMORY);
    else if ((count = FoldStringW(flags, wide, count, folded, count * MOST_LETTERS)) != 0)
        result = WideCharToMultiByte(CP_ACP, 0, folded, count, to, size, NULL, NULL);
    free(folded);
    free(wide);
    return result;
}
