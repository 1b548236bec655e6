/* Calendars, code pages and languages, and changes of what a locale tells. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

static int count;

static BOOL CALLBACK count_page(LPSTR page)
{
    count += strcmp(page, "1252") == 0 || strcmp(page, "65001") == 0;
    return TRUE;
}

static void calendar(CALTYPE type)
{
    char text[50] = "";
    int size = GetCalendarInfoA(LOCALE_USER_DEFAULT, CAL_GREGORIAN, type, text, 50, NULL);
    printf("%lu: %d %s\n", type, size, text);
}

static BOOL CALLBACK narrow_calendar(LPSTR text)
{
    printf(" %s", text);
    return TRUE;
}

static BOOL CALLBACK wide_calendar(LPWSTR text)
{
    printf(" %ls", text);
    return FALSE;
}

static BOOL CALLBACK narrow_numbered(LPSTR text, CALID calendar)
{
    printf(" %s %lu", text, calendar);
    return TRUE;
}

static BOOL CALLBACK wide_numbered(LPWSTR text, CALID calendar)
{
    printf(" %ls %lu", text, calendar);
    return TRUE;
}

static BOOL CALLBACK whole_calendar(LPWSTR text, CALID calendar, LPWSTR reserved, LPARAM parameter)
{
    printf(" %ls %lu %d %ld", text, calendar, reserved == NULL, parameter);
    return TRUE;
}

/* The facts about each calendar. */
static void calendars(void)
{
    const CALTYPE number = CAL_ICALINTVALUE | CAL_RETURN_NUMBER;
    printf("calendars:");
    printf(" %d", EnumCalendarInfoA(narrow_calendar, 0x409, ENUM_ALL_CALENDARS, number));
    printf(" %d", EnumCalendarInfoW(wide_calendar, 0x409, CAL_GREGORIAN, CAL_SDAYNAME1));
    printf(" %d", EnumCalendarInfoExA(narrow_numbered, 0x409, ENUM_ALL_CALENDARS, CAL_SCALNAME));
    printf(" %d", EnumCalendarInfoExW(wide_numbered, 0x409, ENUM_ALL_CALENDARS, CAL_SDAYNAME2));
    BOOL(WINAPI * whole)
    (void *, LPCWSTR, CALID, LPCWSTR, CALTYPE, LPARAM) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32"), "EnumCalendarInfoExEx");
    printf(" %d", whole(whole_calendar, L"en-US", ENUM_ALL_CALENDARS, NULL, CAL_SDAYNAME3, 9));
    printf(", not: %d", EnumCalendarInfoA(NULL, 0x409, ENUM_ALL_CALENDARS, number));
    printf(" %lu", GetLastError());
    printf(" %d", EnumCalendarInfoW(wide_calendar, 0x409, ENUM_ALL_CALENDARS, 999));
    printf(" %lu", GetLastError());
    printf(" %d", whole(whole_calendar, NULL, ENUM_ALL_CALENDARS, L"", CAL_SDAYNAME3, 9));
    printf(" %lu\n", GetLastError());
}

static void check_pages(void)
{
    CPINFOEXA page;
    CPINFOEXW wide;
    printf("page: %d", GetCPInfoExA(1252, 0, &page));
    printf(" %u %u %s, %c\n", page.MaxCharSize, page.CodePage, page.CodePageName,
           page.UnicodeDefaultChar);
    printf("wide: %d", GetCPInfoExW(437, 0, &wide));
    printf(" %ls\n", wide.CodePageName);
    printf("none: %d", GetCPInfoExA(12345, 0, &page));
    printf(" %lu\n", GetLastError());
    EnumSystemCodePagesA(count_page, CP_INSTALLED);
    printf("pages: %d\n", count);
}

static void check_calendar(void)
{
    WCHAR name[20];
    DWORD number = 7;
    calendar(CAL_SCALNAME);
    calendar(CAL_SDAYNAME7);
    calendar(CAL_SABBREVMONTHNAME1);
    calendar(CAL_SYEARMONTH);
    calendar(999);
    printf("number: %d",
           GetCalendarInfoW(0x409, CAL_GREGORIAN, CAL_ITWODIGITYEARMAX | CAL_RETURN_NUMBER, NULL, 0,
                            &number));
    printf(" %lu\n", number);
    printf("another calendar: %d", GetCalendarInfoW(0x409, 77, CAL_SCALNAME, name, 20, NULL));
    printf(" %lu\n", GetLastError());
}

static void check_locale(void)
{
    WCHAR name[20];
    char text[60];
    printf("locale: %lX %d", ConvertDefaultLocale(LOCALE_SYSTEM_DEFAULT), SetThreadLocale(0x409));
    printf(" %d", SetThreadLocale(0x1234));
    printf(" %lu\n", GetLastError());
    printf("system: %d", GetSystemDefaultLocaleName(name, 20));
    printf(" %ls, place %ld\n", name, GetUserGeoID(GEOCLASS_NATION));
    printf("language: %lu", VerLanguageNameA(0x409, text, sizeof text));
    printf(" %s\n", text);
}

static void check_changes(void)
{
    char text[60];
    const SYSTEMTIME day = {.wYear = 2009, .wMonth = 10, .wDay = 22, .wDayOfWeek = 4, .wHour = 15};
    printf("changed: %d", SetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SSHORTDATE, "yyyy.MM.dd"));
    printf(" %d", SetLocaleInfoW(0x409, LOCALE_S2359, L"after noon\xE9"));
    GetDateFormatA(LOCALE_USER_DEFAULT, 0, &day, NULL, text, sizeof text);
    printf(" %s", text);
    GetTimeFormatA(LOCALE_USER_DEFAULT, 0, &day, NULL, text, sizeof text);
    printf(" %s", text);
    GetDateFormatA(LOCALE_USER_DEFAULT, LOCALE_NOUSEROVERRIDE, &day, NULL, text, sizeof text);
    printf(" %s", text);
    GetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SSHORTDATE, text, sizeof text);
    printf(" %s", text);
    GetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SSHORTDATE | LOCALE_NOUSEROVERRIDE, text, 60);
    printf(" %s\n", text);
}

static void check_wishes(void)
{
    char text[60];
    static const struct {
        LCID locale;
        LCTYPE type;
        const char *text;
    } wishes[] = {
        {0x409, LOCALE_SDAYNAME1, "day"}, {0x1234, LOCALE_SDATE, "-"},
        {0x409, LOCALE_SDATE, "----"},    {0x409, LOCALE_IDIGITS, "10"},
        {0x409, LOCALE_IDIGITS, ""},      {0x409, LOCALE_IDIGITS, "2x"},
        {0x409, LOCALE_SSHORTDATE, NULL}, {0x409, LOCALE_SDATE, "---"},
        {0x409, LOCALE_IDIGITS, "9"},     {0x409, LOCALE_SSHORTDATE, "M/d"},
    };
    printf("changes:");
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        SetLastError(0);
        printf(" %d", SetLocaleInfoA(wishes[i].locale, wishes[i].type, wishes[i].text));
        printf(" %lu,", GetLastError());
    }
    GetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SSHORTDATE, text, sizeof text);
    printf(" %s\n", text);
}

/* Locales that Windows knows beside the one whose facts are told. */
static void check_others(void)
{
    static const WCHAR *const names[] = {L"de-DE", L"DE-at", L"de", L"en",    L"es",     L"zh",
                                         L"sr",    L"tr",    L"",   L"xx-YY", L"az-Latn"};
    WCHAR name[LOCALE_NAME_MAX_LENGTH], *end;
    printf("names:");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        SetLastError(0);
        LCID number = LocaleNameToLCID(names[i], 0);
        printf(" %lX", number);
        if (LocaleNameToLCID(names[i], LOCALE_ALLOW_NEUTRAL_NAMES) != number)
            printf("(%lX)", LocaleNameToLCID(names[i], LOCALE_ALLOW_NEUTRAL_NAMES));
        if (LCIDToLocaleName(number, name, LOCALE_NAME_MAX_LENGTH, 0))
            printf(" %ls", name);
        printf(" %d-%lu,", IsValidLocaleName(names[i]), GetLastError());
    }
    printf("\nnumbers:");
    LCIDToLocaleName(7, name, 40, LOCALE_ALLOW_NEUTRAL_NAMES);
    printf(" %ls", name);
    LCIDToLocaleName(7, name, 40, 0);
    printf(" %ls", name);
    printf(" %d", LCIDToLocaleName(0x7777, name, 40, 0));
    printf(" %lu,", GetLastError());
    printf(" %d", LCIDToLocaleName(0x407, name, 5, 0));
    printf(" %lu, supported %d", GetLastError(), IsValidLocale(0x407, LCID_SUPPORTED));
    printf(" installed %d %d\n", IsValidLocale(0x407, LCID_INSTALLED),
           IsValidLocale(0x409, LCID_INSTALLED));
    printf("texts of others: %d", CompareStringEx(L"de-DE", 0, L"a", -1, L"B", -1, NULL, NULL, 0));
    printf(" %d", CompareStringW(0x41F, NORM_IGNORECASE, L"a", -1, L"A", -1));
    wcscpy(name, L"iI\x130\x131");
    end = name + wcslen(name);
    LCMapStringW(0x41F, LCMAP_UPPERCASE | LCMAP_LINGUISTIC_CASING, name, -1, name, 40);
    printf(" %X %X", name[0], end[-1]);
    wcscpy(name, L"iI\x130\x131");
    LCMapStringEx(L"az", LCMAP_LOWERCASE | LCMAP_LINGUISTIC_CASING, name, -1, name, 40, NULL, NULL,
                  0);
    printf(" %X %X", name[1], name[2]);
    wcscpy(name, L"iI\x130\x131");
    LCMapStringEx(L"tr-TR", LCMAP_UPPERCASE, name, -1, name, 40, NULL, NULL, 0);
    printf(" %X", name[0]);
    LCMapStringEx(L"de-DE", LCMAP_UPPERCASE | LCMAP_LINGUISTIC_CASING, L"i", -1, name, 40, NULL,
                  NULL, 0);
    printf(" %X, facts: %d", name[0], GetLocaleInfoEx(L"de-DE", LOCALE_SDECIMAL, name, 40));
    printf(" %lu\n", GetLastError());
}

static void show_letters(const WCHAR *text)
{
    for (; *text; text++)
        printf(" %X", *text);
}

/* Letters of other scripts have two cases, too. */
static void check_letters(void)
{
    static const WCHAR small[] = L"z\xFF\x101\x3AC\x3C3\x3CC\x44F\x451\x561\xDF\x5D0";
    WCHAR text[20], back[20];
    LCMapStringW(0x409, LCMAP_UPPERCASE, small, -1, text, 20);
    printf("capitals:");
    show_letters(text);
    LCMapStringW(0x409, LCMAP_LOWERCASE, text, -1, back, 20);
    printf(", back %d", wcscmp(back, small));
    printf(", equal %d", CompareStringW(0x409, NORM_IGNORECASE, text, -1, small, -1));
    printf(" %d\n", CompareStringOrdinal(text, -1, small, -1, TRUE));
}

static void check_invariant(void)
{
    static const LCTYPE types[] = {LOCALE_ILANGUAGE,   LOCALE_SLANGUAGE,       LOCALE_SENGCOUNTRY,
                                   LOCALE_SINTLSYMBOL, LOCALE_SSHORTDATE,      LOCALE_SLONGDATE,
                                   LOCALE_STIMEFORMAT, LOCALE_SISO639LANGNAME, LOCALE_SNAME,
                                   LOCALE_SDECIMAL};
    char text[60];
    printf("no country's:");
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        int size = GetLocaleInfoA(LOCALE_INVARIANT, types[i], text, sizeof text);
        printf(" %d %s;", size, text);
    }
    SetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SDECIMAL, "!");
    GetLocaleInfoA(LOCALE_INVARIANT, LOCALE_SDECIMAL, text, sizeof text);
    printf(" by no user: %s", text);
    GetLocaleInfoA(0x409, LOCALE_SDECIMAL, text, sizeof text);
    printf(" %s\n", text);
    SetLocaleInfoA(LOCALE_USER_DEFAULT, LOCALE_SDECIMAL, ".");
}

static void check_kinds(void)
{
    static const WCHAR text[] =
        L"a1 ,\x5D0\x641\x640\x661\x3042\x30A2\x4E00\xFF71\xD800\xDC00\x301";
    WORD kinds[20];
    printf("directions: %d", GetStringTypeW(CT_CTYPE2, text, -1, kinds));
    for (unsigned i = 0; text[i]; i++)
        printf(" %X", kinds[i]);
    printf("\ntreatments: %d", GetStringTypeExW(0x411, CT_CTYPE3, text, -1, kinds));
    for (unsigned i = 0; text[i]; i++)
        printf(" %X", kinds[i]);
    printf(", no kind: %d\n", GetStringTypeW(3, text, -1, kinds));
}

int main(void)
{
    check_pages();
    check_calendar();
    check_locale();
    check_changes();
    check_wishes();
    calendars();
    check_others();
    check_letters();
    check_invariant();
    check_kinds();
    return 0;
}
