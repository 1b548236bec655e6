#include "win32/kernel32/locale_facts.h"

#include "win32/fails.h"
#include "win32/kernel32/told_text.h"
#include "win32/locale/locale_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>

#define ENGLISH_US 0x409u
enum { UNITED_STATES = 244, WESTERN_EUROPE = 1, GREGORIAN = 1, REPLACEMENT = 0xFFFD };

LCID WINAPI ConvertDefaultLocale(LCID locale)
{
    bool means = locale == LOCALE_USER_DEFAULT || locale == LOCALE_SYSTEM_DEFAULT ||
                 locale == LOCALE_NEUTRAL || locale == MAKELCID(LANG_ENGLISH, SORT_DEFAULT);
    return means ? ENGLISH_US : locale;
}

BOOL WINAPI SetThreadLocale(LCID locale)
{
    return locale_is_known(locale);
}

int WINAPI GetSystemDefaultLocaleName(LPWSTR buffer, int size)
{
    return GetUserDefaultLocaleName(buffer, size);
}

LANGID WINAPI GetThreadUILanguage(void)
{
    return GetUserDefaultUILanguage();
}

LANGID WINAPI SetThreadUILanguage(LANGID language)
{
    (void)language;
    return GetUserDefaultUILanguage();
}

BOOL WINAPI IsValidLanguageGroup(DWORD group, DWORD flags)
{
    (void)flags;
    return group == WESTERN_EUROPE;
}

LONG WINAPI GetUserGeoID(DWORD kind)
{
    enum { NATION = 16 };
    return kind == NATION ? UNITED_STATES : -1;
}

static struct told_text language_name(DWORD language)
{
    const WCHAR *name = language == ENGLISH_US ? L"English (United States)" : L"Language Neutral";
    struct told_text text = told_text_make();
    told_text_add(&text, name, (unsigned)wcslen(name));
    return text;
}

/* The zero is not counted. */
DWORD WINAPI VerLanguageNameA(DWORD language, LPSTR buffer, DWORD size)
{
    int length = told_text_give_narrow(language_name(language), buffer, (int)size);
    return length ? (DWORD)length - 1 : 0;
}

DWORD WINAPI VerLanguageNameW(DWORD language, LPWSTR buffer, DWORD size)
{
    int length = told_text_give(language_name(language), buffer, (int)size);
    return length ? (DWORD)length - 1 : 0;
}

/* ---------------------------------------------------------------- code pages */

static const struct {
    UINT number;
    const char *name;
} pages[] = {{437, "437   (OEM - United States)"},
             {850, "850   (OEM - Multilingual Latin I)"},
             {1252, "1252  (ANSI - Latin I)"},
             {20127, "20127 (US-ASCII)"},
             {28591, "28591 (ISO 8859-1 Latin I)"},
             {CP_UTF7, "65000 (UTF-7)"},
             {CP_UTF8, "65001 (UTF-8)"}};
enum { PAGES = sizeof pages / sizeof pages[0] };

BOOL WINAPI GetCPInfoExA(UINT page, DWORD flags, LPCPINFOEXA information)
{
    UINT real = page <= CP_THREAD_ACP ? GetACP() : page;
    const char *name = "";
    CPINFO known;
    if (flags || !information)
        return fails(ERROR_INVALID_PARAMETER);
    if (!GetCPInfo(real, &known))
        return FALSE;
    for (unsigned i = 0; i < PAGES; i++)
        if (pages[i].number == real)
            name = pages[i].name;
    *information = (CPINFOEXA){.MaxCharSize = known.MaxCharSize,
                               .DefaultChar = "?",
                               .UnicodeDefaultChar = real == CP_UTF8 ? REPLACEMENT : L'?',
                               .CodePage = real};
    strcpy(information->CodePageName, name);
    return TRUE;
}

BOOL WINAPI GetCPInfoExW(UINT page, DWORD flags, LPCPINFOEXW information)
{
    CPINFOEXA narrow;
    if (!information)
        return fails(ERROR_INVALID_PARAMETER);
    if (!GetCPInfoExA(page, flags, &narrow))
        return FALSE;
    memcpy(information, &narrow, offsetof(CPINFOEXA, CodePageName));
    MultiByteToWideChar(CP_ACP, 0, narrow.CodePageName, -1, information->CodePageName, MAX_PATH);
    return TRUE;
}

static BOOL give_narrow(CODEPAGE_ENUMPROCA take, UINT number)
{
    char digits[8];
    sprintf(digits, "%u", number);
    return take(digits);
}

static BOOL give_wide(CODEPAGE_ENUMPROCW take, UINT number)
{
    WCHAR digits[8];
    swprintf(digits, sizeof digits / sizeof *digits, L"%u", number);
    return take(digits);
}

/* One of the two functions is not NULL. */
static BOOL give_pages(CODEPAGE_ENUMPROCA narrow, CODEPAGE_ENUMPROCW wide)
{
    if (!narrow && !wide)
        return fails(ERROR_INVALID_PARAMETER);
    bool goes_on = true;
    for (unsigned i = 0; i < PAGES && goes_on; i++)
        if (IsValidCodePage(pages[i].number))
            goes_on =
                narrow ? give_narrow(narrow, pages[i].number) : give_wide(wide, pages[i].number);
    return TRUE;
}

BOOL WINAPI EnumSystemCodePagesA(CODEPAGE_ENUMPROCA take, DWORD flags)
{
    (void)flags;
    return give_pages(take, NULL);
}

BOOL WINAPI EnumSystemCodePagesW(CODEPAGE_ENUMPROCW take, DWORD flags)
{
    (void)flags;
    return give_pages(NULL, take);
}

/* ---------------------------------------------------------------- the calendar */

/* The types that are types of the locale, with their first of several. */
static const struct {
    DWORD type, count;
    LCTYPE of_locale;
} shared[] = {{7, 7, LOCALE_SDAYNAME1},     {14, 7, LOCALE_SABBREVDAYNAME1},
              {21, 12, LOCALE_SMONTHNAME1}, {34, 12, LOCALE_SABBREVMONTHNAME1},
              {5, 1, LOCALE_SSHORTDATE},    {6, 1, LOCALE_SLONGDATE}};
static const struct {
    DWORD type;
    const WCHAR *text;
} own[] = {{1, L"1"}, {2, L"Gregorian Calendar"}, {3, L"1"},     {4, L"A.D."},     {33, L""},
           {46, L""}, {47, L"MMMM, yyyy"},        {48, L"2029"}, {56, L"MMMM dd"}, {57, L"AD"}};
enum { TYPE = 40 };

/* Copies the text of a type. Returns false if there is none. */
static bool calendar_text(DWORD type, WCHAR text[TYPE])
{
    for (unsigned i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (type - shared[i].type < shared[i].count)
            return GetLocaleInfoW(LOCALE_USER_DEFAULT,
                                  shared[i].of_locale + (type - shared[i].type), text, TYPE);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        if (own[i].type == type) {
            wcscpy(text, own[i].text);
            return true;
        }
    return false;
}

/* Finds the text, or stores the number and returns its size in *told. FALSE, with the last error.
 */
static BOOL find_info(DWORD calendar, DWORD type, bool has_buffer, LPDWORD number, int *told,
                      WCHAR text[TYPE])
{
    const DWORD returns_number = 0x20000000, no_override = 0x80000000;
    DWORD plain = type & ~(returns_number | no_override | LOCALE_USE_CP_ACP);
    WCHAR *end;
    *told = 0;
    if (calendar != GREGORIAN || (type & returns_number ? !number || has_buffer : number != NULL))
        return fails(ERROR_INVALID_PARAMETER);
    if (!calendar_text(plain, text))
        return fails(ERROR_INVALID_FLAGS);
    if (!(type & returns_number))
        return TRUE;
    unsigned long value = wcstoul(text, &end, 10);
    if (!*text || *end)
        return fails(ERROR_INVALID_FLAGS);
    *number = value;
    *told = sizeof value / sizeof(WCHAR);
    return TRUE;
}

static struct told_text told(const WCHAR *text)
{
    struct told_text copy = told_text_make();
    told_text_add(&copy, text, (unsigned)wcslen(text));
    return copy;
}

int WINAPI GetCalendarInfoW(LCID locale, DWORD calendar, DWORD type, LPWSTR buffer, int size,
                            LPDWORD number)
{
    WCHAR text[TYPE];
    int of_number;
    if (!locale_is_known(locale) ||
        !find_info(calendar, type, buffer || size, number, &of_number, text))
        return 0;
    return of_number ? of_number : told_text_give(told(text), buffer, size);
}

int WINAPI GetCalendarInfoA(LCID locale, DWORD calendar, DWORD type, LPSTR buffer, int size,
                            LPDWORD number)
{
    WCHAR text[TYPE];
    int of_number;
    if (!locale_is_known(locale) ||
        !find_info(calendar, type, buffer || size, number, &of_number, text))
        return 0;
    return of_number ? 2 * of_number : told_text_give_narrow(told(text), buffer, size);
}

int WINAPI GetCalendarInfoEx(LPCWSTR locale, DWORD calendar, LPCWSTR reserved, DWORD type,
                             LPWSTR buffer, int size, LPDWORD number)
{
    if (reserved)
        return fails(ERROR_INVALID_PARAMETER);
    return locale_name_is_known(locale)
               ? GetCalendarInfoW(LOCALE_USER_DEFAULT, calendar, type, buffer, size, number)
               : 0;
}
