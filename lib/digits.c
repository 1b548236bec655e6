/* Numbers as digits, by Microsoft's old names. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/invalid_parameter.h"

enum { MOST = 340, ROOM = 700 /* of %f: 309 digits, a point and MOST more */ };

static char digits[MOST + 310];

static int bounded(int count)
{
    return count < 0 ? 0 : count > MOST ? MOST : count;
}

/* The power of ten of the first digit, when there are so many; 0 of 0. */
static int power(double value, int count)
{
    char text[ROOM];
    snprintf(text, sizeof text, "%.*e", count > 0 ? count - 1 : 0, value);
    const char *exponent = strchr(text, 'e');
    return exponent ? atoi(exponent + 1) : 0;
}

/* Keeps the first digits of a text, of which other characters and the zeros in front are left out.
 */
static char *keep(const char *text, int count, int zeros)
{
    int length = 0;
    while (*text && (!isdigit((unsigned char)*text) || (*text == '0' && zeros-- > 0)))
        text++;
    for (; *text && *text != 'e' && length < count; text++)
        if (isdigit((unsigned char)*text))
            digits[length++] = *text;
    digits[length] = 0;
    return digits;
}

char *_ecvt(double value, int count, int *point, int *sign)
{
    char text[ROOM];
    count = bounded(count);
    *sign = __builtin_signbit(value) != 0;
    *point = value == 0 ? 0 : power(value, count) + 1;
    snprintf(text, sizeof text, "%.*e", count ? count - 1 : 0, value);
    return keep(text, count, 0);
}

char *_fcvt(double value, int count, int *point, int *sign)
{
    char text[ROOM];
    count = bounded(count);
    *sign = __builtin_signbit(value) != 0;
    int length = snprintf(text, sizeof text, "%.*f", count, value);
    const char *first = strpbrk(text, "123456789");
    const char *end = strchr(text, '.') ? strchr(text, '.') : text + length;
    *point = value == 0 ? 0 : first && first < end ? (int)(end - first) : power(value, 1) + 1;
    if (first && first > end)
        *point = (int)(end - first) + 1;
    return value == 0 ? keep(end, count, 0) : keep(first ? first : "", MOST + 309, 0);
}

char *_gcvt(double value, int count, char *text)
{
    if (!is_given(text, "_gcvt"))
        return NULL;
    if (count < 0) {
        errno = ERANGE;
        return NULL;
    }
    int first = power(value, count);
    if (first < -1 || first > count - 1)
        sprintf(text, "%#.*e", count - 1, value);
    else
        sprintf(text, "%#.*f", count - 1 - first, value);
    char *end = strchr(text, 'e'), *last;
    if (!end)
        end = text + strlen(text);
    for (last = end; last > text && last[-1] == '0';)
        last--;
    memmove(last, end, strlen(end) + 1);
    return text;
}
