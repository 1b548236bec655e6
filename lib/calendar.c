/* Days and dates. */
#include "lib/calendar.h"

enum {
    FIRST_YEAR = 1601,
    YEARS_4 = 4 * 365 + 1,
    YEARS_100 = 25 * YEARS_4 - 1,
    YEARS_400 = 4 * YEARS_100 + 1,
};

/* Days of a year before each month, without a leap day. */
static const unsigned short days_before[] = {0,   31,  59,  90,  120, 151, 181,
                                             212, 243, 273, 304, 334, 365};

bool calendar_leaps(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned year_day(int64_t year, unsigned month)
{
    return days_before[month - 1] + (month > 2 && calendar_leaps(year));
}

unsigned calendar_month_days(int64_t year, unsigned month)
{
    return month == 12 ? 31 : year_day(year, month + 1) - year_day(year, month);
}

int64_t calendar_day(int64_t year, unsigned month, int64_t day)
{
    int64_t in_cycle;
    int64_t cycles = calendar_divide(year - FIRST_YEAR, 400, &in_cycle);
    return cycles * YEARS_400 + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 +
           year_day(year, month) + day - 1;
}

/* Takes as many units as there are in *days, at most `most`: a cycle's last unit may be longer. */
static unsigned calendar_take(unsigned *days, unsigned unit, unsigned most)
{
    unsigned count = *days / unit < most ? *days / unit : most;
    *days -= count * unit;
    return count;
}

struct calendar_date calendar_date(int64_t day)
{
    struct calendar_date date;
    int64_t in_cycle, in_week;
    int64_t cycles = calendar_divide(day, YEARS_400, &in_cycle);
    unsigned rest = (unsigned)in_cycle;
    date.year = FIRST_YEAR + 400 * cycles;
    date.year += 100 * calendar_take(&rest, YEARS_100, 3);
    date.year += 4 * calendar_take(&rest, YEARS_4, 24);
    date.year += calendar_take(&rest, 365, 3);
    date.year_day = rest;
    for (date.month = 12; year_day(date.year, date.month) > rest; date.month--)
        ;
    date.day = rest - year_day(date.year, date.month) + 1;
    calendar_divide(day + 1, 7, &in_week); /* the first day was a Monday */
    date.weekday = (unsigned)in_week;
    return date;
}
