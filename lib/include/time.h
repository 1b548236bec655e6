/* Date and time of day, in seconds since 1 January 1970.
 *
 * The machine's clock is read once, at boot, and taken for UTC; the tick count counts on from
 * there. There is one time zone, UTC, and no summer time: localtime is gmtime. Times are
 * those of 1970 to 3000, as in Microsoft's library.
 */
#ifndef LIB_TIME_H
#define LIB_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

#define CLOCKS_PER_SEC 1000
#define TIME_UTC       1

typedef long long time_t;
typedef time_t __time64_t;
typedef long clock_t; /* wraps after 24 days */

struct tm {
    int tm_sec, tm_min, tm_hour;
    int tm_mday, tm_mon; /* tm_mon from 0 */
    int tm_year;         /* since 1900 */
    int tm_wday;         /* 0: Sunday */
    int tm_yday;         /* from 0 */
    int tm_isdst;
};

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

/* Return the time now. *result gets it, too, unless result is NULL. timespec_get knows
 * 100 ns; it returns base, which must be TIME_UTC, else 0. */
time_t time(time_t *result);
int timespec_get(struct timespec *result, int base);

/* Returns the milliseconds since boot, as Windows does, not those that the CPU was busy. */
clock_t clock(void);
double difftime(time_t later, time_t earlier);

/* Return one and the same struct of the calling thread, which each call overwrites. NULL, with
 * errno EINVAL: the time lies outside of 1970 to 3000; gmtime takes half a day more on both sides.
 * The calls with _s are Windows' and fill the caller's struct, with -1 on failure; they return 0,
 * or EINVAL.
 */
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
int asctime_s(char *to, size_t size, const struct tm *date); /* size is at least 26 */
int ctime_s(char *to, size_t size, const time_t *time);
int gmtime_s(struct tm *result, const time_t *time);
int localtime_s(struct tm *result, const time_t *time);

/* Makes a time of a date, whose fields may lie outside of their ranges, and puts them in order.
 * tm_wday, tm_yday and tm_isdst are not asked. Returns -1, with errno EINVAL, for a
 * date outside of 1970 to 3000. */
time_t mktime(struct tm *date);

/* Return one and the same text of the calling thread: "Sun Sep 16 01:03:52 1973\n". NULL:
 * the year has more than four digits, or there is no such time. */
char *asctime(const struct tm *date);
char *ctime(const time_t *time);

/* The day as "09/16/73" and the time as "01:03:52", in UTC, with at most 9 characters. The calls
 * with _s return 0, or EINVAL or ERANGE, as string.h's do. */
char *_strdate(char *text);
char *_strtime(char *text);
int _strdate_s(char *text, size_t size);
int _strtime_s(char *text, size_t size);

/* C11's conversions, in English. Returns the length, or 0 when the text does not fit. */
size_t strftime(char *__restrict buffer, size_t size, const char *__restrict format,
                const struct tm *__restrict date) __attribute__((format(strftime, 3, 0)));

/* Microsoft's names of those that count in 64 bits, as all do here. */
#define _time64      time
#define _difftime64  difftime
#define _gmtime64    gmtime
#define _localtime64 localtime
#define _mktime64    mktime
#define _mkgmtime    mktime /* local time is UTC */
#define _mkgmtime64  mktime
#define _ctime64     ctime

#ifdef __cplusplus
}
#endif

#endif
