/* Times of 32 bits, up to the year 2038: time, localtime and their kin of msvcrt.dll take them.
 * Calls for 64 bits are the C library's own. */
#include "lib/calendar.h"
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/date_names.h"
#include "win32/msvcrt/thread_data.h"
#include "win32/msvcrt/time_zone.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timeb.h>
#include <time.h>
#include <wchar.h>

typedef int32_t time32;

CALL(time32, msvcrt_time32, time32 *result)
{
    time32 now = (time32)time(NULL);
    if (result)
        *result = now;
    return now;
}

CALL(double, msvcrt_difftime32, time32 later, time32 earlier)
{
    return (double)later - earlier;
}

/* ---------------------------------------------------------------- dates */

/* The newer library takes the first half day before 1970, too. */
CALL(struct tm *, ucrt_gmtime32, const time32 *time)
{
    time_t whole = time ? *time : 0;
    return gmtime(time ? &whole : NULL);
}

CALL(struct tm *, msvcrt_gmtime64, const time_t *time)
{
    if (time && *time >= 0)
        return gmtime(time);
    errno = EINVAL;
    return NULL;
}

CALL(struct tm *, msvcrt_gmtime32, const time32 *time)
{
    time_t whole = time ? *time : -1;
    return msvcrt_gmtime64(&whole);
}

CALL(int, msvcrt_gmtime64_s, struct tm *result, const time_t *time)
{
    if (!result || !time || *time >= 0)
        return gmtime_s(result, time);
    memset(result, -1, sizeof *result);
    return errno = EINVAL;
}

CALL(int, msvcrt_gmtime32_s, struct tm *result, const time32 *time)
{
    time_t whole = time ? *time : 0;
    return msvcrt_gmtime64_s(result, time ? &whole : NULL);
}

CALL(struct tm *, msvcrt_localtime32, const time32 *time)
{
    time_t whole = time ? *time : 0;
    return msvcrt_localtime64(time ? &whole : NULL);
}

static time32 make32(struct tm *date, time_t (*make)(struct tm *date))
{
    struct tm made = *date;
    time_t time = make(&made);
    if (time < 0 || time > INT32_MAX) {
        errno = EINVAL;
        return -1;
    }
    *date = made;
    return (time32)time;
}

CALL(time32, msvcrt_mktime32, struct tm *date)
{
    return make32(date, msvcrt_mktime64);
}

CALL(time32, msvcrt_mkgmtime32, struct tm *date)
{
    return make32(date, mktime);
}

/* The time of day now as a date. Returns its milliseconds. */
CALL(unsigned, _getsystime, struct tm *date)
{
    struct _timeb now;
    _ftime(&now);
    msvcrt_localtime64_s(date, &now.time);
    return now.millitm;
}

/* ---------------------------------------------------------------- texts */

enum { DATE_TEXT = 26 };

/* Two digits, without a look at the first: a year behind 9999 begins with a colon. */
static char *put_two(char *to, int number)
{
    *to++ = (char)('0' + number / 10);
    *to++ = (char)('0' + number % 10);
    return to;
}

static char *put_letters(char *to, const char *name)
{
    memcpy(to, name, 3);
    return to + 3;
}

static bool is_date(const struct tm *date)
{
    return date && date->tm_year >= 0 && date->tm_mon >= 0 && date->tm_mon < 12 &&
           date->tm_mday >= 1 &&
           (unsigned)date->tm_mday <=
               calendar_month_days(date->tm_year + INT64_C(1900), (unsigned)date->tm_mon + 1) &&
           date->tm_hour >= 0 && date->tm_hour < 24 && date->tm_min >= 0 && date->tm_min < 60 &&
           date->tm_sec >= 0 && date->tm_sec < 60 && date->tm_wday >= 0 && date->tm_wday < 7;
}

/* "Thu Jan 01 00:00:00 1970", and a line end. The newer library's has a blank in place of the day's
 * 0. Returns false, with errno, where it is no date. */
static bool write_date(char text[DATE_TEXT], const struct tm *date, bool is_ucrt)
{
    if (!is_date(date)) {
        errno = EINVAL;
        return false;
    }
    text = put_letters(text, date_names.short_days[date->tm_wday]);
    *text++ = ' ';
    text = put_letters(text, date_names.short_months[date->tm_mon]);
    *text++ = ' ';
    text = put_two(text, date->tm_mday);
    if (is_ucrt && date->tm_mday < 10)
        text[-2] = ' ';
    *text++ = ' ';
    text = put_two(text, date->tm_hour);
    *text++ = ':';
    text = put_two(text, date->tm_min);
    *text++ = ':';
    text = put_two(text, date->tm_sec);
    *text++ = ' ';
    text = put_two(text, 19 + date->tm_year / 100);
    text = put_two(text, date->tm_year % 100);
    strcpy(text, "\n");
    return true;
}

#define DATE_TEXTS_BY(narrow_name, wide_name, is_ucrt)                                             \
    CALL(char *, narrow_name, const struct tm *date)                                               \
    {                                                                                              \
        char *text = msvcrt_thread()->narrow_date_text;                                            \
        return write_date(text, date, is_ucrt) ? text : NULL;                                      \
    }                                                                                              \
                                                                                                   \
    CALL(wchar_t *, wide_name, const struct tm *date)                                              \
    {                                                                                              \
        wchar_t *text = msvcrt_thread()->date_text;                                                \
        char narrow[DATE_TEXT];                                                                    \
        if (!write_date(narrow, date, is_ucrt))                                                    \
            return NULL;                                                                           \
        wide_widen(narrow, text);                                                                  \
        return text;                                                                               \
    }

DATE_TEXTS_BY(msvcrt_asctime, _wasctime, false)
DATE_TEXTS_BY(ucrt_asctime, ucrt_wasctime, true)

/* The text of a time, of 64 bits and of 32. */
#define TIME_TEXTS_BY(letter, by_64, by_32, write)                                                 \
    CALL(letter *, by_64, const time_t *time)                                                      \
    {                                                                                              \
        struct tm *date = msvcrt_localtime64(time);                                                \
        return date ? write(date) : NULL;                                                          \
    }                                                                                              \
    CALL(letter *, by_32, const time32 *time)                                                      \
    {                                                                                              \
        time_t whole = *time;                                                                      \
        return by_64(&whole);                                                                      \
    }

TIME_TEXTS_BY(char, msvcrt_ctime64, msvcrt_ctime32, msvcrt_asctime)
TIME_TEXTS_BY(char, ucrt_ctime64, ucrt_ctime32, ucrt_asctime)
TIME_TEXTS_BY(wchar_t, _wctime64, msvcrt_wctime32, _wasctime)

/* ---------------------------------------------------------------- with milliseconds */

struct timeb32 {
    time32 time;
    unsigned short millitm;
    short timezone, dstflag;
};
_Static_assert(sizeof(struct timeb32) == 12, "msvcrt.dll's");
_Static_assert(sizeof(struct _timeb) == 16, "msvcrt.dll's of 64 bits");

CALL(int, _ftime64_s, struct _timeb *result)
{
    if (!result)
        return errno = EINVAL;
    _ftime(result);
    time_zone_prepare();
    const struct tm *date = msvcrt_localtime64(&result->time);
    result->timezone = (short)(_timezone / 60);
    result->dstflag = date && date->tm_isdst > 0;
    return 0;
}

CALL(int, _ftime32_s, struct timeb32 *result)
{
    struct _timeb now;
    if (!result)
        return errno = EINVAL;
    _ftime64_s(&now);
    *result = (struct timeb32){(time32)now.time, now.millitm, now.timezone, now.dstflag};
    return 0;
}

CALL(void, msvcrt_ftime32, struct timeb32 *result)
{
    _ftime32_s(result);
}

CALL(void, msvcrt_ftime64, struct _timeb *result)
{
    _ftime64_s(result);
}
