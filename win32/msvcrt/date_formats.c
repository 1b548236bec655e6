/* strftime as Microsoft's libraries have it: with the flag #, with pictures of dates ("dddd, MMMM
 * dd, yyyy"), and with an error for letters that mean nothing. */
#include "win32/msvcrt/date_names.h"

#include "lib/invalid_parameter.h"
#include "lib/sink.h"
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/time_zone.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct writer {
    struct sink *sink;
    const struct tm *date;
    const struct date_names *names;
    bool is_ucrt;
};

/* Fields that are numbers. */
static const struct number {
    char letter;
    uint8_t field; /* of struct tm, in ints */
    uint8_t places, added;
    uint16_t least, most; /* of the field */
} numbers[] = {
#define FIELD(name) offsetof(struct tm, name) / sizeof(int)
    {'d', FIELD(tm_mday), 2, 0, 1, 31},  {'H', FIELD(tm_hour), 2, 0, 0, 23},
    {'j', FIELD(tm_yday), 3, 1, 0, 365}, {'m', FIELD(tm_mon), 2, 1, 0, 11},
    {'M', FIELD(tm_min), 2, 0, 0, 59},   {'S', FIELD(tm_sec), 2, 0, 0, 60},
    {'w', FIELD(tm_wday), 1, 0, 0, 6},
};

static bool put_number(struct writer *to, int value, int places, bool is_bare)
{
    char text[12];
    int length = snprintf(text, sizeof text, "%0*d", is_bare ? 1 : places, value);
    sink_write(to->sink, text, (size_t)length);
    return true;
}

static bool put_name(struct writer *to, int which, int most, char *const *names)
{
    if (which < 0 || which > most)
        return false;
    sink_write(to->sink, names[which], strlen(names[which]));
    return true;
}

static int hour12(const struct tm *date)
{
    return date->tm_hour % 12 ? date->tm_hour % 12 : 12;
}

/* The week of the year, when the week begins so many days behind Sunday. */
static int week(const struct tm *date, int begin)
{
    return (date->tm_yday + 7 - (date->tm_wday + 7 - begin) % 7) / 7;
}

/* ---------------------------------------------------------------- pictures */

/* The conversion that a run of a letter stands for. A longer one has letters in front that are
 * themselves. */
static const struct picture {
    char letter, run, conversion;
    bool is_bare;
} pictures[] = {
    {'d', 1, 'd', true},  {'d', 2, 'd', false}, {'d', 3, 'a', false}, {'d', 4, 'A', false},
    {'M', 1, 'm', true},  {'M', 2, 'm', false}, {'M', 3, 'b', false}, {'M', 4, 'B', false},
    {'y', 2, 'y', false}, {'y', 4, 'Y', false}, {'h', 1, 'I', true},  {'h', 2, 'I', false},
    {'H', 1, 'H', true},  {'H', 2, 'H', false}, {'m', 1, 'M', true},  {'m', 2, 'M', false},
    {'s', 1, 'S', true},  {'s', 2, 'S', false},
};

static bool put_conversion(struct writer *to, char letter, bool is_bare);

static const struct picture *find_picture(char letter, size_t run)
{
    for (unsigned i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (pictures[i].letter == letter && (size_t)pictures[i].run == run)
            return &pictures[i];
    return NULL;
}

/* The letters t, a and A are the half of the day, a single t its first letter. */
static bool put_half(struct writer *to, char letter, size_t run)
{
    char *name = to->names->halves[to->date->tm_hour >= 12];
    sink_write(to->sink, name, letter == 't' && run == 1 ? *name != 0 : strlen(name));
    return true;
}

static bool put_picture(struct writer *to, const char *text)
{
    bool is_quoted = false, is_good = true;
    while (*text && is_good) {
        const char same[] = {*text, 0};
        const size_t run = strspn(text, same);
        const struct picture *picture = find_picture(*text, run);
        if (*text == '\'') {
            is_quoted = !is_quoted;
            text++;
        } else if (!is_quoted && picture) {
            is_good = put_conversion(to, picture->conversion, picture->is_bare);
            text += run;
        } else if (!is_quoted && strchr("taA", *text)) {
            is_good = put_half(to, *text, run);
            text += run;
        } else {
            sink_put(to->sink, *text++);
        }
    }
    return is_good;
}

/* ---------------------------------------------------------------- conversions */

static bool put_both(struct writer *to, bool is_long)
{
    if (!put_picture(to, is_long ? to->names->long_date : to->names->short_date))
        return false;
    sink_put(to->sink, ' ');
    return put_picture(to, to->names->time);
}

static bool put_zone_name(struct writer *to)
{
    time_zone_prepare();
    const char *name = _tzname[to->date->tm_isdst > 0];
    sink_write(to->sink, name, strlen(name));
    return true;
}

/* How far local time is ahead of UTC: +0130. */
static bool put_zone_offset(struct writer *to)
{
    time_zone_prepare();
    const long ahead = -(_timezone + (to->date->tm_isdst > 0 ? _dstbias : 0)) / 60;
    const long minutes = labs(ahead);
    sink_put(to->sink, ahead < 0 ? '-' : '+');
    return put_number(to, (int)(minutes / 60 * 100 + minutes % 60), 4, false);
}

/* Conversions that C99 has added, made of others. */
static const struct composed {
    char letter;
    const char *parts;
} composed[] = {{'D', "m/d/y"}, {'F', "Y-m-d"},   {'R', "H:M"},
                {'T', "H:M:S"}, {'r', "I:M:S p"}, {'h', "b"}};

static const char *parts_of(char letter)
{
    for (unsigned i = 0; i < sizeof composed / sizeof *composed; i++)
        if (composed[i].letter == letter)
            return composed[i].parts;
    return NULL;
}

static bool put_parts(struct writer *to, const char *parts, bool is_bare)
{
    bool is_good = true;
    for (; *parts && is_good; parts++)
        if (isalpha((unsigned char)*parts))
            is_good = put_conversion(to, *parts, is_bare);
        else
            sink_put(to->sink, *parts);
    return is_good;
}

/* From 0 to 9999. */
static bool is_year(const struct writer *to)
{
    return to->date->tm_year >= -1900 && to->date->tm_year <= 8099;
}

/* Whether the fields of these letters are in range. */
static bool is_good_new(const struct writer *to, char letter)
{
    if (letter == 'e')
        return to->date->tm_mday >= 1 && to->date->tm_mday <= 31;
    if (letter == 'u')
        return to->date->tm_wday >= 0 && to->date->tm_wday <= 6;
    return is_year(to);
}

/* The rest: the C library's own, in the locale "C" as there. */
static bool put_new(struct writer *to, char letter, bool is_bare)
{
    const char format[] = {'%', letter, 0};
    char room[32], *text = room;
    size_t length = strftime(room, sizeof room, format, to->date);
    for (; is_bare && length > 1 && (*text == '0' || *text == ' '); length--)
        text++;
    sink_write(to->sink, text, length);
    return true;
}

static bool put_conversion(struct writer *to, char letter, bool is_bare)
{
    const struct tm *date = to->date;
    if (letter == '%') {
        sink_put(to->sink, '%');
        return true;
    }
    if (!date)
        return false;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].letter == letter) {
            const int field = ((const int *)date)[numbers[i].field];
            return field >= numbers[i].least && field <= numbers[i].most &&
                   put_number(to, field + numbers[i].added, numbers[i].places, is_bare);
        }
    switch (letter) {
    case 'a':
        return put_name(to, date->tm_wday, 6, to->names->short_days);
    case 'A':
        return put_name(to, date->tm_wday, 6, to->names->days);
    case 'b':
        return put_name(to, date->tm_mon, 11, to->names->short_months);
    case 'B':
        return put_name(to, date->tm_mon, 11, to->names->months);
    case 'p':
        return date->tm_hour >= 0 && put_name(to, date->tm_hour / 12, 1, to->names->halves);
    case 'I':
        return date->tm_hour >= 0 && date->tm_hour < 24 && put_number(to, hour12(date), 2, is_bare);
    case 'U':
        return put_number(to, week(date, 0), 2, is_bare);
    case 'W':
        return put_number(to, week(date, 1), 2, is_bare);
    case 'y':
        return is_year(to) && put_number(to, (date->tm_year % 100 + 100) % 100, 2, is_bare);
    case 'Y':
        return is_year(to) && put_number(to, date->tm_year + 1900, 4, is_bare);
    case 'c':
        return to->is_ucrt && !is_bare ? put_new(to, letter, false) : put_both(to, is_bare);
    case 'x':
        return put_picture(to, is_bare ? to->names->long_date : to->names->short_date);
    case 'X':
        return put_picture(to, to->names->time);
    case 'z':
        return to->is_ucrt ? put_zone_offset(to) : put_zone_name(to);
    case 'Z':
        return put_zone_name(to);
    default:
        if (!to->is_ucrt)
            return false;
        if (parts_of(letter))
            return put_parts(to, parts_of(letter), is_bare);
        return strchr("CegGntuV", letter) && is_good_new(to, letter) &&
               put_new(to, letter, is_bare);
    }
}

/* ---------------------------------------------------------------- formats */

/* A format of either kind: its units are read one at a time. */
static unsigned unit_at(const void *format, bool is_wide, size_t index)
{
    return is_wide ? ((const wchar_t *)format)[index] : ((const unsigned char *)format)[index];
}

static bool put_format(struct writer *to, const void *format)
{
    const bool is_wide = to->sink->wide;
    for (size_t i = 0; unit_at(format, is_wide, i); i++) {
        unsigned unit = unit_at(format, is_wide, i);
        if (unit != '%') {
            if (is_wide)
                sink_write_units(to->sink, (const wchar_t *)format + i, 1);
            else
                sink_put(to->sink, (char)unit);
            continue;
        }
        unit = unit_at(format, is_wide, ++i);
        if (to->is_ucrt && (unit == 'E' || unit == 'O')) /* eras and digits of other countries */
            unit = unit_at(format, is_wide, ++i);
        const bool is_bare = unit == '#';
        if (is_bare)
            unit = unit_at(format, is_wide, ++i);
        if (!unit || unit > 0x7F || !put_conversion(to, (char)unit, is_bare))
            return false;
    }
    return true;
}

/* Returns the length, or 0 with errno and an empty text. */
static size_t write_date(void *buffer, size_t size, const void *format, struct writer to)
{
    const size_t width = to.sink->wide ? sizeof(wchar_t) : 1;
    if (!buffer || !size || !format) {
        if (buffer && size)
            memset(buffer, 0, width);
        invalid_parameter(EINVAL, "strftime");
        return 0;
    }
    to.sink->next = buffer;
    to.sink->end = (char *)buffer + size * width;
    const bool is_good = put_format(&to, format);
    if (!is_good || to.sink->overflowed || (size_t)to.sink->total >= size) {
        memset(buffer, 0, width);
        errno = ERANGE;
        if (!is_good)
            invalid_parameter(EINVAL, "strftime");
        return 0;
    }
    memset(to.sink->next, 0, width);
    return (size_t)to.sink->total;
}

#define DATE_CALL(name, letter, ucrt)                                                              \
    CALL(size_t, name, letter *buffer, size_t size, const letter *format, const struct tm *date)   \
    {                                                                                              \
        struct sink sink = {.wide = sizeof(letter) != 1};                                          \
        return write_date(buffer, size, format, (struct writer){&sink, date, &date_names, ucrt});  \
    }

DATE_CALL(msvcrt_strftime, char, false)
DATE_CALL(msvcrt_wcsftime, wchar_t, false)
DATE_CALL(ucrt_strftime, char, true)
DATE_CALL(ucrt_wcsftime, wchar_t, true)

/* With names that the program brings; without any the library's. */
CALL(size_t, _Strftime, char *buffer, size_t size, const char *format, const struct tm *date,
     const struct date_names *names)
{
    struct sink sink = {.wide = false};
    return write_date(buffer, size, format,
                      (struct writer){&sink, date, names ? names : &date_names, false});
}

/* The newer library's names are the wide ones, of which each may be left away. */
CALL(size_t, ucrt_Strftime, char *buffer, size_t size, const char *format, const struct tm *date,
     const struct ucrt_date_names *names)
{
    struct sink sink = {.wide = false};
    struct date_names narrow = date_names;
    char **text = narrow.short_days;
    if (!names)
        return _Strftime(buffer, size, format, date, NULL);
    for (int i = 0; i < DATE_TEXTS; i++)
        text[i] = wide_narrow_copy(names->wide_texts[i] ? names->wide_texts[i] : L"");
    size_t length = write_date(buffer, size, format, (struct writer){&sink, date, &narrow, true});
    for (int i = 0; i < DATE_TEXTS; i++)
        free(text[i]);
    return length;
}
