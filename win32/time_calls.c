/* Dates by Windows' names. */
#include "kernel/shared/system_time.h"
#include "lib/calendar.h"
#include "win32/filetime.h"

#include <errhandlingapi.h>
#include <stdbool.h>
#include <sysinfoapi.h>
#include <timezoneapi.h>

#define DAY (CALENDAR_DAY * (uint64_t)CALENDAR_INTERVALS)

/* Years of the calendar that Windows takes. */
enum { FIRST_YEAR = 1601, LAST_YEAR = 30827 };

static SYSTEMTIME to_date(uint64_t time)
{
    struct calendar_date date = calendar_date((int64_t)(time / DAY));
    unsigned ms = (unsigned)(time % DAY / (CALENDAR_INTERVALS / 1000));
    return (SYSTEMTIME){
        .wYear = (WORD)date.year,
        .wMonth = (WORD)date.month,
        .wDayOfWeek = (WORD)date.weekday,
        .wDay = (WORD)date.day,
        .wHour = (WORD)(ms / 3600000),
        .wMinute = (WORD)(ms / 60000 % 60),
        .wSecond = (WORD)(ms / 1000 % 60),
        .wMilliseconds = (WORD)(ms % 1000),
    };
}

static bool is_date(const SYSTEMTIME *date)
{
    return date->wYear >= FIRST_YEAR && date->wYear <= LAST_YEAR && date->wMonth >= 1 &&
           date->wMonth <= 12 && date->wDay >= 1 &&
           date->wDay <= calendar_month_days(date->wYear, date->wMonth) && date->wHour < 24 &&
           date->wMinute < 60 && date->wSecond < 60 && date->wMilliseconds < 1000;
}

VOID WINAPI GetSystemTime(SYSTEMTIME *time)
{
    *time = to_date(system_time());
}

VOID WINAPI GetLocalTime(SYSTEMTIME *time)
{
    *time = to_date(system_time());
}

VOID WINAPI GetSystemTimeAsFileTime(FILETIME *time)
{
    *time = filetime_of(system_time());
}

VOID WINAPI GetSystemTimePreciseAsFileTime(FILETIME *time)
    __attribute__((alias("GetSystemTimeAsFileTime")));

BOOL WINAPI SetSystemTime(const SYSTEMTIME *date)
{
    SetLastError(is_date(date) ? ERROR_PRIVILEGE_NOT_HELD : ERROR_INVALID_PARAMETER);
    return FALSE;
}

BOOL WINAPI SetLocalTime(const SYSTEMTIME *date)
{
    return SetSystemTime(date);
}

BOOL WINAPI GetSystemTimeAdjustment(PDWORD adjustment, PDWORD increment, PBOOL disabled)
{
    *adjustment = *increment = CALENDAR_INTERVALS / 1000;
    *disabled = TRUE;
    return TRUE;
}

BOOL WINAPI FileTimeToSystemTime(const FILETIME *time, SYSTEMTIME *date)
{
    if (filetime_units(time) > INT64_MAX) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    *date = to_date(filetime_units(time));
    return TRUE;
}

BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME *date, FILETIME *time)
{
    if (!is_date(date)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    uint64_t day = (uint64_t)calendar_day(date->wYear, date->wMonth, date->wDay);
    unsigned seconds = date->wHour * 3600u + date->wMinute * 60u + date->wSecond;
    uint64_t ms = (day * CALENDAR_DAY + seconds) * 1000 + date->wMilliseconds;
    *time = filetime_of(ms * (CALENDAR_INTERVALS / 1000));
    return TRUE;
}

BOOL WINAPI FileTimeToLocalFileTime(const FILETIME *time, LPFILETIME local)
{
    *local = *time;
    return TRUE;
}

BOOL WINAPI LocalFileTimeToFileTime(const FILETIME *local, LPFILETIME time)
{
    *time = *local;
    return TRUE;
}

DWORD WINAPI GetTimeZoneInformation(LPTIME_ZONE_INFORMATION zone)
{
    *zone = (TIME_ZONE_INFORMATION){.StandardName = L"UTC", .DaylightName = L"UTC"};
    return TIME_ZONE_ID_UNKNOWN;
}
