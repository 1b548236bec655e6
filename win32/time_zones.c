/* Dates of other time zones than UTC, by the rules that a program brings. */
#include "lib/calendar.h"
#include "win32/filetime.h"

#include <stdbool.h>
#include <stdint.h>
#include <timezoneapi.h>

#define DAY    ((int64_t)CALENDAR_DAY * CALENDAR_INTERVALS)
#define MINUTE (60LL * CALENDAR_INTERVALS)

/* The moment of a change in this year, by the clock that it ends. Without a year of its own a date
 * is a weekday of a month: the first to the fourth, or the last one. */
static int64_t moment(const SYSTEMTIME *date, int64_t year)
{
    int64_t day = date->wDay;
    if (date->wYear) {
        year = date->wYear;
    } else {
        struct calendar_date first = calendar_date(calendar_day(year, date->wMonth, 1));
        day = (date->wDay - 1) * 7 + 1 + (date->wDayOfWeek + 7 - (int64_t)first.weekday) % 7;
        while (day > calendar_month_days(year, date->wMonth))
            day -= 7;
    }
    int64_t seconds = date->wHour * 3600 + date->wMinute * 60 + date->wSecond;
    return calendar_day(year, date->wMonth, day) * DAY + seconds * CALENDAR_INTERVALS +
           (int64_t)date->wMilliseconds * (CALENDAR_INTERVALS / 1000);
}

static int64_t year_of(int64_t time)
{
    return calendar_date(time / DAY).year;
}

/* How far UTC is ahead of the zone's clock at a time of UTC or of that clock. An hour that the
 * clock shows twice is the first one. */
static int64_t bias_at(const TIME_ZONE_INFORMATION *zone, int64_t time, bool is_local)
{
    int64_t plain = zone->Bias * MINUTE;
    if (!zone->StandardDate.wMonth || !zone->DaylightDate.wMonth)
        return plain;
    int64_t standard = plain + zone->StandardBias * MINUTE;
    int64_t daylight = plain + zone->DaylightBias * MINUTE;
    int64_t year = year_of(is_local ? time : time - standard);
    int64_t begins = moment(&zone->DaylightDate, year) + (is_local ? 0 : standard);
    int64_t ends = moment(&zone->StandardDate, year) + (is_local ? 0 : daylight);
    bool in_daylight =
        begins < ends ? time >= begins && time < ends : time >= begins || time < ends;
    return in_daylight ? daylight : standard;
}

static BOOL shift_date(const TIME_ZONE_INFORMATION *zone, const SYSTEMTIME *from, SYSTEMTIME *to,
                       bool is_local)
{
    FILETIME file;
    if (!SystemTimeToFileTime(from, &file))
        return FALSE;
    int64_t time = (int64_t)filetime_units(&file);
    int64_t bias = zone ? bias_at(zone, time, is_local) : 0; /* this machine's zone is UTC */
    time += is_local ? bias : -bias;
    file = filetime_of((uint64_t)time);
    return FileTimeToSystemTime(&file, to);
}

BOOL WINAPI SystemTimeToTzSpecificLocalTime(const TIME_ZONE_INFORMATION *zone,
                                            const SYSTEMTIME *time, LPSYSTEMTIME local)
{
    return shift_date(zone, time, local, false);
}

BOOL WINAPI TzSpecificLocalTimeToSystemTime(const TIME_ZONE_INFORMATION *zone,
                                            const SYSTEMTIME *local, LPSYSTEMTIME time)
{
    return shift_date(zone, local, time, true);
}
