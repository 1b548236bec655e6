/* The formats of dates and times that English of the United States has. */
#include "win32/fails.h"
#include "win32/kernel32/format_dates.h"
#include "win32/locale/locale_names.h"

#include <stdbool.h>
#include <string.h>
#include <wchar.h>

enum { GREGORIAN = 1, FORMAT = 32, FORMATS = 8 };
#define NO_CHOICE (LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP)

/* The formats of a flag; times have none. */
static const struct row {
    bool is_time;
    DWORD flag;
    const char *formats[FORMATS];
} rows[] = {
    {false,
     DATE_SHORTDATE,
     {"M/d/yyyy", "M/d/yy", "MM/dd/yy", "MM/dd/yyyy", "yy/MM/dd", "yyyy-MM-dd", "dd-MMM-yy"}},
    {false,
     DATE_LONGDATE,
     {"dddd, MMMM dd, yyyy", "MMMM dd, yyyy", "dddd, dd MMMM, yyyy", "dd MMMM, yyyy"}},
    {false, DATE_YEARMONTH, {"MMMM, yyyy"}},
    {true, 0, {"h:mm:ss tt", "hh:mm:ss tt", "H:mm:ss", "HH:mm:ss"}},
    {true, TIME_NOSECONDS, {"h:mm tt", "hh:mm tt", "H:mm", "HH:mm"}},
};

/* The function that takes the formats: one of these. */
struct taker {
    FORMAT_ENUMPROCA narrow;
    FORMAT_ENUMPROCW wide;
    FORMAT_ENUMPROCEXA narrow_ex;
    FORMAT_ENUMPROCEXW wide_ex;
    FORMAT_ENUMPROCEX with_parameter;
    FORMAT_ENUMPROCEXEX with_all;
    LPARAM parameter;
};

static BOOL hand(const struct taker *taker, const char *format)
{
    char narrow[FORMAT];
    WCHAR wide[FORMAT];
    strcpy(narrow, format);
    for (unsigned i = 0; i <= strlen(format); i++)
        wide[i] = (WCHAR)format[i];
    if (taker->narrow)
        return taker->narrow(narrow);
    if (taker->wide)
        return taker->wide(wide);
    if (taker->narrow_ex)
        return taker->narrow_ex(narrow, GREGORIAN);
    if (taker->wide_ex)
        return taker->wide_ex(wide, GREGORIAN);
    if (taker->with_parameter)
        return taker->with_parameter(wide, taker->parameter);
    return taker->with_all(wide, GREGORIAN, taker->parameter);
}

static BOOL enumerate(const struct taker *taker, bool has_taker, bool is_time, DWORD flags)
{
    DWORD chosen = flags & ~NO_CHOICE;
    if (!has_taker)
        return fails(ERROR_INVALID_PARAMETER);
    if (!is_time && !chosen)
        chosen = DATE_SHORTDATE;
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        if (row->is_time != is_time || row->flag != chosen)
            continue;
        for (unsigned i = 0; i < FORMATS && row->formats[i]; i++)
            if (!hand(taker, row->formats[i]))
                break;
        return TRUE;
    }
    return fails(ERROR_INVALID_FLAGS);
}

BOOL WINAPI EnumDateFormatsA(FORMAT_ENUMPROCA take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) &&
           enumerate(&(struct taker){.narrow = take}, take, false, flags);
}

BOOL WINAPI EnumDateFormatsW(FORMAT_ENUMPROCW take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) && enumerate(&(struct taker){.wide = take}, take, false, flags);
}

BOOL WINAPI EnumDateFormatsExA(FORMAT_ENUMPROCEXA take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) &&
           enumerate(&(struct taker){.narrow_ex = take}, take, false, flags);
}

BOOL WINAPI EnumDateFormatsExW(FORMAT_ENUMPROCEXW take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) &&
           enumerate(&(struct taker){.wide_ex = take}, take, false, flags);
}

BOOL WINAPI EnumDateFormatsExEx(FORMAT_ENUMPROCEXEX take, LPCWSTR locale, DWORD flags,
                                LPARAM parameter)
{
    struct taker taker = {.with_all = take, .parameter = parameter};
    return locale_name_is_known(locale) && enumerate(&taker, take, false, flags);
}

BOOL WINAPI EnumTimeFormatsA(FORMAT_ENUMPROCA take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) && enumerate(&(struct taker){.narrow = take}, take, true, flags);
}

BOOL WINAPI EnumTimeFormatsW(FORMAT_ENUMPROCW take, LCID locale, DWORD flags)
{
    return locale_is_known(locale) && enumerate(&(struct taker){.wide = take}, take, true, flags);
}

BOOL WINAPI EnumTimeFormatsEx(FORMAT_ENUMPROCEX take, LPCWSTR locale, DWORD flags, LPARAM parameter)
{
    struct taker taker = {.with_parameter = take, .parameter = parameter};
    return locale_name_is_known(locale) && enumerate(&taker, take, true, flags);
}
