/* Times and dates of C; texts are in strftime.c. */
#include <time.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timeb.h>

#include "lib/calendar.h"
#include "lib/host.h"
#include "lib/invalid_parameter.h"
#include "lib/thread_words.h"

_Static_assert(sizeof(struct tm) == sizeof((struct lib_thread *)0)->date, "a thread has room");

#define INTERVALS_1970 (CALENDAR_1970 * (uint64_t)CALENDAR_DAY * CALENDAR_INTERVALS)

time_t time(time_t *result)
{
    time_t now = (time_t)((lib_host.system_time() - INTERVALS_1970) / CALENDAR_INTERVALS);
    if (result)
        *result = now;
    return now;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    uint64_t now = lib_host.system_time() - INTERVALS_1970;
    result->tv_sec = (time_t)(now / CALENDAR_INTERVALS);
    result->tv_nsec = (long)(now % CALENDAR_INTERVALS) * 100;
    return base;
}

void _ftime(struct _timeb *result)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    *result =
        (struct _timeb){.time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000)};
}

int gettimeofday(struct timeval *result, void *zone)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    *result = (struct timeval){.tv_sec = (long)now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    if (zone)
        memset(zone, 0, sizeof(struct timezone));
    return 0;
}

clock_t clock(void)
{
    uint64_t passed = lib_host.system_time() - lib_host.start_time;
    return (clock_t)(passed / (CALENDAR_INTERVALS / CLOCKS_PER_SEC));
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/* Makes the fields of a day and its seconds. */
static void fill(struct tm *result, int64_t day, unsigned seconds)
{
    struct calendar_date date = calendar_date(day);
    *result = (struct tm){
        .tm_sec = (int)(seconds % 60),
        .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600),
        .tm_mday = (int)date.day,
        .tm_mon = (int)date.month - 1,
        .tm_year = (int)(date.year - 1900),
        .tm_wday = (int)date.weekday,
        .tm_yday = (int)date.year_day,
    };
}

/* As far as Microsoft's calendar goes: from 1970 to 07:59:59 on 1 January 3001. gmtime takes the
 * times of day of all time zones beside them. */
#define LAST_TIME INT64_C(0x793406FFF)
enum { ZONE_BEFORE = 12 * 3600, ZONE_BEHIND = 13 * 3600 };

static int no_date(struct tm *result)
{
    memset(result, -1, sizeof *result);
    return errno = EINVAL;
}

int gmtime_s(struct tm *result, const time_t *time)
{
    int64_t seconds;
    if (!time || !result) {
        if (result)
            no_date(result);
        return invalid_parameter(EINVAL, "gmtime");
    }
    if (*time < -ZONE_BEFORE || *time > LAST_TIME + ZONE_BEHIND)
        return no_date(result);
    int64_t days = calendar_divide(*time, CALENDAR_DAY, &seconds);
    fill(result, days + CALENDAR_1970, (unsigned)seconds);
    return 0;
}

int localtime_s(struct tm *result, const time_t *time)
{
    return time && (*time < 0 || *time > LAST_TIME) ? no_date(result) : gmtime_s(result, time);
}

struct tm *gmtime(const time_t *time)
{
    struct tm *result = (struct tm *)lib_thread()->date;
    return gmtime_s(result, time) == 0 ? result : NULL;
}

struct tm *localtime(const time_t *time)
{
    struct tm *result = (struct tm *)lib_thread()->date;
    return localtime_s(result, time) == 0 ? result : NULL;
}

time_t mktime(struct tm *date)
{
    int64_t month, seconds;
    int64_t years = calendar_divide(date->tm_mon, 12, &month);
    int64_t day =
        calendar_day(date->tm_year + INT64_C(1900) + years, (unsigned)month + 1, date->tm_mday);
    int64_t all = date->tm_hour * INT64_C(3600) + date->tm_min * INT64_C(60) + date->tm_sec;
    day += calendar_divide(all, CALENDAR_DAY, &seconds);
    time_t result = (day - CALENDAR_1970) * CALENDAR_DAY + seconds;
    if (result < 0 || result > LAST_TIME) {
        errno = EINVAL;
        return -1;
    }
    fill(date, day, (unsigned)seconds);
    return result;
}

char *ctime(const time_t *time)
{
    struct tm *date = localtime(time);
    return date ? asctime(date) : NULL;
}
