/* The calendar clock is read in each form that it may have. The clock is stopped and set for each
 * row.
 *
 * Ring 0 only: the clock is set through ports.
 *
 * run: emulator=qemu,bochs
 */
#include "boot/ports.h"
#include "kernel/devices/rtc.h"
#include "kernel/shared/system_time.h"
#include "tests/harness/tap.h"

enum { STOPPED = 0x80, BINARY = 0x04, HOURS_24 = 0x02 };
enum { NONE = 1970 }; /* the year that is told when the clock shows no date */

#define DATE(...) .expected = {__VA_ARGS__}
static const struct row {
    const char *what;
    uint8_t mode, second, minute, hour, day, month, year, century;
    unsigned expected[6]; /* year, month, day, hour, minute, second */
} rows[] = {
    {"decimal digits, 24 hours", HOURS_24, 0x58, 0x59, 0x23, 0x29, 0x02, 0x24, 0x20,
     DATE(2024, 2, 29, 23, 59, 58)},
    {"binary, 24 hours", HOURS_24 | BINARY, 58, 59, 23, 29, 2, 24, 20,
     DATE(2024, 2, 29, 23, 59, 58)},
    {"decimal digits, 12 hours, midnight", 0, 0x01, 0x02, 0x12, 0x10, 0x12, 0x99, 0x19,
     DATE(1999, 12, 10, 0, 2, 1)},
    {"one in the morning", 0, 0, 0, 0x01, 1, 1, 0, 0x20, DATE(2000, 1, 1, 1, 0, 0)},
    {"noon", 0, 0, 0, 0x92, 1, 1, 0, 0x20, DATE(2000, 1, 1, 12, 0, 0)},
    {"eleven in the evening", 0, 0, 0, 0x91, 1, 1, 0, 0x20, DATE(2000, 1, 1, 23, 0, 0)},
    {"binary, 12 hours, midnight", BINARY, 1, 2, 12, 10, 12, 99, 19, DATE(1999, 12, 10, 0, 2, 1)},
    {"binary, noon", BINARY, 0, 0, 0x8C, 1, 1, 0, 20, DATE(2000, 1, 1, 12, 0, 0)},
    {"no century, a year from 70 on", HOURS_24, 0, 0, 0, 1, 1, 0x70, 0xFF,
     DATE(1970, 1, 1, 0, 0, 0)},
    {"no century, 85", HOURS_24, 0, 0, 0, 2, 3, 0x85, 0, DATE(1985, 3, 2, 0, 0, 0)},
    {"no century, a year below 70", HOURS_24, 0, 0, 0, 3, 4, 0x69, 0, DATE(2069, 4, 3, 0, 0, 0)},
    {"29 February 2100", HOURS_24, 0, 0, 0, 0x29, 2, 0, 0x21, DATE(NONE, 1, 1, 0, 0, 0)},
    {"29 February 2000", HOURS_24, 0, 0, 0, 0x29, 2, 0, 0x20, DATE(2000, 2, 29, 0, 0, 0)},
    {"31 April", HOURS_24, 0, 0, 0, 0x31, 4, 0, 0x20, DATE(NONE, 1, 1, 0, 0, 0)},
    {"month 0", HOURS_24, 0, 0, 0, 1, 0, 0, 0x20, DATE(NONE, 1, 1, 0, 0, 0)},
    {"month 13", HOURS_24, 0, 0, 0, 1, 0x13, 0, 0x20, DATE(NONE, 1, 1, 0, 0, 0)},
    {"hour 24", HOURS_24, 0, 0, 0x24, 1, 1, 0, 0x20, DATE(NONE, 1, 1, 0, 0, 0)},
    {"second 60", HOURS_24, 0x60, 0, 0, 1, 1, 0, 0x20, DATE(NONE, 1, 1, 0, 0, 0)},
};

static void set(uint8_t number, uint8_t value)
{
    io_out8(0x70, number);
    io_out8(0x71, value);
}

static void set_row(const struct row *row)
{
    set(0x0B, STOPPED | row->mode);
    const uint8_t values[][2] = {{0, row->second},    {2, row->minute}, {4, row->hour},
                                 {7, row->day},       {8, row->month},  {9, row->year},
                                 {0x32, row->century}};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        set(values[i][0], values[i][1]);
}

/* Counts day by day from 1601, in no way that the runtime has. */
static uint64_t expected_time(const unsigned date[6])
{
    static const unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint64_t days = 0;
    for (unsigned year = 1601; year < date[0]; year++)
        days += 365 + (year % 400 == 0 || (year % 4 == 0 && year % 100 != 0));
    for (unsigned month = 1; month < date[1]; month++)
        days += lengths[month - 1] + (month == 2 && date[0] % 4 == 0 && date[0] != 2100);
    days += date[2] - 1;
    return (days * 86400 + date[3] * 3600 + date[4] * 60 + date[5]) * 10000000;
}

int main(void)
{
    uint64_t now = rtc_read(), told = system_time();
    ok(now > 0 && told + 10000000 > now && told < now + 100000000,
       "the time of day began with this clock");
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        set_row(row);
        uint64_t time = rtc_read(), expected = expected_time(row->expected);
        ok(time == expected, "%s: %llu, expected %llu", row->what, time / 10000000,
           expected / 10000000);
    }
    return tap_done();
}
