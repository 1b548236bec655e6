/* Dates and times of C: the cases that the host cannot be asked (lib_compare.t compares the
 * calendar).
 *
 * run: emulator=qemu
 *
 * run: name=ring3 virtual-time=1 ring=3
 *
 * run: name=checked virtual-time=1 checked=1
 */
#include <errno.h>
#include <limits.h>
#include <nt.h>
#include <string.h>
#include <time.h>

#include "kernel/call/service.h"
#include "tests/harness/tap.h"

static void check_now(void)
{
    time_t stored, now = time(&stored);
    DWORD ticks = GetTickCount();
    clock_t begun = clock();
    ok(now == stored && now > 1000000000 && now < 5000000000, "time tells the time of day");
    sys_clock_wait_until(GetTickCount64() + 1201);
    time_t later = time(NULL);
    clock_t passed = clock() - begun;
    ok(difftime(later, now) >= 1 && difftime(later, now) <= 30, "and it goes on");
    ok(passed >= 1200 && passed <= (clock_t)(GetTickCount() - ticks) + 1,
       "clock counts the milliseconds: %ld", passed);
    ok(begun >= 0 && begun < 30000, "from the start on: %ld", begun);
    struct timespec fine;
    ok(timespec_get(&fine, TIME_UTC) == TIME_UTC && fine.tv_sec >= later && fine.tv_nsec >= 0 &&
           fine.tv_nsec < 1000000000,
       "timespec_get tells it, too");
    ok(timespec_get(&fine, TIME_UTC + 1) == 0, "by no other base");
}

static void check_dates(void)
{
    const time_t start = 0, leap = 951825599, before = -1; /* 29 February 2000, 11:59:59 */
    struct tm date;
    ok(strcmp(ctime(&start), "Thu Jan  1 00:00:00 1970\n") == 0, "times begin with 1970");
    ok(strcmp(ctime(&leap), "Tue Feb 29 11:59:59 2000\n") == 0, "2000 has a leap day");
    errno = 0;
    ok(!ctime(&before) && errno == EINVAL && !localtime(&before), "before it there are none");
    ok(strcmp(asctime(gmtime(&before)), "Wed Dec 31 23:59:59 1969\n") == 0,
       "but in the zones of gmtime");
    ok(gmtime(&leap) == localtime(&start), "gmtime and localtime share their struct");
    ok(localtime_s(&date, &leap) == 0 && mktime(&date) == leap, "mktime is the way back");

    const time_t last = 32535244799, after = last + 1, zones = last + 13 * 3600 + 1;
    ok(localtime(&last)->tm_year == 1101, "the last second that there is");
    errno = 0;
    ok(!localtime(&after) && errno == EINVAL && gmtime(&after), "behind it is no date");
    ok(!gmtime(&zones) && gmtime_s(&date, &zones) == EINVAL && date.tm_hour == -1,
       "likewise for gmtime, half a day later");
    date = (struct tm){.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1, .tm_isdst = 1};
    errno = 0;
    ok(mktime(&date) == -1 && errno == EINVAL && date.tm_mon == 12, "nor for mktime");
    date = (struct tm){.tm_year = 69, .tm_mon = 11, .tm_mday = 31};
    ok(mktime(&date) == -1, "on either side");
    date = (struct tm){.tm_year = 124, .tm_mon = 0, .tm_mday = 60, .tm_hour = 25, .tm_isdst = 1};
    ok(mktime(&date) == 1709254800, "mktime puts fields in order");
    ok(date.tm_mon == 2 && date.tm_mday == 1 && date.tm_hour == 1 && date.tm_wday == 5 &&
           date.tm_yday == 60 && date.tm_isdst == 0,
       "all of them");
}

static void check_texts(void)
{
    const time_t moment = 1709251198; /* 29 February 2024, 23:59:58 */
    const struct tm *date = gmtime(&moment);
    char text[40];
    memset(text, 'x', sizeof text - 1);
    text[39] = 0;
    ok(strftime(text, sizeof text, "%Ec %Od", date) == 27 &&
           strcmp(text, "Thu Feb 29 23:59:58 2024 29") == 0,
       "E and O change nothing");
    ok(strftime(text, 5, "%Y", date) == 4 && strftime(text, 4, "%Y", date) == 0,
       "a text that does not fit with its end is none");
    ok(strftime(text, sizeof text, &text[39], date) == 0 && text[0] == 0, "an empty format");
    struct tm none = {.tm_wday = 7, .tm_mon = -1};
    ok(strftime(text, sizeof text, "%a %A %b %B", &none) == 7 && strcmp(text, "? ? ? ?") == 0,
       "a day or month that does not exist has no name");
    ok(strcmp(asctime(date), "Thu Feb 29 23:59:58 2024\n") == 0, "asctime");
}

int main(void)
{
    check_now();
    check_dates();
    check_texts();
    return tap_done();
}
