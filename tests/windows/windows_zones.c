/* Dates of other time zones, by their rules.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static const TIME_ZONE_INFORMATION berlin = {.Bias = -60,
                                             .StandardDate = {0, 10, 0, 5, 3, 0, 0, 0},
                                             .DaylightDate = {0, 3, 0, 5, 2, 0, 0, 0},
                                             .DaylightBias = -60};
static const TIME_ZONE_INFORMATION sydney = {.Bias = -600,
                                             .StandardDate = {0, 4, 0, 1, 3, 0, 0, 0},
                                             .DaylightDate = {0, 10, 0, 1, 2, 0, 0, 0},
                                             .DaylightBias = -60};
static const TIME_ZONE_INFORMATION kolkata = {.Bias = -330, .StandardBias = 60};
static const TIME_ZONE_INFORMATION once = {.Bias = 300,
                                           .StandardDate = {2024, 11, 0, 3, 2, 0, 0, 0},
                                           .DaylightDate = {2024, 3, 0, 10, 2, 0, 0, 0},
                                           .DaylightBias = -60};

static SYSTEMTIME date(const char *text)
{
    SYSTEMTIME made = {.wMilliseconds = 7};
    sscanf(text, "%hu-%hu-%hu %hu:%hu:%hu", &made.wYear, &made.wMonth, &made.wDay, &made.wHour,
           &made.wMinute, &made.wSecond);
    return made;
}

static BOOL is(const SYSTEMTIME *time, const char *text)
{
    char now[32];
    sprintf(now, "%04u-%02u-%02u %02u:%02u:%02u", time->wYear, time->wMonth, time->wDay,
            time->wHour, time->wMinute, time->wSecond);
    return strcmp(now, text) == 0 && time->wMilliseconds == 7;
}

int main(void)
{
    static const struct {
        const TIME_ZONE_INFORMATION *zone;
        const char *time, *local;
        BOOL back; /* the clock shows it once, or for the first time */
    } rows[] = {
        {&berlin, "2024-01-01 12:00:00", "2024-01-01 13:00:00", TRUE},
        {&berlin, "2024-03-31 00:59:59", "2024-03-31 01:59:59", TRUE},
        {&berlin, "2024-03-31 01:00:00", "2024-03-31 03:00:00", TRUE},
        {&berlin, "2024-10-27 00:59:59", "2024-10-27 02:59:59", TRUE},
        {&berlin, "2024-10-27 01:00:00", "2024-10-27 02:00:00", FALSE},
        {&berlin, "2024-12-31 23:30:00", "2025-01-01 00:30:00", TRUE},
        {&berlin, "2021-10-31 01:00:00", "2021-10-31 02:00:00", FALSE}, /* a last day of a month */
        {&sydney, "2024-01-15 00:00:00", "2024-01-15 11:00:00", TRUE},
        {&sydney, "2024-07-15 00:00:00", "2024-07-15 10:00:00", TRUE},
        {&sydney, "2024-04-06 15:59:59", "2024-04-07 02:59:59", TRUE},
        {&sydney, "2024-04-06 16:00:00", "2024-04-07 02:00:00", FALSE},
        {&sydney, "2024-10-05 16:00:00", "2024-10-06 03:00:00", TRUE},
        {&sydney, "2024-12-31 13:30:00", "2025-01-01 00:30:00", TRUE},
        {&kolkata, "2024-07-15 20:00:00", "2024-07-16 01:30:00", TRUE},
        {&once, "2024-03-10 06:59:59", "2024-03-10 01:59:59", TRUE},
        {&once, "2024-03-10 07:00:00", "2024-03-10 03:00:00", TRUE},
        {&once, "2024-11-03 06:00:00", "2024-11-03 01:00:00", FALSE},
        {NULL, "2024-07-15 20:00:00", "2024-07-15 20:00:00", TRUE},
    };
    SYSTEMTIME to, from;
    for (unsigned i = 0; i < ARRAYSIZE(rows); i++) {
        from = date(rows[i].time);
        check(SystemTimeToTzSpecificLocalTime(rows[i].zone, &from, &to) && is(&to, rows[i].local),
              rows[i].time);
        from = date(rows[i].local);
        check(TzSpecificLocalTimeToSystemTime(rows[i].zone, &from, &to) &&
                  is(&to, rows[i].time) == rows[i].back,
              rows[i].local);
    }
    from = date("1601-01-01 00:00:00");
    check(FAILS(SystemTimeToTzSpecificLocalTime(&once, &from, &to), ERROR_INVALID_PARAMETER) &&
              FAILS(TzSpecificLocalTimeToSystemTime(&sydney, &from, &to), ERROR_INVALID_PARAMETER),
          "before all times: 87");
    from.wMonth = 13;
    check(FAILS(SystemTimeToTzSpecificLocalTime(NULL, &from, &to), ERROR_INVALID_PARAMETER) &&
              FAILS(TzSpecificLocalTimeToSystemTime(NULL, &from, &to), ERROR_INVALID_PARAMETER),
          "a date that is none: 87");
    return done();
}
