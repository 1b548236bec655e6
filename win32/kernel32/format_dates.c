/* Dates and times as texts. */
#include "win32/kernel32/format_dates.h"

#include "lib/calendar.h"
#include "win32/fails.h"
#include "win32/kernel32/told_text.h"
#include "win32/locale/locale_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <sysinfoapi.h>
#include <wchar.h>

enum { SHORT_NAME = 3, NAME = 32, FORMAT = 128, NOON = 12 };
#define YEAR_MONTH L"MMMM, yyyy"
#define ERA        L"A.D."

/* A text of the locale's, cut to so many units. */
static void add_name(struct told_text *text, LCTYPE type, unsigned most)
{
    WCHAR name[NAME];
    unsigned length = (unsigned)GetLocaleInfoW(LOCALE_USER_DEFAULT, type, name, NAME);
    if (length)
        told_text_add(text, name, length - 1 < most ? length - 1 : most);
}

/* Adds what count letters of one kind stand for. Returns false where they stand for themselves. */
static bool add_date_part(struct told_text *text, const SYSTEMTIME *date, WCHAR letter,
                          unsigned count)
{
    unsigned weekday = calendar_date(calendar_day(date->wYear, date->wMonth, date->wDay)).weekday;
    switch (letter) {
    case L'd':
        if (count <= 2)
            told_text_add_number(text, date->wDay, count);
        else
            add_name(text, LOCALE_SDAYNAME1 + (weekday + 6) % 7, count == 3 ? SHORT_NAME : NAME);
        return true;
    case L'M':
        if (count <= 2)
            told_text_add_number(text, date->wMonth, count);
        else
            add_name(text, LOCALE_SMONTHNAME1 + date->wMonth - 1u, count == 3 ? SHORT_NAME : NAME);
        return true;
    case L'y':
        told_text_add_number(text, count <= 2 ? date->wYear % 100u : date->wYear,
                             count <= 2 ? count : 4);
        return true;
    case L'g':
        told_text_add(text, ERA, (unsigned)wcslen(ERA));
        return true;
    default:
        return false;
    }
}

static bool add_time_part(struct told_text *text, const SYSTEMTIME *time, WCHAR letter,
                          unsigned count)
{
    unsigned digits = count < 2 ? 1 : 2;
    switch (letter) {
    case L'h':
        told_text_add_number(text, time->wHour % NOON ? time->wHour % NOON : NOON, digits);
        return true;
    case L'H':
        told_text_add_number(text, time->wHour, digits);
        return true;
    case L'm':
        told_text_add_number(text, time->wMinute, digits);
        return true;
    case L's':
        told_text_add_number(text, time->wSecond, digits);
        return true;
    case L't':
        add_name(text, time->wHour < NOON ? LOCALE_S1159 : LOCALE_S2359, count == 1 ? 1 : NAME);
        return true;
    default:
        return false;
    }
}

/* Whether flags leave this part of a time out. */
static bool is_left_out(WCHAR letter, DWORD flags)
{
    return (letter == L'm' && flags & TIME_NOMINUTESORSECONDS) ||
           (letter == L's' && flags & (TIME_NOMINUTESORSECONDS | TIME_NOSECONDS)) ||
           (letter == L't' && flags & TIME_NOTIMEMARKER);
}

/* Moves *format behind quotes, whose text is added; a pair of quotes inside is one. */
static void add_quoted(struct told_text *text, const WCHAR **format)
{
    const WCHAR *at = *format + 1;
    for (; *at && (*at != L'\'' || at[1] == L'\''); at++) {
        at += *at == L'\'';
        told_text_add(text, at, 1);
    }
    *format = at + (*at != 0);
}

typedef bool part_adder(struct told_text *text, const SYSTEMTIME *date, WCHAR letter,
                        unsigned count);

/* Texts between parts wait for the next part, and go if that is left out, or the last one is. */
static struct told_text compose(const WCHAR *format, const SYSTEMTIME *date, DWORD flags,
                                part_adder *add_part)
{
    struct told_text text = told_text_make();
    unsigned kept = 0; /* the length behind the last part */
    bool left_out = false;
    while (*format) {
        WCHAR letter = *format;
        unsigned count = 1;
        if (letter == L'\'') {
            add_quoted(&text, &format);
            continue;
        }
        while (format[count] == letter)
            count++;
        if (flags & TIME_FORCE24HOURFORMAT && letter == L'h')
            letter = L'H';
        left_out = left_out || is_left_out(letter, flags);
        if (is_left_out(letter, flags))
            text.length = kept;
        else if (add_part(&text, date, letter, count)) {
            kept = text.length;
            left_out = false;
        } else
            told_text_add(&text, format, count);
        format += count;
    }
    if (left_out)
        text.length = kept;
    return text;
}

static bool is_date(const SYSTEMTIME *date)
{
    return date->wMonth >= 1 && date->wMonth <= 12 && date->wYear >= 1601 && date->wDay >= 1 &&
           date->wDay <= calendar_month_days(date->wYear, date->wMonth);
}

static bool is_time(const SYSTEMTIME *time)
{
    return time->wHour < 24 && time->wMinute < 60 && time->wSecond < 60 &&
           time->wMilliseconds < 1000;
}

/* The two kinds of texts. */
static const struct kind {
    DWORD flags, choosing; /* the flags that there are, and those that choose a format */
    bool (*is_one)(const SYSTEMTIME *date);
    part_adder *add_part;
} dates = {DATE_SHORTDATE | DATE_LONGDATE | DATE_USE_ALT_CALENDAR | DATE_YEARMONTH |
               DATE_LTRREADING | DATE_RTLREADING | LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP,
           DATE_SHORTDATE | DATE_LONGDATE | DATE_YEARMONTH | LOCALE_NOUSEROVERRIDE, is_date,
           add_date_part},
  times = {TIME_NOMINUTESORSECONDS | TIME_NOSECONDS | TIME_NOTIMEMARKER | TIME_FORCE24HOURFORMAT |
               LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP,
           LOCALE_NOUSEROVERRIDE, is_time, add_time_part};

/* Makes the text. FALSE, with the last error. */
static BOOL make_text(const struct kind *kind, DWORD flags, const SYSTEMTIME *date,
                      const WCHAR *format, struct told_text *text)
{
    SYSTEMTIME now;
    WCHAR own[FORMAT];
    DWORD chosen = flags & kind->choosing & ~LOCALE_NOUSEROVERRIDE;
    if (flags & ~kind->flags || chosen & (chosen - 1) || (format && flags & kind->choosing))
        return fails(ERROR_INVALID_FLAGS);
    GetLocalTime(&now);
    if (!date)
        date = &now;
    if (!kind->is_one(date))
        return fails(ERROR_INVALID_PARAMETER);
    if (!format) {
        const LCTYPE type = kind == &times            ? LOCALE_STIMEFORMAT
                            : chosen == DATE_LONGDATE ? LOCALE_SLONGDATE
                                                      : LOCALE_SSHORTDATE;
        GetLocaleInfoW(LOCALE_USER_DEFAULT, type | (flags & LOCALE_NOUSEROVERRIDE), own, FORMAT);
        format = chosen == DATE_YEARMONTH ? YEAR_MONTH : own;
    }
    *text = compose(format, date, kind == &times ? flags : 0, kind->add_part);
    return TRUE;
}

static int tell_date(const struct kind *kind, DWORD flags, const SYSTEMTIME *date, LPCWSTR format,
                     LPWSTR buffer, int size)
{
    struct told_text text;
    if (size < 0 || (size && !buffer))
        return fails(ERROR_INVALID_PARAMETER);
    return make_text(kind, flags, date, format, &text) ? told_text_give(text, buffer, size) : 0;
}

static int tell_narrow(const struct kind *kind, DWORD flags, const SYSTEMTIME *date, LPCSTR format,
                       LPSTR buffer, int size)
{
    struct told_text text;
    WCHAR *wide = NULL;
    if (size < 0 || (size && !buffer))
        return fails(ERROR_INVALID_PARAMETER);
    if (format) {
        if (!(wide = malloc((strlen(format) + 1) * sizeof *wide)))
            return fails(ERROR_NOT_ENOUGH_MEMORY);
        MultiByteToWideChar(CP_ACP, 0, format, -1, wide, (int)strlen(format) + 1);
    }
    BOOL made = make_text(kind, flags, date, wide, &text);
    free(wide);
    return made ? told_text_give_narrow(text, buffer, size) : 0;
}

int WINAPI GetDateFormatA(LCID locale, DWORD flags, const SYSTEMTIME *date, LPCSTR format,
                          LPSTR buffer, int size)
{
    return locale_is_known(locale) ? tell_narrow(&dates, flags, date, format, buffer, size) : 0;
}

int WINAPI GetDateFormatW(LCID locale, DWORD flags, const SYSTEMTIME *date, LPCWSTR format,
                          LPWSTR buffer, int size)
{
    return locale_is_known(locale) ? tell_date(&dates, flags, date, format, buffer, size) : 0;
}

int WINAPI GetDateFormatEx(LPCWSTR locale, DWORD flags, const SYSTEMTIME *date, LPCWSTR format,
                           LPWSTR buffer, int size, LPCWSTR calendar)
{
    if (calendar)
        return fails(ERROR_INVALID_PARAMETER);
    return locale_name_is_known(locale) ? tell_date(&dates, flags, date, format, buffer, size) : 0;
}

int WINAPI GetTimeFormatA(LCID locale, DWORD flags, const SYSTEMTIME *time, LPCSTR format,
                          LPSTR buffer, int size)
{
    return locale_is_known(locale) ? tell_narrow(&times, flags, time, format, buffer, size) : 0;
}

int WINAPI GetTimeFormatW(LCID locale, DWORD flags, const SYSTEMTIME *time, LPCWSTR format,
                          LPWSTR buffer, int size)
{
    return locale_is_known(locale) ? tell_date(&times, flags, time, format, buffer, size) : 0;
}

int WINAPI GetTimeFormatEx(LPCWSTR locale, DWORD flags, const SYSTEMTIME *time, LPCWSTR format,
                           LPWSTR buffer, int size)
{
    return locale_name_is_known(locale) ? tell_date(&times, flags, time, format, buffer, size) : 0;
}
