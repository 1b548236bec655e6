#include "win32/libraries/byte_sizes.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void byte_size_text(long long bytes, char text[BYTE_SIZE_ROOM])
{
    static const char units[] = "KMGTPE";
    enum { UNIT = 1024, DIGITS_MOST = 1000 };
    uint64_t below = (uint64_t)bytes; /* in the unit below the text's */
    const char *unit = units;
    if (bytes < UNIT) {
        snprintf(text, BYTE_SIZE_ROOM, "%lld bytes", bytes);
        return;
    }
    for (; below / UNIT >= DIGITS_MOST; unit++)
        below /= UNIT;
    const unsigned hundredths = (unsigned)(below * 100 / UNIT);
    const int digits = hundredths < 1000 ? 2 : hundredths < 10000 ? 1 : 0; /* behind the point */
    const unsigned rest = digits == 2 ? hundredths % 100 : hundredths % 100 / 10;
    if (digits)
        snprintf(text, BYTE_SIZE_ROOM, "%u.%0*u %cB", hundredths / 100, digits, rest, *unit);
    else
        snprintf(text, BYTE_SIZE_ROOM, "%u %cB", hundredths / 100, *unit);
}

void kilobyte_text(long long bytes, char text[BYTE_SIZE_ROOM])
{
    char digits[BYTE_SIZE_ROOM];
    const uint64_t count = bytes > 0 ? ((uint64_t)bytes + 1023) / 1024 : 0;
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *text++ = ',';
        *text++ = digits[i];
    }
    strcpy(text, " KB");
}

void interval_text(unsigned milliseconds, int digits, char text[BYTE_SIZE_ROOM])
{
    static const struct {
        const char *name;
        unsigned seconds;
    } units[] = {{"hr", 3600}, {"min", 60}, {"sec", 1}};
    unsigned rest = milliseconds / 1000 + (milliseconds % 1000 >= 500);
    *text = 0;
    for (unsigned i = 0; i < sizeof units / sizeof *units && digits > 0; i++) {
        unsigned value = rest / units[i].seconds, cut = 1;
        int width = 1;
        rest %= units[i].seconds;
        if (!value && !*text && units[i].seconds > 1)
            continue;
        for (unsigned above = value; above >= 10; above /= 10)
            width++;
        for (int more = width - digits; more > 0; more--)
            cut *= 10; /* the digits behind the last one are zeros */
        digits -= width;
        text += snprintf(text, 16, " %u %s", value - value % cut, units[i].name);
    }
}
