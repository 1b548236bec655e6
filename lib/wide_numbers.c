/* Numbers of wide texts, and as wide texts. They are read and written as narrow ones, which have
 * the same digits. */
#include <ctype.h>
#include <stdlib.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"
#include "lib/utf16.h"

enum { NUMBER_MOST = 400 };

/* Copies the text behind its blanks, as far as it is ASCII and has room. Returns the blanks. */
static size_t narrow(const wchar_t *text, char number[NUMBER_MOST + 1])
{
    size_t blanks = 0, length = 0;
    while (text[blanks] < 0x80 && isspace(text[blanks]))
        blanks++;
    for (text += blanks; length < NUMBER_MOST && text[length] && text[length] < 0x80; length++)
        number[length] = (char)text[length];
    number[length] = 0;
    return blanks;
}

static void set_end(const wchar_t *text, size_t blanks, size_t length, wchar_t **end)
{
    if (end)
        *end = (wchar_t *)text + (length ? blanks + length : 0);
}

#define INTEGER(type, name, narrow_name)                                                           \
    type name(const wchar_t *restrict text, wchar_t **restrict end, int base)                      \
    {                                                                                              \
        char number[NUMBER_MOST + 1], *behind;                                                     \
        if (!text && end)                                                                          \
            *end = NULL;                                                                           \
        if (!is_given(text, #name))                                                                \
            return 0;                                                                              \
        size_t blanks = narrow(text, number);                                                      \
        type value = narrow_name(number, &behind, base);                                           \
        set_end(text, blanks, (size_t)(behind - number), end);                                     \
        return value;                                                                              \
    }

INTEGER(long, wcstol, strtol)
INTEGER(unsigned long, wcstoul, strtoul)
INTEGER(long long, wcstoll, strtoll)
INTEGER(unsigned long long, wcstoull, strtoull)

#define FLOATING(type, name, narrow_name)                                                          \
    type name(const wchar_t *restrict text, wchar_t **restrict end)                                \
    {                                                                                              \
        char number[NUMBER_MOST + 1], *behind;                                                     \
        if (!text && end)                                                                          \
            *end = NULL;                                                                           \
        if (!is_given(text, #name))                                                                \
            return 0;                                                                              \
        size_t blanks = narrow(text, number);                                                      \
        type value = narrow_name(number, &behind);                                                 \
        set_end(text, blanks, (size_t)(behind - number), end);                                     \
        return value;                                                                              \
    }

FLOATING(double, wcstod, strtod)
FLOATING(float, wcstof, strtof)
FLOATING(long double, wcstold, strtold)

int _wtoi(const wchar_t *text)
{
    return _wtol(text);
}

long _wtol(const wchar_t *text)
{
    return wcstol(text, NULL, 10);
}

long long _wtoll(const wchar_t *text)
{
    return wcstoll(text, NULL, 10);
}

double _wtof(const wchar_t *text)
{
    return wcstod(text, NULL);
}

/* ---------------------------------------------------------------- numbers as texts */

enum { DIGITS_MOST = 65 };

#define WRITTEN(name, narrow_name, type)                                                           \
    wchar_t *name(type number, wchar_t *text, int base)                                            \
    {                                                                                              \
        char digits[DIGITS_MOST + 1];                                                              \
        wide_widen(narrow_name(number, digits, base), text);                                       \
        return text;                                                                               \
    }

WRITTEN(_itow, _itoa, int)
WRITTEN(_ltow, _ltoa, long)
WRITTEN(_ultow, _ultoa, unsigned long)
WRITTEN(_i64tow, _i64toa, long long)
WRITTEN(_ui64tow, _ui64toa, unsigned long long)
