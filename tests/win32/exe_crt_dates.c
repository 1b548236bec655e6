/* Texts of dates, and the C library's own time zone.
   flags: -D__USE_MINGW_ANSI_STDIO=0 -Wno-format */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <windows.h>

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static void *msvcrt(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), name);
}

static struct tm date = {5, 4, 15, 7, 2, 115, 6, 65, 0};

static int gives(const char *format, const char *text)
{
    char room[80];
    memset(room, '.', sizeof room);
    return strftime(room, sizeof room, format, &date) == strlen(text) && !strcmp(room, text);
}

static int refuses(const char *format)
{
    char room[80] = "before";
    errno = 0;
    return strftime(room, sizeof room, format, &date) == 0 && errno == EINVAL && !room[0];
}

/* Checks the local time so many seconds behind 1970: day of the year, hour, minute, summer. */
static int is_local(__time32_t time, int day, int hour, int minute, int summer)
{
    struct tm *local = _localtime32(&time);
    __time32_t back = 0;
    int good = local && local->tm_yday == day && local->tm_hour == hour &&
               local->tm_min == minute && local->tm_isdst == summer;
    if (good)
        back = _mktime32(local);
    return good && back == time;
}

/* The C library's words of the zone. */
static long *zone, *shift;
static int *summer;
static char **names;

static void check_start(void)
{
    zone = ((long *(*)(void))msvcrt("__p__timezone"))();
    shift = ((long *(*)(void))msvcrt("__p__dstbias"))();
    summer = ((int *(*)(void))msvcrt("__p__daylight"))();
    names = ((char **(*)(void))msvcrt("__p__tzname"))();
    claim(*zone == 28800 && *shift == -3600 && *summer == 1, "at the start: the Pacific zone");
    claim(!strcmp(names[0], "PST") && !strcmp(names[1], "PDT"), "with its names");
}

static void check_formats(void)
{
    char room[80];
    wchar_t wide[80];
    claim(gives("%d %H %I %j %m %M %S %w %y %Y", "07 15 03 066 03 04 05 6 15 2015"), "numbers");
    claim(gives("%#d %#H %#I %#j %#m %#M %#S %#Y", "7 15 3 66 3 4 5 2015"), "bare ones");
    claim(gives("%c|%x|%X", "03/07/15 15:04:05|03/07/15|15:04:05"), "short dates");
    claim(gives("%#c|%#x", "Saturday, March 07, 2015 15:04:05|Saturday, March 07, 2015"),
          "long ones");
    claim(gives("%a %A %b %B %p %%", "Sat Saturday Mar March PM %"), "names");
    claim(gives("%#a %#p %#%", "Sat PM %"), "whose flag says nothing");
    claim(gives("%U %W", "09 09"), "weeks");
    claim(refuses("x%e") && refuses("%D") && refuses("%T") && refuses("%h") && refuses("%n") &&
              refuses("%"),
          "what C99 has added is refused");
    date.tm_wday = 7;
    claim(refuses("%a") && gives("%d", "07"), "so is a day that is none");
    date.tm_wday = 6;
    errno = 0;
    claim(strftime(room, 4, "%Y", &date) == 0 && !room[0] && errno == ERANGE, "no room");
    claim(strftime(room, sizeof room, "text", NULL) == 4, "no date is needed for a text");
    claim(wcsftime(wide, 80, L"\x263A %#x", &date) == 26 &&
              !wcscmp(wide, L"\x263A Saturday, March 07, 2015"),
          "wide ones");
}

static void check_asctime(void)
{
    claim(!strcmp(asctime(&date), "Sat Mar 07 15:04:05 2015\n"), "asctime");
    date.tm_year = 8100;
    claim(!strcmp(asctime(&date), "Sat Mar 07 15:04:05 :000\n"), "in the year 10000");
    date.tm_year = 115;
    date.tm_mday = 32;
    errno = 0;
    claim(!asctime(&date) && errno == EINVAL, "not on the 32nd");
    date.tm_mday = 7;
}

static void check_lists(void)
{
    char room[80], *list;
    list = ((char *(*)(void))msvcrt("_Getdays"))();
    claim(!strncmp(list, ":Sun:Sunday:Mon:Monday:", 23) && strlen(list) == 85, "_Getdays");
    free(list);
    list = ((char *(*)(void))msvcrt("_Getmonths"))();
    claim(!strncmp(list, ":Jan:January:Feb:", 17), "_Getmonths");
    free(list);
    char **texts = ((void *(*)(void))msvcrt("_Gettnames"))();
    claim(!strcmp(texts[7], "Sunday") && !strcmp(texts[38], "AM") &&
              !strcmp(texts[40], "MM/dd/yy") && !strcmp(texts[42], "HH:mm:ss"),
          "_Gettnames");
    texts[40] = "dddd d. M yyy 'day' t tt";
    texts[7 + 6] = "Samstag";
    ((size_t(*)(char *, size_t, const char *, struct tm *, void *))msvcrt("_Strftime"))(
        room, sizeof room, "%x", &date, texts);
    claim(!strcmp(room, "Samstag 7. 3 y15 day P PM"), "_Strftime with names of one's own");
    free(texts);
}

static void check_summer(void)
{
    _putenv("TZ=EST5EDT");
    _tzset();
    claim(*zone == 18000 && *summer == 'E' && *shift == -3600 && !strcmp(names[1], "EDT"),
          "EST5EDT");
    claim(is_local(1425797999, 66, 1, 59, 0) && is_local(1425798000, 66, 3, 0, 1),
          "summer begins on the second Sunday of March");
    claim(is_local(1446354000, 304, 1, 0, 1) == 1, "and lasts");
    __time32_t end = 1446357600 + 3600;
    struct tm *local = _localtime32(&end);
    claim(local->tm_hour == 2 - 0 && local->tm_isdst == 0 && local->tm_yday == 304,
          "until November's first");
    claim(is_local(1112511599, 92, 1, 59, 0) && is_local(1112511600, 92, 3, 0, 1),
          "in 2005 it began in April");
}

/* By the zone of the summer. */
static void check_mktime(void)
{
    char room[80];
    date = (struct tm){0, 0, 12, 1, 6, 115, 0, 0, -1};
    claim(_mktime32(&date) == 1435766400 && date.tm_isdst == 1 && date.tm_hour == 12,
          "mktime asks the date");
    date = (struct tm){0, 0, 12, 1, 6, 115, 0, 0, 0};
    claim(_mktime32(&date) == 1435770000 && date.tm_isdst == 1 && date.tm_hour == 13,
          "or believes tm_isdst");
    claim(strftime(room, sizeof room, "%Z %z", &date) == 7 && !strcmp(room, "EDT EDT"),
          "%Z and %z");
}

static void check_other_zones(void)
{
    _putenv("TZ=abc-1:30:15");
    _tzset();
    claim(*zone == -5415 && *summer == 0 && !*names[1] && !strcmp(names[0], "abc"), "abc-1:30:15");
    claim(is_local(86400 * 200, 200, 1, 30, 0), "has no summer");
    _putenv("TZ=");
    _tzset();
    claim(*zone == 0 && *summer == 0 && *shift == 0, "without TZ: Windows' zone");
}

static void check_before(void)
{
    __time32_t before = -1;
    errno = 0;
    claim(!_gmtime32(&before) && errno == EINVAL, "before 1970 is no time");
    __time64_t long_before = -1;
    claim(_gmtime32_s(&date, &before) == EINVAL && date.tm_year == -1 && date.tm_isdst == -1,
          "and leaves nothing of a date");
    date.tm_year = errno = 0;
    claim(_gmtime64_s(&date, &long_before) == EINVAL && errno == EINVAL && date.tm_year == -1,
          "nor in 64 bits");
}

int main(void)
{
    check_start();
    check_formats();
    check_asctime();
    check_lists();
    check_summer();
    check_mktime();
    check_other_zones();
    check_before();
    return 0;
}
