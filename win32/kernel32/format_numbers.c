/* Numbers and money as texts. */
#include "win32/kernel32/format_numbers.h"

#include "win32/fails.h"
#include "win32/kernel32/told_text.h"
#include "win32/locale/locale_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>

/* The places of a number (n) and the symbol ($) among the rest. */
static const WCHAR *const negative_numbers[] = {L"(n)", L"-n", L"- n", L"n-", L"n -"};
static const WCHAR *const positive_sums[] = {L"$n", L"n$", L"$ n", L"n $"};
static const WCHAR *const negative_sums[] = {L"($n)", L"-$n",  L"$-n",   L"$n-",  L"(n$)", L"-n$",
                                             L"n-$",  L"n$-",  L"-n $",  L"-$ n", L"n $-", L"$ n-",
                                             L"$ -n", L"n- $", L"($ n)", L"(n $)"};
enum {
    NUMBER_ORDERS = sizeof negative_numbers / sizeof negative_numbers[0],
    SUM_ORDERS = sizeof negative_sums / sizeof negative_sums[0],
    POSITIVE_ORDERS = sizeof positive_sums / sizeof positive_sums[0],
    MOST_DIGITS = 9,
    MOST_GROUPING = 9999,
    MARK = 16 /* units of a separator or symbol */
};

/* Both kinds of formats. */
struct format {
    UINT digits, leading_zero, grouping;
    LPCWSTR point, separator, symbol;
    const WCHAR *negative, *positive; /* NULL: there is no such order */
};

/* A number in parts: the digits before the point and those behind it. */
struct number {
    WCHAR *digits; /* all of them, from malloc; a zero before them has room to be carried into */
    unsigned before, behind;
    bool is_negative;
};

/* Reads a number with so many digits behind the point, the last rounded. FALSE, with the last
 * error: it is none. */
static BOOL read_number(const WCHAR *text, unsigned behind, struct number *number)
{
    *number = (struct number){.is_negative = text && *text == L'-', .behind = behind};
    if (!text)
        return fails(ERROR_INVALID_PARAMETER);
    text += number->is_negative;
    unsigned whole = (unsigned)wcsspn(text, L"0123456789");
    const WCHAR *rest = text + whole + (text[whole] == L'.');
    unsigned parts = (unsigned)wcsspn(rest, L"0123456789");
    if (rest[parts] || whole + parts == 0)
        return fails(ERROR_INVALID_PARAMETER);
    if (!(number->digits = malloc((whole + behind + 1) * sizeof *text)))
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    number->before = whole + 1;
    number->digits[0] = L'0';
    memcpy(number->digits + 1, text, whole * sizeof *text);
    for (unsigned i = 0; i < behind; i++)
        number->digits[whole + 1 + i] = i < parts ? rest[i] : L'0';
    if (parts > behind && rest[behind] >= L'5') {
        WCHAR *last = number->digits + whole + behind;
        for (; *last == L'9'; last--)
            *last = L'0';
        ++*last;
    }
    return TRUE;
}

/* Whether the separator stands before so many digits. */
static bool is_border(unsigned left, UINT grouping)
{
    UINT sizes[4], count = 0, end = 0;
    for (; grouping; grouping /= 10)
        sizes[count++] = grouping % 10;
    while (count && end < left) {
        UINT size = sizes[count > 1 ? --count : 0]; /* the last one again and again */
        if (!size)
            return false;
        end += size;
    }
    return end == left;
}

static struct told_text group(const struct number *number, const struct format *format)
{
    struct told_text text = told_text_make();
    unsigned first = 0;
    while (first < number->before && number->digits[first] == L'0')
        first++;
    if (first == number->before && (format->leading_zero || !number->behind))
        first--;
    for (unsigned i = first; i < number->before; i++) {
        if (i > first && is_border(number->before - i, format->grouping))
            told_text_add(&text, format->separator, (unsigned)wcslen(format->separator));
        told_text_add(&text, number->digits + i, 1);
    }
    if (number->behind)
        told_text_add(&text, format->point, (unsigned)wcslen(format->point));
    told_text_add(&text, number->digits + number->before, number->behind);
    return text;
}

/* A text without any other digit than 0 is not negative. */
static bool is_nothing(const struct number *number)
{
    unsigned all = number->before + number->behind, i = 0;
    while (i < all && number->digits[i] == L'0')
        i++;
    return i == all;
}

/* Makes the text. FALSE, with the last error. */
static BOOL make_text(const WCHAR *digits, const struct format *format, struct told_text *text)
{
    struct number number;
    if (!format->point || !format->separator || !format->symbol || !format->negative ||
        !format->positive || format->digits > MOST_DIGITS || format->leading_zero > 1 ||
        format->grouping > MOST_GROUPING)
        return fails(ERROR_INVALID_PARAMETER);
    if (!read_number(digits, format->digits, &number))
        return FALSE;
    struct told_text grouped = group(&number, format);
    const WCHAR *order =
        number.is_negative && !is_nothing(&number) ? format->negative : format->positive;
    *text = told_text_make();
    for (; *order; order++)
        if (*order == L'n' && grouped.units)
            told_text_add(text, grouped.units, grouped.length);
        else if (*order == L'$')
            told_text_add(text, format->symbol, (unsigned)wcslen(format->symbol));
        else
            told_text_add(text, order, 1);
    free(grouped.units);
    free(number.digits);
    return TRUE;
}

/* ---------------------------------------------------------------- the locale's formats */

static struct format number_format(const NUMBERFMTW *given)
{
    static const NUMBERFMTW own = {2, 1, 3, L".", L",", 1};
    const NUMBERFMTW *format = given ? given : &own;
    UINT order = format->NegativeOrder;
    return (struct format){format->NumDigits,
                           format->LeadingZero,
                           format->Grouping,
                           format->lpDecimalSep,
                           format->lpThousandSep,
                           L"",
                           order < NUMBER_ORDERS ? negative_numbers[order] : NULL,
                           L"n"};
}

static struct format currency_format(const CURRENCYFMTW *given)
{
    static const CURRENCYFMTW own = {2, 1, 3, L".", L",", 0, 0, L"$"};
    const CURRENCYFMTW *format = given ? given : &own;
    UINT less = format->NegativeOrder, more = format->PositiveOrder;
    return (struct format){format->NumDigits,
                           format->LeadingZero,
                           format->Grouping,
                           format->lpDecimalSep,
                           format->lpThousandSep,
                           format->lpCurrencySymbol,
                           less < SUM_ORDERS ? negative_sums[less] : NULL,
                           more < POSITIVE_ORDERS ? positive_sums[more] : NULL};
}

/* Whether flags are for a call with or without a format of its own. */
static BOOL takes_flags(DWORD flags, bool has_format)
{
    bool known = !(flags & ~(LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP));
    return (known && !(has_format && flags & LOCALE_NOUSEROVERRIDE)) || fails(ERROR_INVALID_FLAGS);
}

static int tell_number(DWORD flags, bool has_format, LPCWSTR number, const struct format *format,
                       LPWSTR buffer, int size)
{
    struct told_text text;
    if (size < 0 || (size && !buffer))
        return fails(ERROR_INVALID_PARAMETER);
    return takes_flags(flags, has_format) && make_text(number, format, &text)
               ? told_text_give(text, buffer, size)
               : 0;
}

int WINAPI GetNumberFormatW(LCID locale, DWORD flags, LPCWSTR number, const NUMBERFMTW *format,
                            LPWSTR buffer, int size)
{
    struct format chosen = number_format(format);
    return locale_is_known(locale) ? tell_number(flags, format, number, &chosen, buffer, size) : 0;
}

int WINAPI GetNumberFormatEx(LPCWSTR locale, DWORD flags, LPCWSTR number, const NUMBERFMTW *format,
                             LPWSTR buffer, int size)
{
    struct format chosen = number_format(format);
    return locale_name_is_known(locale) ? tell_number(flags, format, number, &chosen, buffer, size)
                                        : 0;
}

int WINAPI GetCurrencyFormatW(LCID locale, DWORD flags, LPCWSTR number, const CURRENCYFMTW *format,
                              LPWSTR buffer, int size)
{
    struct format chosen = currency_format(format);
    return locale_is_known(locale) ? tell_number(flags, format, number, &chosen, buffer, size) : 0;
}

int WINAPI GetCurrencyFormatEx(LPCWSTR locale, DWORD flags, LPCWSTR number,
                               const CURRENCYFMTW *format, LPWSTR buffer, int size)
{
    struct format chosen = currency_format(format);
    return locale_name_is_known(locale) ? tell_number(flags, format, number, &chosen, buffer, size)
                                        : 0;
}

/* ---------------------------------------------------------------- narrow texts */

/* A mark in wide text, NULL if there is none. */
static LPWSTR widen_mark(LPCSTR mark, WCHAR wide[MARK])
{
    return mark && MultiByteToWideChar(CP_ACP, 0, mark, -1, wide, MARK) ? wide : NULL;
}

static int tell_narrow(DWORD flags, bool has_format, LPCSTR number, const struct format *format,
                       LPSTR buffer, int size)
{
    struct told_text text;
    if (size < 0 || (size && !buffer) || !number)
        return fails(ERROR_INVALID_PARAMETER);
    size_t room = strlen(number) + 1;
    WCHAR *wide = malloc(room * sizeof *wide);
    if (!wide)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    MultiByteToWideChar(CP_ACP, 0, number, -1, wide, (int)room);
    BOOL made = takes_flags(flags, has_format) && make_text(wide, format, &text);
    free(wide);
    return made ? told_text_give_narrow(text, buffer, size) : 0;
}

int WINAPI GetNumberFormatA(LCID locale, DWORD flags, LPCSTR number, const NUMBERFMTA *format,
                            LPSTR buffer, int size)
{
    WCHAR point[MARK], separator[MARK];
    NUMBERFMTW wide;
    if (format)
        wide = (NUMBERFMTW){format->NumDigits,
                            format->LeadingZero,
                            format->Grouping,
                            widen_mark(format->lpDecimalSep, point),
                            widen_mark(format->lpThousandSep, separator),
                            format->NegativeOrder};
    struct format chosen = number_format(format ? &wide : NULL);
    return locale_is_known(locale) ? tell_narrow(flags, format, number, &chosen, buffer, size) : 0;
}

int WINAPI GetCurrencyFormatA(LCID locale, DWORD flags, LPCSTR number, const CURRENCYFMTA *format,
                              LPSTR buffer, int size)
{
    WCHAR point[MARK], separator[MARK], symbol[MARK];
    CURRENCYFMTW wide;
    if (format)
        wide = (CURRENCYFMTW){format->NumDigits,
                              format->LeadingZero,
                              format->Grouping,
                              widen_mark(format->lpDecimalSep, point),
                              widen_mark(format->lpThousandSep, separator),
                              format->NegativeOrder,
                              format->PositiveOrder,
                              widen_mark(format->lpCurrencySymbol, symbol)};
    struct format chosen = currency_format(format ? &wide : NULL);
    return locale_is_known(locale) ? tell_narrow(flags, format, number, &chosen, buffer, size) : 0;
}
