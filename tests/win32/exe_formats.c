/* Dates, times, numbers and sums as texts. */

#include <stdio.h>
#include <windows.h>

static BOOL CALLBACK print_format(LPSTR format)
{
    printf(" [%s]", format);
    return TRUE;
}

static BOOL CALLBACK print_first(LPWSTR format, DWORD calendar)
{
    printf(" %ls %lu\n", format, calendar);
    return FALSE;
}

static void number(const char *text)
{
    char buffer[40];
    int count = GetNumberFormatA(0x409, 0, text, NULL, buffer, 40);
    printf("%s: %d %s\n", text, count, count ? buffer : "");
}

static void grouped(const char *text, UINT digits, UINT leading, UINT grouping, UINT order)
{
    char buffer[40] = "";
    NUMBERFMTA format = {digits, leading, grouping, ",", ".", order};
    GetNumberFormatA(0x409, 0, text, &format, buffer, 40);
    printf("%s ", buffer);
}

static void sum(const char *text, UINT less, UINT more)
{
    char buffer[40] = "";
    CURRENCYFMTA format = {2, 1, 3, ".", ",", less, more, "E"};
    GetCurrencyFormatA(0x409, 0, text, &format, buffer, 40);
    printf("[%s] ", buffer);
}

static void at(DWORD flags, const char *format)
{
    SYSTEMTIME time = {2002, 5, 0, 6, 8, 56, 13, 22};
    char buffer[60] = "";
    int count = GetTimeFormatA(0x409, flags, &time, format, buffer, 60);
    printf("%d [%s]\n", count, buffer);
}

static void on(DWORD flags, const char *format)
{
    SYSTEMTIME date = {2002, 5, 0, 6, 0, 0, 0, 0};
    char buffer[60] = "";
    int count = GetDateFormatA(0x409, flags, &date, format, buffer, 60);
    printf("%d [%s]", count, buffer);
    printf(count ? "\n" : " %lu\n", GetLastError());
}

int main(void)
{
    WCHAR wide[40];
    SYSTEMTIME date = {2001, 2, 0, 29, 24, 0, 0, 0};
    on(0, NULL);
    on(DATE_LONGDATE, NULL);
    on(8, NULL);
    on(0, "ddd',' MMM dd yy");
    on(0, "d/MM/y 'it''s' yyyy gg dddd MMMM x");
    on(DATE_LONGDATE, "d");
    on(DATE_LONGDATE | DATE_SHORTDATE, NULL);
    printf("no such date: %d", GetDateFormatW(0x409, 0, &date, NULL, wide, 40));
    printf(" %lu\n", GetLastError());
    printf("no such time: %d", GetTimeFormatW(0x409, 0, &date, NULL, wide, 40));
    printf(" %lu\n", GetLastError());
    at(0, NULL);
    at(0, "tt HH':'mm':'ss t h");
    at(TIME_FORCE24HOURFORMAT, "h:mm tt");
    at(TIME_NOSECONDS, NULL);
    at(TIME_NOSECONDS, "h.@:m.@:s.@:tt");
    at(TIME_NOSECONDS, "s1s2s3");
    at(TIME_NOMINUTESORSECONDS, "h:m:s tt");
    at(TIME_NOTIMEMARKER, "h:m:s tt");
    at(TIME_NOTIMEMARKER, "t/tt");
    date = (SYSTEMTIME){1999, 12, 0, 31, 23, 5, 0, 0};
    printf("ask %d", GetTimeFormatEx(L"en-US", 0, &date, L"HH", NULL, 0));
    printf(", short %d", GetTimeFormatEx(NULL, 0, &date, L"HH", wide, 2));
    printf(" %lu\n", GetLastError());
    printf("%d %ls\n", GetDateFormatEx(NULL, 0, &date, L"yyyy-MM-dd", wide, 40, NULL), wide);

    number("2353");
    number("-2353.1");
    number("2353.119");
    number("-999.999");
    number(".5");
    number("1234567.895");
    number("1.2.3");
    number("12x");
    number("");
    grouped("1234567.5", 1, 1, 3, 0);
    grouped("-1234567.5", 0, 1, 32, 0);
    grouped("-1234567.5", 2, 1, 30, 2);
    grouped("-1234567.5", 2, 1, 0, 3);
    grouped("0.25", 2, 0, 3, 4);
    puts("");
    printf("%d %ls\n", GetCurrencyFormatW(0x409, 0, L"-1234.5", NULL, wide, 40), wide);
    for (UINT i = 0; i < 4; i++)
        sum("2", 0, i);
    for (UINT i = 0; i < 16; i++)
        sum("-2", i, 0);
    puts("");
    printf("short:");
    EnumDateFormatsA(print_format, 0x409, DATE_SHORTDATE);
    printf("\nlong:");
    EnumDateFormatsA(print_format, 0x409, DATE_LONGDATE);
    printf("\ntimes:");
    EnumTimeFormatsA(print_format, 0x409, 0);
    printf("\nmonth:");
    EnumDateFormatsExW(print_first, 0x409, DATE_YEARMONTH);
    return 0;
}
