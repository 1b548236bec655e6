/* Texts of dates: strftime and asctime. */
#include <time.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "lib/calendar.h"
#include "lib/sink.h"
#include "lib/thread_words.h"

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* Prints a name, or its first letters. */
static void put_name(struct sink *sink, const char *const *names, int count, int which, size_t most)
{
    const char *name = which >= 0 && which < count ? names[which] : "?";
    sink_write(sink, name, strnlen(name, most));
}

/* Prints a number in at least so many places. */
static void put_number(struct sink *sink, int64_t number, int places, char fill)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", number < 0 ? -number : number);
    if (number < 0)
        sink_put(sink, '-');
    if (length < places)
        sink_fill(sink, fill, (size_t)(places - length));
    sink_write(sink, digits, (size_t)length);
}

/* ISO 8601: a week belongs to the year of its Thursday. Returns the week, from 1. */
static int iso_week(const struct tm *date, int64_t *year)
{
    *year = date->tm_year + INT64_C(1900);
    int thursday = date->tm_yday - (date->tm_wday + 6) % 7 + 3;
    int length = 365 + calendar_leaps(*year);
    if (thursday < 0) {
        --*year;
        thursday += 365 + calendar_leaps(*year);
    } else if (thursday >= length) {
        ++*year;
        thursday -= length;
    }
    return thursday / 7 + 1;
}

static int hour12(const struct tm *date)
{
    return date->tm_hour % 12 ? date->tm_hour % 12 : 12;
}

/* The conversions that stand for others. */
static const char *longer(char conversion)
{
    switch (conversion) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}

static void convert(struct sink *sink, char conversion, const struct tm *date)
{
    int64_t year = date->tm_year + INT64_C(1900), in_century, iso_year;
    int64_t century = calendar_divide(year, 100, &in_century);
    int week = iso_week(date, &iso_year);
    switch (conversion) {
    case 'a':
        return put_name(sink, days, 7, date->tm_wday, 3);
    case 'A':
        return put_name(sink, days, 7, date->tm_wday, SIZE_MAX);
    case 'b':
    case 'h':
        return put_name(sink, months, 12, date->tm_mon, 3);
    case 'B':
        return put_name(sink, months, 12, date->tm_mon, SIZE_MAX);
    case 'C':
        return put_number(sink, century, 2, '0');
    case 'd':
        return put_number(sink, date->tm_mday, 2, '0');
    case 'e':
        return put_number(sink, date->tm_mday, 2, ' ');
    case 'g':
        calendar_divide(iso_year, 100, &in_century);
        return put_number(sink, in_century, 2, '0');
    case 'G':
        return put_number(sink, iso_year, 1, '0');
    case 'H':
        return put_number(sink, date->tm_hour, 2, '0');
    case 'I':
        return put_number(sink, hour12(date), 2, '0');
    case 'j':
        return put_number(sink, date->tm_yday + 1, 3, '0');
    case 'm':
        return put_number(sink, date->tm_mon + 1, 2, '0');
    case 'M':
        return put_number(sink, date->tm_min, 2, '0');
    case 'n':
        return sink_put(sink, '\n');
    case 'p':
        return sink_write(sink, date->tm_hour < 12 ? "AM" : "PM", 2);
    case 'S':
        return put_number(sink, date->tm_sec, 2, '0');
    case 't':
        return sink_put(sink, '\t');
    case 'u':
        return put_number(sink, date->tm_wday ? date->tm_wday : 7, 1, '0');
    case 'U': /* the first Sunday begins week 1 */
        return put_number(sink, (date->tm_yday + 7 - date->tm_wday) / 7, 2, '0');
    case 'V':
        return put_number(sink, week, 2, '0');
    case 'w':
        return put_number(sink, date->tm_wday, 1, '0');
    case 'W': /* the first Monday does */
        return put_number(sink, (date->tm_yday + 7 - (date->tm_wday + 6) % 7) / 7, 2, '0');
    case 'y':
        return put_number(sink, in_century, 2, '0');
    case 'Y':
        return put_number(sink, year, 1, '0');
    case 'z':
        return sink_write(sink, "+0000", 5);
    case 'Z':
        return sink_write(sink, "UTC", 3);
    default: /* a percent sign, or what no date has: it stands for itself */
        return sink_put(sink, conversion);
    }
}

static void put_date(struct sink *sink, const char *format, const struct tm *date)
{
    for (; *format; format++) {
        if (*format != '%') {
            sink_put(sink, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O') /* other eras and digits, which English has not */
            format++;
        if (!*format)
            return;
        const char *parts = longer(*format);
        if (parts)
            put_date(sink, parts, date);
        else
            convert(sink, *format, date);
    }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format,
                const struct tm *restrict date)
{
    struct sink sink = {.next = buffer, .end = buffer + size};
    put_date(&sink, format, date);
    if (sink.overflowed || (size_t)sink.total >= size)
        return 0;
    *sink.next = 0;
    return (size_t)sink.total;
}

size_t wcsftime(wchar_t *restrict buffer, size_t count, const wchar_t *restrict format,
                const struct tm *restrict date)
{
    struct sink sink = {.next = (char *)buffer, .end = (char *)(buffer + count), .wide = true};
    while (*format) {
        if (*format != L'%') {
            sink_write_units(&sink, format++, 1);
            continue;
        }
        char part[4] = "%"; /* a conversion is ASCII: a letter, perhaps behind E or O */
        size_t length = 1;
        do
            part[length++] = (char)*++format;
        while (length < 3 && (*format == L'E' || *format == L'O'));
        part[length] = 0;
        format += *format != 0;
        put_date(&sink, part, date);
    }
    if (sink.overflowed || (size_t)sink.total >= count)
        return 0;
    *(wchar_t *)sink.next = 0;
    return (size_t)sink.total;
}

char *asctime(const struct tm *date)
{
    struct lib_thread *thread = lib_thread();
    char *text = thread->date_text;
    return strftime(text, sizeof thread->date_text, "%c\n", date) ? text : NULL;
}
