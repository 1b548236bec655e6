/* The time of day and dates by Windows' names.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <time.h>

#include "tests/windows/windows_check.h"

static ULONGLONG whole(const FILETIME *time)
{
    return (ULONGLONG)time->dwHighDateTime << 32 | time->dwLowDateTime;
}

static FILETIME filetime(ULONGLONG value)
{
    FILETIME time = {(DWORD)value, (DWORD)(value >> 32)};
    return time;
}

enum { MILLISECOND = 10000 }; /* dates leave out less */

static BOOL same(const SYSTEMTIME *a, WORD year, WORD month, WORD weekday, WORD day, WORD hour,
                 WORD minute, WORD second, WORD ms)
{
    return a->wYear == year && a->wMonth == month && a->wDayOfWeek == weekday && a->wDay == day &&
           a->wHour == hour && a->wMinute == minute && a->wSecond == second &&
           a->wMilliseconds == ms;
}

static void check_now(void)
{
    SYSTEMTIME system, local;
    FILETIME now, from_system, from_local, later;
    time_t seconds;
    GetSystemTimeAsFileTime(&now);
    GetSystemTime(&system);
    GetLocalTime(&local);
    seconds = time(NULL);
    check(SystemTimeToFileTime(&system, &from_system) && SystemTimeToFileTime(&local, &from_local),
          "the time now is a date");
    check(whole(&from_system) + MILLISECOND - whole(&now) < 100000000 &&
              whole(&from_local) - whole(&from_system) < 100000000,
          "GetSystemTime, GetLocalTime and GetSystemTimeAsFileTime tell the same");
    check((time_t)(whole(&now) / 10000000 - 11644473600) <= seconds &&
              (time_t)(whole(&from_local) / 10000000 - 11644473600) >= seconds - 1,
          "and so does time");
    Sleep(50);
    GetSystemTimeAsFileTime(&later);
    check(whole(&later) - whole(&now) >= 500000, "50 ms asleep are 500,000 times 100 ns at least");
}

static void check_times(void)
{
    static const struct {
        const char *claim;
        ULONGLONG time;
        WORD year, month, weekday, day, hour, minute, second, ms;
    } rows[] = {
        {"0 is 1 January 1601, a Monday", 0, 1601, 1, 1, 1, 0, 0, 0, 0},
        {"116444736000000000 is 1 January 1970, a Thursday", 116444736000000000, 1970, 1, 4, 1, 0,
         0, 0, 0},
        {"29 February 2000, a Tuesday, to the millisecond", 125962991997890000, 2000, 2, 2, 29, 11,
         59, 59, 789},
        {"the last day of 2100, a Friday", 157784543999990000, 2100, 12, 5, 31, 23, 59, 59, 999},
        {"the last that a SYSTEMTIME can have", 9223149887999990000, 30827, 12, 5, 31, 23, 59, 59,
         999},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILETIME time = filetime(rows[i].time), back = {1, 1};
        SYSTEMTIME date;
        BOOL told = FileTimeToSystemTime(&time, &date);
        check(told && same(&date, rows[i].year, rows[i].month, rows[i].weekday, rows[i].day,
                           rows[i].hour, rows[i].minute, rows[i].second, rows[i].ms),
              rows[i].claim);
        date.wDayOfWeek = 9;
        check(SystemTimeToFileTime(&date, &back) && whole(&back) == rows[i].time,
              "and back, without a look at the day of the week");
    }
    FILETIME time = filetime(125962991997891234), back;
    SYSTEMTIME date;
    check(FileTimeToSystemTime(&time, &date) && SystemTimeToFileTime(&date, &back) &&
              whole(&back) == 125962991997890000,
          "less than a millisecond is cut off");
}

static void check_refusals(void)
{
    static const struct {
        const char *claim;
        SYSTEMTIME date;
    } rows[] = {
        {"1600 is too early", {1600, 12, 0, 31, 23, 59, 59, 999}},
        {"30828 is too late", {30828, 1, 0, 1, 0, 0, 0, 0}},
        {"there is no month 0", {2024, 0, 0, 1, 0, 0, 0, 0}},
        {"no month 13", {2024, 13, 0, 1, 0, 0, 0, 0}},
        {"no day 0", {2024, 1, 0, 0, 0, 0, 0, 0}},
        {"no 32 January", {2024, 1, 0, 32, 0, 0, 0, 0}},
        {"no 29 February 2023", {2023, 2, 0, 29, 0, 0, 0, 0}},
        {"none in 1900", {1900, 2, 0, 29, 0, 0, 0, 0}},
        {"no hour 24", {2024, 1, 0, 1, 24, 0, 0, 0}},
        {"no minute 60", {2024, 1, 0, 1, 0, 60, 0, 0}},
        {"no second 60", {2024, 1, 0, 1, 0, 0, 60, 0}},
        {"no millisecond 1000", {2024, 1, 0, 1, 0, 0, 0, 1000}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILETIME time = {7, 8};
        SetLastError(0);
        check(!SystemTimeToFileTime(&rows[i].date, &time) &&
                  GetLastError() == ERROR_INVALID_PARAMETER && time.dwLowDateTime == 7 &&
                  time.dwHighDateTime == 8,
              rows[i].claim);
    }
    SYSTEMTIME date = {.wYear = 77};
    FILETIME time = filetime(0x8000000000000000);
    SetLastError(0);
    check(!FileTimeToSystemTime(&time, &date) && GetLastError() == ERROR_INVALID_PARAMETER &&
              date.wYear == 77,
          "a time with its uppermost bit is none");
    time = filetime(0x7FFFFFFFFFFFFFFF);
    check(FileTimeToSystemTime(&time, &date) && date.wYear == 30828, "below it all are");
}

int main(void)
{
    check_now();
    check_times();
    check_refusals();
    return done();
}
