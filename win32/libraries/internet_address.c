#include "win32/libraries/internet_address.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool internet_read_old(const char *text, uint32_t *address)
{
    enum { PARTS = 4 };
    uint32_t parts[PARTS], value = 0;
    unsigned count = 0;
    for (;;) {
        char *end;
        if (!isdigit((unsigned char)*text) || count == PARTS)
            return false;
        unsigned long long part = strtoull(text, &end, 0);
        if (part > UINT32_MAX)
            return false;
        parts[count++] = (uint32_t)part;
        text = end;
        if (*text != '.')
            break;
        text++;
    }
    if (*text && !isspace((unsigned char)*text))
        return false;
    for (unsigned i = 0; i + 1 < count; i++) {
        if (parts[i] > 0xFF)
            return false;
        value |= parts[i] << (24 - 8 * i);
    }
    if (count > 1 && parts[count - 1] >> (8 * (PARTS + 1 - count)))
        return false;
    *address = __builtin_bswap32(value | parts[count - 1]);
    return true;
}

bool internet_read4(const char *text, uint8_t address[4])
{
    uint8_t read[4];
    for (unsigned i = 0; i < 4; i++) {
        unsigned value = 0, digits = 0;
        for (; isdigit((unsigned char)*text) && digits < 4; text++, digits++)
            value = 10 * value + (unsigned)(*text - '0');
        if (digits == 0 || digits > 3 || value > 0xFF || *text != (i < 3 ? '.' : 0))
            return false;
        read[i] = (uint8_t)value;
        text++;
    }
    memcpy(address, read, sizeof read);
    return true;
}

/* Reads a group of one to four digits. Returns the text behind it; NULL: there is none. */
static const char *read_group(const char *text, uint8_t to[2])
{
    unsigned value = 0, digits = 0;
    for (; isxdigit((unsigned char)*text) && digits < 5; text++, digits++)
        value = 16 * value +
                (unsigned)(isdigit((unsigned char)*text) ? *text - '0' : tolower(*text) - 'a' + 10);
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
    return digits == 0 || digits > 4 ? NULL : text;
}

bool internet_read6(const char *text, uint8_t address[16])
{
    uint8_t read[16] = {0};
    unsigned used = 0, gap = sizeof read + 1;
    if (text[0] == ':' && text[1] != ':')
        return false;
    text += *text == ':';
    while (*text) {
        if (*text == ':') {
            if (gap <= sizeof read)
                return false;
            gap = used;
            text++;
            continue;
        }
        const char *end = used + 2 <= sizeof read ? read_group(text, read + used) : NULL;
        if (end && *end == '.' && used + 4 <= sizeof read && internet_read4(text, read + used)) {
            used += 4;
            break;
        }
        if (!end || (*end && (*end != ':' || !end[1])))
            return false;
        used += 2;
        text = end + (*end == ':');
    }
    if (gap <= sizeof read && used < sizeof read) {
        memmove(read + sizeof read - (used - gap), read + gap, used - gap);
        memset(read + gap, 0, sizeof read - used);
    } else if (gap <= sizeof read || used < sizeof read) {
        return false;
    }
    memcpy(address, read, sizeof read);
    return true;
}

void internet_write4(const uint8_t address[4], char *text)
{
    sprintf(text, "%u.%u.%u.%u", address[0], address[1], address[2], address[3]);
}

void internet_write6(const uint8_t address[16], char text[INTERNET_TEXT])
{
    enum { GROUPS = 8 };
    unsigned best = GROUPS, length = 1; /* where the longest row of zeros begins */
    for (unsigned i = 0; i < GROUPS; i++) {
        unsigned end = i;
        while (end < GROUPS && !address[2 * end] && !address[2 * end + 1])
            end++;
        if (end - i > length) {
            best = i;
            length = end - i;
        }
    }
    char *to = text;
    for (unsigned i = 0; i < GROUPS; i++) {
        if (i == best) {
            to += sprintf(to, "%s", i ? ":" : "::");
            i += length - 1;
            continue;
        }
        to += sprintf(to, i < GROUPS - 1 ? "%x:" : "%x", address[2 * i] << 8 | address[2 * i + 1]);
    }
}
