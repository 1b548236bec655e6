/* Locales, and what they say of characters and texts.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#define ENGLISH 0x409

static BOOL CALLBACK count_narrow(LPSTR number)
{
    check(strcmp(number, "00000409") == 0, "EnumSystemLocalesA: 00000409");
    return TRUE;
}

static BOOL CALLBACK count_wide(LPWSTR number)
{
    check(wcscmp(number, L"00000409") == 0, "EnumSystemLocalesW: 00000409");
    return TRUE;
}

static BOOL CALLBACK count_name(LPWSTR name, DWORD flags, LPARAM parameter)
{
    check(wcscmp(name, L"en-US") == 0 && parameter == 7, "EnumSystemLocalesEx: en-US");
    return TRUE;
}

static void check_names(void)
{
    WCHAR name[LOCALE_NAME_MAX_LENGTH];
    check(IsValidLocale(ENGLISH, LCID_INSTALLED) && !IsValidLocale(0x407, LCID_INSTALLED) &&
              IsValidLocaleName(L"EN-us") && !IsValidLocaleName(L"de-DE"),
          "the locale is English of the United States");
    check(LocaleNameToLCID(L"en-US", 0) == ENGLISH && LocaleNameToLCID(NULL, 0) == ENGLISH &&
              LocaleNameToLCID(L"", 0) == LOCALE_INVARIANT &&
              FAILS(LocaleNameToLCID(L"de-DE", 0), ERROR_INVALID_PARAMETER),
          "LocaleNameToLCID");
    check(LCIDToLocaleName(LOCALE_USER_DEFAULT, name, LOCALE_NAME_MAX_LENGTH, 0) == 6 &&
              wcscmp(name, L"en-US") == 0 && LCIDToLocaleName(ENGLISH, NULL, 0, 0) == 6 &&
              FAILS(LCIDToLocaleName(ENGLISH, name, 5, 0), ERROR_INSUFFICIENT_BUFFER),
          "LCIDToLocaleName");
    check(EnumSystemLocalesA(count_narrow, LCID_INSTALLED) &&
              EnumSystemLocalesW(count_wide, LCID_INSTALLED) &&
              EnumSystemLocalesEx(count_name, LOCALE_WINDOWS, 7, NULL),
          "there is one locale");
}

static void check_info(void)
{
    char narrow[40];
    WCHAR wide[40];
    DWORD number = 0;
    check(GetLocaleInfoA(ENGLISH, LOCALE_SDECIMAL, narrow, sizeof narrow) == 2 &&
              strcmp(narrow, ".") == 0 &&
              GetLocaleInfoW(ENGLISH, LOCALE_SENGLANGUAGE | LOCALE_NOUSEROVERRIDE, wide, 40) == 8 &&
              wcscmp(wide, L"English") == 0,
          "GetLocaleInfo");
    check(GetLocaleInfoW(ENGLISH, LOCALE_SDAYNAME1, wide, 40) == 7 &&
              wcscmp(wide, L"Monday") == 0 &&
              GetLocaleInfoA(ENGLISH, LOCALE_SABBREVMONTHNAME1 + 8, narrow, 4) == 4 &&
              strcmp(narrow, "Sep") == 0,
          "names of days and months, whole and cut");
    check(GetLocaleInfoW(ENGLISH, LOCALE_ILANGUAGE | LOCALE_RETURN_NUMBER, (LPWSTR)&number, 2) ==
                  2 &&
              number == ENGLISH &&
              GetLocaleInfoEx(L"en-US", LOCALE_IDEFAULTANSICODEPAGE | LOCALE_RETURN_NUMBER,
                              (LPWSTR)&number, 2) == 2 &&
              number == 1252 &&
              GetLocaleInfoW(ENGLISH, LOCALE_IDEFAULTLANGUAGE | LOCALE_RETURN_NUMBER,
                             (LPWSTR)&number, 2) == 2 &&
              number == ENGLISH,
          "numbers, those of languages in hexadecimal digits");
    check(FAILS(GetLocaleInfoA(ENGLISH, LOCALE_SCOUNTRY, narrow, 5), ERROR_INSUFFICIENT_BUFFER) &&
              FAILS(GetLocaleInfoA(ENGLISH, 0x3000, narrow, 5), ERROR_INVALID_FLAGS) &&
              FAILS(GetLocaleInfoA(ENGLISH, LOCALE_SDATE | LOCALE_RETURN_NUMBER, narrow, 5),
                    ERROR_INVALID_FLAGS) &&
              FAILS(GetLocaleInfoA(0x407, LOCALE_SDATE, narrow, 5), ERROR_INVALID_PARAMETER) &&
              FAILS(GetLocaleInfoEx(L"de-DE", LOCALE_SDATE, wide, 5), ERROR_INVALID_PARAMETER),
          "no room: 122; no such type, or no number: 1004; another locale: 87");
}

static void check_types(void)
{
    static const WCHAR text[] = L"A g7\n\u00E4\u00D7.";
    static const WORD types[] = {0x381, 0x248, 0x302, 0x284, 0x228, 0x302, 0x210, 0x210, 0x220};
    WORD told[9];
    check(GetStringTypeW(CT_CTYPE1, text, -1, told) && memcmp(told, types, sizeof types) == 0,
          "GetStringTypeW: capitals, small letters, digits, blanks, marks, controls");
    memset(told, 0, sizeof told);
    check(GetStringTypeA(ENGLISH, CT_CTYPE1, "A g7\n\xC3\xA4.", -1, told) && told[5] == types[5] &&
              told[6] == types[7] && told[7] == types[8],
          "GetStringTypeA tells of a character's units");
    check(GetStringTypeExW(ENGLISH, CT_CTYPE1, L"f", 1, told) && told[0] == 0x382 &&
              GetStringTypeExA(ENGLISH, CT_CTYPE1, "F", 1, told) && told[0] == 0x381,
          "GetStringTypeEx");
    check(FAILS(GetStringTypeW(CT_CTYPE1, text, 0, told), ERROR_INVALID_PARAMETER) &&
              FAILS(GetStringTypeW(CT_CTYPE2, text, 1, told), ERROR_INVALID_PARAMETER) &&
              FAILS(GetStringTypeExA(0x407, CT_CTYPE1, "F", 1, told), ERROR_INVALID_PARAMETER),
          "no text, another kind, another locale: 87");
}

static void check_mapping(void)
{
    char narrow[20];
    WCHAR wide[20];
    check(LCMapStringW(ENGLISH, LCMAP_UPPERCASE, L"abc\u00E4", -1, wide, 20) == 5 &&
              wcscmp(wide, L"ABC\u00C4") == 0 &&
              LCMapStringEx(NULL, LCMAP_LOWERCASE, L"XY", 2, wide, 20, NULL, NULL, 0) == 2 &&
              wcscmp(wide, L"xyC\u00C4") == 0,
          "LCMapString gives texts capitals and small letters");
    check(LCMapStringA(ENGLISH, LCMAP_UPPERCASE, "a\xC3\xA4", -1, narrow, 20) == 4 &&
              strcmp(narrow, "A\xC3\x84") == 0,
          "narrow text, too");
    check(LCMapStringW(ENGLISH, LCMAP_BYTEREV, L"\x1234", 1, wide, 20) == 1 && wide[0] == 0x3412,
          "LCMAP_BYTEREV");
    check(LCMapStringW(0, LCMAP_LOWERCASE, L"", 1, NULL, 0) == 1 &&
              LCMapStringW(0, LCMAP_LOWERCASE, L"AB", -1, NULL, 0) == 3,
          "size 0 asks");
    check(FAILS(LCMapStringW(0, LCMAP_LOWERCASE, L"AB", -1, wide, 2), ERROR_INSUFFICIENT_BUFFER) &&
              FAILS(LCMapStringW(0, LCMAP_LOWERCASE | LCMAP_UPPERCASE, L"AB", -1, wide, 20),
                    ERROR_INVALID_FLAGS) &&
              FAILS(LCMapStringW(0, 0, L"AB", -1, wide, 20), ERROR_INVALID_FLAGS) &&
              FAILS(LCMapStringW(0, LCMAP_LOWERCASE, L"AB", 0, wide, 20), ERROR_INVALID_PARAMETER),
          "no room: 122; flags that exclude each other, or none: 1004; no text: 87");
}

static int sign(int number) { return (number > 0) - (number < 0); }

static int key_order(LPCWSTR left, LPCWSTR right, DWORD flags)
{
    BYTE one[200] = {0}, other[200] = {0};
    int size = LCMapStringW(ENGLISH, LCMAP_SORTKEY | flags, left, -1, (LPWSTR)one, sizeof one);
    int needed = LCMapStringW(ENGLISH, LCMAP_SORTKEY | flags, left, -1, NULL, 0);
    LCMapStringW(ENGLISH, LCMAP_SORTKEY | flags, right, -1, (LPWSTR)other, sizeof other);
    BOOL is_whole = size > 0 && size == needed && one[size - 1] == 0;
    return is_whole ? sign(strcmp((char *)one, (char *)other)) + CSTR_EQUAL : 0;
}

static void check_order(void)
{
    static const struct {
        LPCWSTR left, right;
        DWORD flags;
        int order;
    } rows[] = {
        {L"a", L"B", 0, CSTR_LESS_THAN},
        {L"a", L"A", 0, CSTR_LESS_THAN},
        {L"a", L"A", NORM_IGNORECASE, CSTR_EQUAL},
        {L"Ab", L"aC", 0, CSTR_LESS_THAN},
        {L"_", L"1", 0, CSTR_LESS_THAN},
        {L"9", L"a", 0, CSTR_LESS_THAN},
        {L"coop", L"co-op", 0, CSTR_LESS_THAN},
        {L"coop", L"co-ops", 0, CSTR_LESS_THAN},
        {L"coops", L"co-op", 0, CSTR_GREATER_THAN},
        {L"coop", L"co-op", SORT_STRINGSORT, CSTR_GREATER_THAN},
        {L"a.b", L"ab", NORM_IGNORESYMBOLS, CSTR_EQUAL},
        {L"\u00E4", L"\u00C4", NORM_IGNORECASE, CSTR_EQUAL},
        {L"ab", L"abc", 0, CSTR_LESS_THAN},
        {L"", L"a", 0, CSTR_LESS_THAN},
    };
    unsigned wrong = 0, wrong_keys = 0;
    for (unsigned i = 0; i < ARRAYSIZE(rows); i++) {
        int order = CompareStringW(ENGLISH, rows[i].flags, rows[i].left, -1, rows[i].right, -1);
        wrong += order != rows[i].order;
        wrong_keys += key_order(rows[i].left, rows[i].right, rows[i].flags) != rows[i].order;
    }
    check(wrong == 0, "CompareStringW");
    check(wrong_keys == 0, "sort keys compare as the texts do");
    check(CompareStringA(ENGLISH, 0, "abc", 2, "abd", 2) == CSTR_EQUAL &&
              CompareStringA(ENGLISH, 0, "abc", 3, "abd", 3) == CSTR_LESS_THAN &&
              CompareStringEx(L"", 0, L"b", -1, L"a", -1, NULL, NULL, 0) == CSTR_GREATER_THAN,
          "CompareStringA, CompareStringEx");
    check(CompareStringOrdinal(L"B", -1, L"a", -1, FALSE) == CSTR_LESS_THAN &&
              CompareStringOrdinal(L"B", -1, L"a", -1, TRUE) == CSTR_GREATER_THAN &&
              CompareStringOrdinal(L"a", 1, L"ab", 1, FALSE) == CSTR_EQUAL,
          "CompareStringOrdinal goes by units");
    check(FAILS(CompareStringW(ENGLISH, 0, NULL, -1, L"a", -1), ERROR_INVALID_PARAMETER) &&
              FAILS(CompareStringW(ENGLISH, 0x200000, L"a", -1, L"a", -1), ERROR_INVALID_FLAGS) &&
              FAILS(CompareStringW(0x407, 0, L"a", -1, L"a", -1), ERROR_INVALID_PARAMETER),
          "no text or another locale: 87; unknown flags: 1004");
}

int main(void)
{
    check_names();
    check_info();
    check_types();
    check_mapping();
    check_order();
    return done();
}
