/* Names and numbers of locales. */
#include "win32/locale/locale_names.h"

#include "lib/inlining.h"

#include <errhandlingapi.h>
#include <wchar.h>

#define ENGLISH_US MAKELCID(MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US), SORT_DEFAULT)

/* Locales that have facts, and then locales that mean English. */
static const struct locale_row rows[] = {
    {ENGLISH_US, 0, L"en-US"},
    {LOCALE_INVARIANT, 0, LOCALE_NAME_INVARIANT},
    {MAKELCID(LANG_ENGLISH, SORT_DEFAULT), ENGLISH_US, L"en"},
    {LOCALE_SYSTEM_DEFAULT, ENGLISH_US, LOCALE_NAME_SYSTEM_DEFAULT},
    {LOCALE_USER_DEFAULT, ENGLISH_US, NULL},
    {LOCALE_NEUTRAL, ENGLISH_US, NULL}};
enum { ROWS = sizeof rows / sizeof rows[0], REAL = 3 };

static bool has_name(const struct locale_row *row, LPCWSTR name)
{
    return row->name && _wcsicmp(row->name, name) == 0;
}

/* The row with this name, or, if that is NULL, with this number. NULL, with the last error. */
COLD static const struct locale_row *find_locale(LPCWSTR name, LCID number)
{
    const unsigned more = locale_rows_more ? locale_rows_more_count : 0;
    for (unsigned i = 0; i < ROWS + more; i++) {
        const struct locale_row *row = i < ROWS ? &rows[i] : &locale_rows_more[i - ROWS];
        if (name ? has_name(row, name) : row->number == number)
            return row;
    }
    SetLastError(ERROR_INVALID_PARAMETER);
    return NULL;
}

const struct locale_row *locale_of_number(LCID locale)
{
    return find_locale(NULL, locale);
}

const struct locale_row *locale_of_name(LPCWSTR name)
{
    return name ? find_locale(name, 0) : rows;
}

/* Whether facts of the locale are told; else the last error says that it is none. */
COLD static bool is_told(const struct locale_row *row)
{
    if (row >= rows && row < rows + ROWS)
        return true;
    SetLastError(ERROR_INVALID_PARAMETER);
    return false;
}

const struct locale_row *locale_told(LCID locale)
{
    const struct locale_row *row = locale_of_number(locale);
    return is_told(row) ? row : NULL;
}

const struct locale_row *locale_name_told(LPCWSTR name)
{
    const struct locale_row *row = locale_of_name(name);
    return is_told(row) ? row : NULL;
}

bool locale_is_known(LCID locale)
{
    return locale_told(locale) != NULL;
}

bool locale_name_is_known(LPCWSTR name)
{
    return locale_name_told(name) != NULL;
}

/* Whether it is a name of another locale: the user's, the system's. */
static bool is_other_name(const struct locale_row *row)
{
    return !row->name || *row->name == '!';
}

BOOL WINAPI IsValidLocale(LCID locale, DWORD flags)
{
    const struct locale_row *row = locale_of_number(locale);
    return row && !is_other_name(row) && (flags & LCID_SUPPORTED || is_told(row));
}

BOOL WINAPI IsValidLocaleName(LPCWSTR name)
{
    const struct locale_row *row = name ? locale_of_name(name) : NULL;
    return row && !is_other_name(row);
}

/* The locale that a row means: unless the flags allow it, none of a language alone. */
COLD static const struct locale_row *meant_by(const struct locale_row *row, DWORD flags)
{
    if (flags & ~LOCALE_ALLOW_NEUTRAL_NAMES) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    bool stays = !row || !row->specific || (flags && !is_other_name(row));
    return stays ? row : locale_of_number(row->specific);
}

LCID WINAPI LocaleNameToLCID(LPCWSTR name, DWORD flags)
{
    const struct locale_row *row = meant_by(locale_of_name(name), flags);
    return row ? row->number : 0;
}

int WINAPI LCIDToLocaleName(LCID locale, LPWSTR buffer, int size, DWORD flags)
{
    const struct locale_row *row = meant_by(locale_of_number(locale), flags);
    if (row && (size < 0 || (size && !buffer))) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    if (!row)
        return 0;
    LPCWSTR name = row->name;
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
    if (reserved) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    (void)flags;
    LCIDToLocaleName(ENGLISH_US, name, LOCALE_NAME_MAX_LENGTH, 0);
    take(name, LOCALE_WINDOWS, parameter);
    return TRUE;
}
