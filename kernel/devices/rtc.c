/* Reads the MC146818 or its like, in every PC since the AT. Its registers are bytes of the
 * battery-backed memory, "CMOS". Source: the data sheet of the MC146818A; the century's place is
 * the one that all PCs have.
 */
#include "kernel/devices/rtc.h"

#include "boot/ports.h"
#include "lib/calendar.h"

#include <stdbool.h>
#include <string.h>

enum { INDEX_PORT = 0x70, DATA_PORT = 0x71 };
enum {
    STATUS_A = 0x0A,
    STATUS_B = 0x0B,
    CENTURY = 0x32,
    UPDATING = 0x80,  /* in A: the registers change within 244 us, for 2 ms at most */
    BINARY = 0x04,    /* in B: the registers hold numbers, not two decimal digits */
    HOURS_24 = 0x02,  /* in B */
    AFTERNOON = 0x80, /* in the hour, when there are 12 */
    TRIES = 100000,
};

struct reading {
    uint8_t second, minute, hour, day, month, year, century;
};

static uint8_t read_register(uint8_t number)
{
    io_out8(INDEX_PORT, number);
    return io_in8(DATA_PORT);
}

static struct reading read_registers(void)
{
    for (int i = 0; i < TRIES && read_register(STATUS_A) & UPDATING; i++)
        ;
    return (struct reading){read_register(0),      read_register(2), read_register(4),
                            read_register(7),      read_register(8), read_register(9),
                            read_register(CENTURY)};
}

/* An update between the registers shows as a difference to the next reading. */
static struct reading read_at_rest(void)
{
    struct reading before, now = read_registers();
    int tries = 10;
    do {
        before = now;
        now = read_registers();
    } while (memcmp(&before, &now, sizeof now) != 0 && --tries);
    return now;
}

static unsigned number(uint8_t value, uint8_t mode)
{
    return mode & BINARY ? value : value / 16 * 10u + value % 16;
}

static unsigned hour_of(uint8_t value, uint8_t mode)
{
    if (mode & HOURS_24)
        return number(value, mode);
    return number(value & (uint8_t)~AFTERNOON, mode) % 12 + (value & AFTERNOON ? 12 : 0);
}

/* The century's register may hold anything on an old machine. */
static unsigned year_of(const struct reading *reading, uint8_t mode)
{
    unsigned year = number(reading->year, mode), century = number(reading->century, mode);
    if (century < 19 || century > 29)
        century = year < 70 ? 20 : 19;
    return century * 100 + year;
}

uint64_t rtc_read(void)
{
    struct reading reading = read_at_rest();
    uint8_t mode = read_register(STATUS_B);
    unsigned second = number(reading.second, mode), minute = number(reading.minute, mode);
    unsigned hour = hour_of(reading.hour, mode), day = number(reading.day, mode);
    unsigned month = number(reading.month, mode), year = year_of(&reading, mode);
    bool is_date = second < 60 && minute < 60 && hour < 24 && month >= 1 && month <= 12 &&
                   day >= 1 && day <= calendar_month_days(year, month);
    if (!is_date)
        return CALENDAR_1970 * (uint64_t)CALENDAR_DAY * CALENDAR_INTERVALS;
    uint64_t days = (uint64_t)calendar_day(year, month, day);
    return ((days * 24 + hour) * 3600 + minute * 60u + second) * CALENDAR_INTERVALS;
}
