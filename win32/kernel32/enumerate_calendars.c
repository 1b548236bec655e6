#include "win32/kernel32/enumerate_calendars.h"

#include "win32/fails.h"
#include "win32/kernel32/locale_facts.h"
#include "win32/locale/locale_names.h"

enum { GREGORIAN = 1, TEXT = 80, RETURN_NUMBER = 0x20000000 };
#define ALL_CALENDARS 0xFFFFFFFFu

/* By narrow or wide text: the fact, and the calls whose function takes it alone or with the number
 * of its calendar. A number is told as a text, too. */
#define CALENDARS_BY(letter, find, get, plain, taker, numbered, taker_of_number)                   \
    static bool find(bool has_taker, LCID locale, DWORD calendar, DWORD type, letter text[TEXT])   \
    {                                                                                              \
        if (!has_taker)                                                                            \
            return fails(ERROR_INVALID_PARAMETER);                                                 \
        return get(locale, calendar == ALL_CALENDARS ? GREGORIAN : calendar,                       \
                   type & ~(DWORD)RETURN_NUMBER, text, TEXT, NULL);                                \
    }                                                                                              \
    BOOL WINAPI plain(taker take, LCID locale, DWORD calendar, DWORD type)                         \
    {                                                                                              \
        letter text[TEXT];                                                                         \
        bool found = find(take, locale, calendar, type, text);                                     \
        if (found)                                                                                 \
            take(text);                                                                            \
        return found;                                                                              \
    }                                                                                              \
    BOOL WINAPI numbered(taker_of_number take, LCID locale, DWORD calendar, DWORD type)            \
    {                                                                                              \
        letter text[TEXT];                                                                         \
        bool found = find(take, locale, calendar, type, text);                                     \
        if (found)                                                                                 \
            take(text, GREGORIAN);                                                                 \
        return found;                                                                              \
    }

CALENDARS_BY(char, find_narrow, GetCalendarInfoA, EnumCalendarInfoA, CALINFO_ENUMPROCA,
             EnumCalendarInfoExA, CALINFO_ENUMPROCEXA)
CALENDARS_BY(WCHAR, find_wide, GetCalendarInfoW, EnumCalendarInfoW, CALINFO_ENUMPROCW,
             EnumCalendarInfoExW, CALINFO_ENUMPROCEXW)

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
