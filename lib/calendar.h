/* The Gregorian calendar, in both directions without end. Days are counted from 1 January 1601,
 * where a cycle of 400 years begins; Windows' times begin there, too.
 */
#ifndef LIB_CALENDAR_H
#define LIB_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#define CALENDAR_1970      134774    /* the day 1 January 1970 */
#define CALENDAR_DAY       86400     /* seconds */
#define CALENDAR_INTERVALS 10000000u /* Windows' unit of time, 100 ns, in a second */

struct calendar_date {
    int64_t year;
    unsigned month, day; /* from 1 */
    unsigned year_day;   /* from 0 */
    unsigned weekday;    /* 0: Sunday */
};

/* The day of a date. month is from 1 to 12; a day outside of the month counts on. */
int64_t calendar_day(int64_t year, unsigned month, int64_t day);

struct calendar_date calendar_date(int64_t day);

bool calendar_leaps(int64_t year);

/* The days of a month, 1 to 12. */
unsigned calendar_month_days(int64_t year, unsigned month);

/* The quotient rounded down, and what is left then, from 0 on. */
static inline int64_t calendar_divide(int64_t value, int64_t divisor, int64_t *rest)
{
    int64_t quotient = value / divisor;
    *rest = value % divisor;
    if (*rest < 0) {
        *rest += divisor;
        quotient--;
    }
    return quotient;
}

#endif
