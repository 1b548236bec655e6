/* Calendars, code pages and languages; the folder for DLLs; calls that headers have as macros. */

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

int main(void)
{
    CPINFOEXA page;
    CPINFOEXW wide;
    WCHAR name[20];
    char text[60];
    DWORD number = 7;
    printf("page: %d", GetCPInfoExA(1252, 0, &page));
    printf(" %u %u %s, %c\n", page.MaxCharSize, page.CodePage, page.CodePageName,
           page.UnicodeDefaultChar);
    printf("wide: %d", GetCPInfoExW(437, 0, &wide));
    printf(" %ls\n", wide.CodePageName);
    printf("none: %d", GetCPInfoExA(12345, 0, &page));
    printf(" %lu\n", GetLastError());
    EnumSystemCodePagesA(count_page, CP_INSTALLED);
    printf("pages: %d\n", count);
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
    printf("locale: %lX %d", ConvertDefaultLocale(LOCALE_SYSTEM_DEFAULT), SetThreadLocale(0x409));
    printf(" %d", SetThreadLocale(0x1234));
    printf(" %lu\n", GetLastError());
    printf("system: %d", GetSystemDefaultLocaleName(name, 20));
    printf(" %ls, place %ld\n", name, GetUserGeoID(GEOCLASS_NATION));
    printf("language: %lu", VerLanguageNameA(0x409, text, sizeof text));
    printf(" %s\n", text);

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

    calendars();
    printf("folder: %d", SetDllDirectoryA("C:\\libraries"));
    printf(" %lu", GetDllDirectoryA(sizeof text, text));
    printf(" %s", text);
    printf(", short %lu", GetDllDirectoryA(3, text));
    printf(" %d\n", *text == 0);
    printf("two: %d", SetDllDirectoryA("C:\\a;C:\\b"));
    printf(" %lu\n", GetLastError());

    CreateDirectoryA("C:\\libraries", NULL);
    printf("in a folder: %d", MoveFileA("exe_locale_facts_dll.dll", "C:\\libraries\\moved.dll"));
    printf(" %d\n", LoadLibraryA("moved.dll") != NULL);
    CreateDirectoryA("C:\\other", NULL);
    CopyFileA("C:\\libraries\\moved.dll", "C:\\other\\by_path.dll", TRUE);
    SetDllDirectoryA(NULL);
    printf("nowhere: %d", LoadLibraryA("by_path.dll") != NULL);
    printf(" %lu\n", GetLastError());
    SetEnvironmentVariableA("PATH", "C:\\none;C:\\other");
    printf("by PATH: %d\n", LoadLibraryA("by_path.dll") != NULL);

    HMODULE kernel = GetModuleHandleA("kernel32");
    void(WINAPI * move)(void *, const void *, SIZE_T) =
        (void *)GetProcAddress(kernel, "RtlMoveMemory");
    void(WINAPI * fill)(void *, SIZE_T, BYTE) = (void *)GetProcAddress(kernel, "RtlFillMemory");
    int(WINAPI * length)(LPCSTR) = (void *)GetProcAddress(kernel, "lstrlen");
    fill(text, 5, 'x');
    move(text + 2, "abc", 4);
    RtlMoveMemory(text + 4, "c", 2);
    printf("%s %d\n", text, length(text));
    printf("started: %u", WinExec("exe_none.exe", 0));
    printf(" %u\n", WinExec("\"exe_locale_facts.exe\" x", 0));
    return 0;
}
