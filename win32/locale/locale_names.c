/* Names and numbers of locales. */
#include "win32/locale/locale_names.h"

#include <errhandlingapi.h>
#include <wchar.h>

#define ENGLISH_US MAKELCID(MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US), SORT_DEFAULT)

/* The first row of a number is that of its name. */
static const struct {
    LCID number;
    LPCWSTR name;
} rows[] = {{ENGLISH_US, L"en-US"},
            {LOCALE_INVARIANT, LOCALE_NAME_INVARIANT},
            {MAKELCID(LANG_ENGLISH, SORT_DEFAULT), L"en"},
            {LOCALE_SYSTEM_DEFAULT, LOCALE_NAME_SYSTEM_DEFAULT},
            {LOCALE_USER_DEFAULT, NULL},
            {LOCALE_NEUTRAL, NULL}};
enum { ROWS = sizeof rows / sizeof rows[0], REAL = 3 /* the others mean English */ };

static unsigned row_of_number(LCID number)
{
    unsigned row = 0;
    while (row < ROWS && rows[row].number != number)
        row++;
    return row;
}

static unsigned row_of_name(LPCWSTR name)
{
    unsigned row = 0;
    while (row < ROWS && (!rows[row].name || _wcsicmp(rows[row].name, name) != 0))
        row++;
    return row;
}

static bool is_row(unsigned row)
{
    if (row < ROWS)
        return true;
    SetLastError(ERROR_INVALID_PARAMETER);
    return false;
}

bool locale_is_known(LCID locale)
{
    return is_row(row_of_number(locale));
}

bool locale_name_is_known(LPCWSTR name)
{
    return !name || is_row(row_of_name(name));
}

BOOL WINAPI IsValidLocale(LCID locale, DWORD flags)
{
    (void)flags;
    return row_of_number(locale) < REAL;
}

BOOL WINAPI IsValidLocaleName(LPCWSTR name)
{
    return name && row_of_name(name) < REAL;
}

LCID WINAPI LocaleNameToLCID(LPCWSTR name, DWORD flags)
{
    unsigned row = name ? row_of_name(name) : 0;
    if (flags & ~LOCALE_ALLOW_NEUTRAL_NAMES)
        row = ROWS;
    return !is_row(row) ? 0 : row < REAL ? rows[row].number : ENGLISH_US;
}

int WINAPI LCIDToLocaleName(LCID locale, LPWSTR buffer, int size, DWORD flags)
{
    unsigned row = row_of_number(locale);
    if (size < 0 || (size && !buffer) || flags & ~LOCALE_ALLOW_NEUTRAL_NAMES)
        row = ROWS;
    if (!is_row(row))
        return 0;
    LPCWSTR name = rows[row < REAL ? row : 0].name;
    int needed = (int)wcslen(name) + 1;
    if (size && size < needed) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (size)
        wcscpy(buffer, name);
    return needed;
}

BOOL WINAPI EnumSystemLocalesW(LOCALE_ENUMPROCW take, DWORD flags)
{
    WCHAR number[] = L"00000409";
    (void)flags;
    take(number);
    return TRUE;
}

BOOL WINAPI EnumSystemLocalesA(LOCALE_ENUMPROCA take, DWORD flags)
{
    char number[] = "00000409";
    (void)flags;
    take(number);
    return TRUE;
}

BOOL WINAPI EnumSystemLocalesEx(LOCALE_ENUMPROCEX take, DWORD flags, LPARAM parameter,
                                LPVOID reserved)
{
    WCHAR name[LOCALE_NAME_MAX_LENGTH];
    if (reserved)
        return is_row(ROWS);
    (void)flags;
    LCIDToLocaleName(ENGLISH_US, name, LOCALE_NAME_MAX_LENGTH, 0);
    take(name, LOCALE_WINDOWS, parameter);
    return TRUE;
}
