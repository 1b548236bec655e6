/* Numbers as digits without a point. msvcrt.dll knows 17 digits of a number, to which zeros come,
 * and treats its words for numbers that are none as if they were digits. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN = 17, WORD_ROOM = 40, MOST = 349 /* of the own text, with its zero */ };

struct digits {
    char text[WORD_ROOM]; /* without zeros at the end */
    int point;            /* before which of them the point is */
    bool is_negative;
};

static struct digits digits_of(double value)
{
    struct digits made = {.is_negative = __builtin_signbit(value) != 0};
    char room[WORD_ROOM], *to = made.text;
    const bool is_number = __builtin_isfinite(value);
    snprintf(room, sizeof room, is_number ? "%.*e" : "%.*f", is_number ? KNOWN - 1 : 5, value);
    char *exponent = is_number ? strchr(room, 'e') : NULL;
    made.point = value == 0 ? 0 : exponent ? 1 + atoi(exponent + 1) : 1;
    if (exponent)
        *exponent = 0;
    for (const char *from = room; *from; from++)
        if (*from != '.' && *from != '-')
            *to++ = *from;
    while (to > made.text && to[-1] == '0')
        to--;
    *to = 0;
    return made;
}

/* Writes so many digits to a text that has room for one more and the zero, rounded by the one
 * behind them. */
static void put_digits(char *to, struct digits *from, int count)
{
    char *end = to + 1;
    const char *next = from->text;
    to[0] = '0'; /* for what is carried */
    for (int left = count; left > 0; left--)
        *end++ = *next ? *next++ : '0';
    *end = 0;
    if (count >= 0 && *next >= '5') {
        for (end--; *end == '9'; end--)
            *end = '0';
        ++*end;
    }
    if (*to == '1')
        from->point++;
    else
        memmove(to, to + 1, strlen(to));
}

/* The text of one of both calls. Returns ERANGE where it has no room. */
static int put_text_of(char *to, size_t size, double value, int count, int *point, int *sign,
                       bool is_behind_point)
{
    struct digits digits = digits_of(value);
    char room[2 * MOST + 2];
    int whole = is_behind_point ? count + digits.point : count;
    put_digits(room, &digits, whole < 2 * MOST ? whole : 2 * MOST);
    if (!is_behind_point)
        room[count > 0 ? count : 0] = 0;
    *point = digits.point;
    *sign = digits.is_negative;
    if (strlen(room) >= size) {
        *to = 0;
        return errno = ERANGE;
    }
    strcpy(to, room);
    return 0;
}

static char own[2 * MOST + 2];

static char *convert_to_own(double value, int count, int *point, int *sign, bool is_behind_point)
{
    put_text_of(own, sizeof own, value, count < MOST - 2 ? count : MOST - 2, point, sign,
                is_behind_point);
    return own;
}

CALL(char *, msvcrt_ecvt, double value, int count, int *point, int *sign)
{
    return convert_to_own(value, count, point, sign, false);
}

CALL(char *, msvcrt_fcvt, double value, int count, int *point, int *sign)
{
    return convert_to_own(value, count, point, sign, true);
}

static int convert_safely(char *to, size_t size, double value, int count, int *point, int *sign,
                          bool is_behind_point)
{
    if (to && size)
        *to = 0;
    if (!to || !size || !point || !sign)
        return errno = EINVAL;
    return put_text_of(to, size, value, count < MOST - 2 ? count : MOST - 2, point, sign,
                       is_behind_point);
}

CALL(int, _ecvt_s, char *to, size_t size, double value, int count, int *point, int *sign)
{
    return convert_safely(to, size, value, count, point, sign, false);
}

CALL(int, _fcvt_s, char *to, size_t size, double value, int count, int *point, int *sign)
{
    return convert_safely(to, size, value, count, point, sign, true);
}

CALL(int, _gcvt_s, char *to, size_t size, double value, int count)
{
    char room[MOST + 16];
    if (to && size)
        *to = 0;
    if (!to || !size)
        return errno = EINVAL;
    if (count < 0 || (size_t)count >= size || count > MOST)
        return errno = ERANGE;
    _gcvt(value, count, room);
    if (strlen(room) >= size)
        return errno = ERANGE;
    strcpy(to, room);
    return 0;
}
