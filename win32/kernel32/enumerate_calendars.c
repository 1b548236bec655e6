#include "win32/kernel32/enumerate_calendars.h"

#include "win32/fails.h"
#include "win32/kernel32/locale_facts.h"
#include "win32/locale/locale_names.h"

enum { GREGORIAN = 1, TEXT = 80, RETURN_NUMBER = 0x20000000 };
#define ALL_CALENDARS 0xFFFFFFFFu

/* A number is told as a text, too. */
static bool find_narrow(bool has_taker, LCID locale, DWORD calendar, DWORD type, char text[TEXT])
{
    if (!has_taker)
        return fails(ERROR_INVALID_PARAMETER);
    return GetCalendarInfoA(locale, calendar == ALL_CALENDARS ? GREGORIAN : calendar,
                            type & ~(DWORD)RETURN_NUMBER, text, TEXT, NULL);
}

static bool find_wide(bool has_taker, LCID locale, DWORD calendar, DWORD type, WCHAR text[TEXT])
{
    if (!has_taker)
        return fails(ERROR_INVALID_PARAMETER);
    return GetCalendarInfoW(locale, calendar == ALL_CALENDARS ? GREGORIAN : calendar,
                            type & ~(DWORD)RETURN_NUMBER, text, TEXT, NULL);
}

BOOL WINAPI EnumCalendarInfoA(CALINFO_ENUMPROCA take, LCID locale, DWORD calendar, DWORD type)
{
    char text[TEXT];
    if (!find_narrow(take, locale, calendar, type, text))
        return FALSE;
    take(text);
    return TRUE;
}

BOOL WINAPI EnumCalendarInfoW(CALINFO_ENUMPROCW take, LCID locale, DWORD calendar, DWORD type)
{
    WCHAR text[TEXT];
    if (!find_wide(take, locale, calendar, type, text))
        return FALSE;
    take(text);
    return TRUE;
}

BOOL WINAPI EnumCalendarInfoExA(CALINFO_ENUMPROCEXA take, LCID locale, DWORD calendar, DWORD type)
{
    char text[TEXT];
    if (!find_narrow(take, locale, calendar, type, text))
        return FALSE;
    take(text, GREGORIAN);
    return TRUE;
}

BOOL WINAPI EnumCalendarInfoExW(CALINFO_ENUMPROCEXW take, LCID locale, DWORD calendar, DWORD type)
{
    WCHAR text[TEXT];
    if (!find_wide(take, locale, calendar, type, text))
        return FALSE;
    take(text, GREGORIAN);
    return TRUE;
}

BOOL WINAPI EnumCalendarInfoExEx(CALINFO_ENUMPROCEXEX take, LPCWSTR locale, DWORD calendar,
                                 LPCWSTR reserved, DWORD type, LPARAM parameter)
{
    WCHAR text[TEXT];
    if (!locale_name_is_known(locale) ||
        !find_wide(take && !reserved, LOCALE_USER_DEFAULT, calendar, type, text))
        return FALSE;
    take(text, GREGORIAN, NULL, parameter);
    return TRUE;
}
