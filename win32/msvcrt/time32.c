/* Times of 32 bits, up to the year 2038: what time, localtime and their kin of msvcrt.dll take.
 * Those of 64 bits are the C library's own. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/thread_data.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
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

CALL(struct tm *, msvcrt_gmtime32, const time32 *time)
{
    time_t whole = time ? *time : 0;
    return gmtime(time ? &whole : NULL);
}

CALL(struct tm *, msvcrt_localtime32, const time32 *time)
{
    time_t whole = time ? *time : 0;
    return localtime(time ? &whole : NULL);
}

CALL(time32, msvcrt_mktime32, struct tm *date)
{
    struct tm made = *date;
    time_t time = mktime(&made);
    if (time < 0 || time > INT32_MAX) {
        errno = EINVAL;
        return -1;
    }
    *date = made;
    return (time32)time;
}

/* The time of day now as a date. Returns its milliseconds. */
CALL(unsigned, _getsystime, struct tm *date)
{
    struct _timeb now;
    _ftime(&now);
    localtime_s(date, &now.time);
    return now.millitm;
}

/* ---------------------------------------------------------------- texts */

enum { DATE_TEXT = 26 };

/* Microsoft's text has a day of two digits. */
static void write_date(char text[DATE_TEXT], const struct tm *date)
{
    strftime(text, DATE_TEXT, "%a %b %d %H:%M:%S %Y\n", date);
}

CALL(char *, msvcrt_asctime, const struct tm *date)
{
    char *text = asctime(date);
    if (text)
        write_date(text, date);
    return text;
}

CALL(wchar_t *, _wasctime, const struct tm *date)
{
    wchar_t *text = msvcrt_thread()->date_text;
    return wcsftime(text, DATE_TEXT, L"%a %b %d %H:%M:%S %Y\n", date) ? text : NULL;
}

CALL(char *, msvcrt_ctime64, const time_t *time)
{
    struct tm *date = localtime(time);
    return date ? msvcrt_asctime(date) : NULL;
}

CALL(char *, msvcrt_ctime32, const time32 *time)
{
    time_t whole = *time;
    return msvcrt_ctime64(&whole);
}

CALL(wchar_t *, _wctime64, const time_t *time)
{
    struct tm *date = localtime(time);
    return date ? _wasctime(date) : NULL;
}

CALL(wchar_t *, msvcrt_wctime32, const time32 *time)
{
    time_t whole = *time;
    return _wctime64(&whole);
}

/* ---------------------------------------------------------------- with milliseconds */

struct timeb32 {
    time32 time;
    unsigned short millitm;
    short timezone, dstflag;
};
_Static_assert(sizeof(struct timeb32) == 12, "msvcrt.dll's");
_Static_assert(sizeof(struct _timeb) == 16, "msvcrt.dll's of 64 bits");

CALL(int, _ftime32_s, struct timeb32 *result)
{
    struct _timeb now;
    if (!result)
        return errno = EINVAL;
    _ftime(&now);
    *result = (struct timeb32){.time = (time32)now.time, .millitm = now.millitm};
    return 0;
}

CALL(void, msvcrt_ftime32, struct timeb32 *result)
{
    _ftime32_s(result);
}

CALL(int, _ftime64_s, struct _timeb *result)
{
    if (!result)
        return errno = EINVAL;
    _ftime(result);
    return 0;
}

/* ---------------------------------------------------------------- the zone */

/* The machine's zone is UTC, without summer time: as _tzset finds it. */
VARIABLE(long, _timezone) = 0;
VARIABLE(int, _daylight) = 0;
VARIABLE(long, _dstbias) = 0;

extern char *_tzname[2];
char *_tzname[2] = {"UTC", "UTC"};

CALL(char **, __p__tzname, void)
{
    return _tzname;
}

CALL(void, _tzset, void)
{
}
