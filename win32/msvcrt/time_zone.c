/* The C library's zone: that of the variable TZ, else Windows' zone. A summer time of TZ begins and
 * ends as in the United States. */
#include "win32/msvcrt/time_zone.h"

#include "lib/calendar.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <timezoneapi.h>

extern char *msvcrt_getenv(const char *name);

enum { NAME_SIZE = 64, LETTERS = 3, HOUR = 3600 };

/* As they are until the zone is asked for. */
VARIABLE(long, _timezone) = 8 * HOUR;
VARIABLE(int, _daylight) = 1;
VARIABLE(long, _dstbias) = -HOUR;

static char names[2][NAME_SIZE] = {"PST", "PDT"};
char *_tzname[2] = {names[0], names[1]};

CALL(char **, __p__tzname, void)
{
    return _tzname;
}

static bool is_of_text;
static char text_before[NAME_SIZE];

static const char *behind_number(const char *text)
{
    return text + strspn(text, "+0123456789");
}

/* "PST8PDT", "xxx-1:30:15": a name, what to add for UTC, and a name for the summer, which may be
 * missing. How much the summer adds stays. */
static void take_text(const char *text)
{
    static const long units[] = {HOUR, 60, 1};
    snprintf(names[0], NAME_SIZE, "%.*s", LETTERS, text);
    text += strlen(names[0]);
    const bool is_negative = *text == '-';
    text += is_negative;
    _timezone = 0;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        _timezone += atol(text) * units[i];
        text = behind_number(text);
        if (*text != ':')
            break;
        text++;
    }
    if (is_negative)
        _timezone = -_timezone;
    _daylight = *text; /* the letter: programs ask whether it is 0 */
    snprintf(names[1], NAME_SIZE, "%.*s", LETTERS, text);
}

static void take_windows(void)
{
    TIME_ZONE_INFORMATION zone;
    if (GetTimeZoneInformation(&zone) == TIME_ZONE_ID_INVALID)
        return;
    _timezone = (zone.Bias + (zone.StandardDate.wMonth ? zone.StandardBias : 0)) * 60;
    _daylight = zone.DaylightDate.wMonth && zone.DaylightBias;
    _dstbias = _daylight ? (zone.DaylightBias - zone.StandardBias) * 60 : 0;
    snprintf(names[0], NAME_SIZE, "%ls", zone.StandardName);
    snprintf(names[1], NAME_SIZE, "%ls", zone.DaylightName);
}

/* A TZ that has not changed since the last call changes nothing, so that a program may have set the
 * variables itself. */
CALL(void, _tzset, void)
{
    const char *text = msvcrt_getenv("TZ");
    const bool has_text = text && *text;
    const bool is_same = has_text && strcmp(text, text_before) == 0;
    is_of_text = has_text;
    if (is_same)
        return;
    snprintf(text_before, sizeof text_before, "%s", has_text ? text : "");
    if (has_text)
        take_text(text);
    else
        take_windows();
}

void time_zone_prepare(void)
{
    static bool is_done;
    if (!is_done)
        _tzset();
    is_done = true;
}

/* ---------------------------------------------------------------- summer time */

/* The day of the year of a month's Sunday: the first, the second, or 0: the last one. */
static int sunday(int64_t year, unsigned month, int which)
{
    const int64_t first_day = calendar_day(year, month, 1);
    const struct calendar_date first = calendar_date(first_day);
    int day = (int)(7 - first.weekday) % 7; /* of the month, from 0 */
    const int days = (int)calendar_month_days(year, month);
    day += which ? (which - 1) * 7 : (days - 1 - day) / 7 * 7;
    return (int)first.year_day + day;
}

/* Since 2007 from the second Sunday of March to the first of November, before from the first of
 * April to the last of October; at 2:00 each, by the clock that ends then. */
static bool is_summer(const struct tm *date)
{
    enum { NEW_RULE = 2007, CHANGE = 2 * HOUR };
    if (!_daylight || !is_of_text)
        return false;
    const int64_t year = date->tm_year + INT64_C(1900);
    const bool is_new = year >= NEW_RULE;
    const int begin = sunday(year, is_new ? 3 : 4, is_new ? 2 : 1);
    const int end = sunday(year, is_new ? 11 : 10, is_new ? 1 : 0);
    const int64_t seconds =
        date->tm_yday * INT64_C(86400) + date->tm_hour * HOUR + date->tm_min * 60 + date->tm_sec;
    return seconds >= begin * INT64_C(86400) + CHANGE &&
           seconds < end * INT64_C(86400) + CHANGE + _dstbias;
}

/* ---------------------------------------------------------------- dates */

int msvcrt_localtime64_s(struct tm *result, const time_t *time)
{
    struct tm date;
    int error = localtime_s(&date, time); /* whether there is such a time */
    if (!result)
        return error ? error : (errno = EINVAL);
    if (!error) {
        time_zone_prepare();
        time_t local = *time - _timezone;
        gmtime_s(&date, &local);
        if (is_summer(&date)) {
            local -= _dstbias;
            gmtime_s(&date, &local);
            date.tm_isdst = 1;
        }
    }
    *result = date;
    return error;
}

struct tm *msvcrt_localtime64(const time_t *time)
{
    static const time_t any = 0;
    struct tm date, *result = gmtime(&any); /* the thread's */
    if (!time || msvcrt_localtime64_s(&date, time) != 0) {
        errno = EINVAL;
        return NULL;
    }
    *result = date;
    return result;
}

/* The fields are in range afterwards. tm_isdst says whether they are of summer time, -1 that the
 * date tells. */
time_t msvcrt_mktime64(struct tm *date)
{
    if (!date) {
        errno = EINVAL;
        return -1;
    }
    /* The C library's mktime is in UTC, and begins at 1970: an earlier date is tried a day later.
     */
    struct tm whole = *date;
    time_t time = mktime(&whole);
    if (time == -1) {
        whole = *date;
        whole.tm_mday++;
        time = mktime(&whole);
        if (time == -1)
            return -1;
        time -= CALENDAR_DAY;
    }
    time_zone_prepare();
    time += _timezone;
    if (msvcrt_localtime64_s(&whole, &time) != 0)
        return -1;
    if (date->tm_isdst > 0 || (date->tm_isdst < 0 && whole.tm_isdst > 0)) {
        time += _dstbias;
        if (msvcrt_localtime64_s(&whole, &time) != 0)
            return -1;
    }
    *date = whole;
    return time;
}
