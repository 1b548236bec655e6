#include "win32/internet_address.h"

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

/* Reads digits of this base. Returns false for a number of more than 32 bits, and stops before the
 * digit that makes it too large; `wraps`: it keeps its lowest ones. */
static bool read_number(const char **text, unsigned base, bool wraps, uint32_t *value)
{
    *value = 0;
    for (;; ++*text) {
        unsigned char letter = (unsigned char)**text;
        unsigned digit = isdigit(letter)    ? letter - (unsigned)'0'
                         : isxdigit(letter) ? (unsigned)tolower(letter) - 'a' + 10
                                            : base;
        if (digit >= base)
            return true;
        uint64_t next = (uint64_t)*value * base + digit;
        if (next > UINT32_MAX && !wraps)
            return false;
        *value = (uint32_t)next;
    }
}

/* The base that a number's beginning tells, which is passed over. 0: the number may not begin so.
 */
static unsigned read_base(const char **text, bool is_strict)
{
    unsigned base = 10;
    if (**text == '0' && ((*text)[1] | ' ') == 'x') {
        *text += 2;
        base = 16;
    } else if (**text == '0' && isdigit((unsigned char)(*text)[1])) {
        ++*text;
        base = 8;
    }
    return base != 10 && is_strict ? 0 : base;
}

bool internet_read4(const char *text, bool is_strict, uint8_t address[4], const char **end)
{
    enum { PARTS = 4 };
    uint32_t parts[PARTS], value = 0;
    unsigned count = 0;
    for (;;) {
        const char *begin = *end = text;
        unsigned base = read_base(&text, is_strict);
        *end = text;
        const char *digits = text;
        if (!base || !read_number(&text, base, count == 0, &parts[count])) {
            *end = text;
            return false;
        }
        *end = text;
        if (text == digits) {
            *end += text == begin && *text == '.';
            return false;
        }
        if (*text != '.')
            break;
        if (++count == PARTS)
            return false;
        *end = ++text;
    }
    if (is_strict && count + 1 != PARTS)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (parts[i] > 0xFF)
            return false;
        value |= parts[i] << (24 - 8 * i);
    }
    if (count && parts[count] >> (8 * (PARTS - count)))
        return false;
    value = __builtin_bswap32(value | parts[count]);
    memcpy(address, &value, sizeof value);
    return true;
}

/* ---------------------------------------------------------------- sixteen bytes */

enum { BYTES = 16, GROUP = 2, GROUPS = BYTES / GROUP, NO_GAP = BYTES + 1 };

/* The bytes that have been read. They stand at the front, and those behind the gap are moved at the
 * end. */
struct reading {
    uint8_t *bytes;
    unsigned used, gap; /* the gap stands before this byte */
    bool begins_with_gap;
};

/* A gap inside stands for one group at least. */
static unsigned taken(const struct reading *reading)
{
    bool counts = reading->gap != NO_GAP && !reading->begins_with_gap;
    return reading->used + (counts ? GROUP : 0);
}

static void put_group(struct reading *reading, const char *text)
{
    long value = strtol(text, NULL, 16);
    reading->bytes[reading->used++] = (uint8_t)(value >> 8);
    reading->bytes[reading->used++] = (uint8_t)value;
}

static enum internet_text end_at(struct reading *reading, const char *text, const char **end)
{
    *end = text;
    if (taken(reading) != BYTES && reading->gap == NO_GAP)
        return INTERNET_WRONG;
    if (reading->gap != NO_GAP) {
        unsigned behind = reading->used - reading->gap;
        memmove(reading->bytes + BYTES - behind, reading->bytes + reading->gap, behind);
        memset(reading->bytes + reading->gap, 0, BYTES - reading->used);
    }
    return INTERNET_RIGHT;
}

/* The last four bytes as decimal numbers. The last of them is put only if all is right. */
static enum internet_text read_tail(struct reading *reading, const char *text, const char **end)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned value = 0, digits = 0;
        for (; isdigit((unsigned char)*text); text++, digits++)
            value = value > 0xFF ? value : 10 * value + (unsigned)(*text - '0');
        *end = text;
        if (i < 3 && *text == '.' && (digits > 3 || value > 0xFF))
            return INTERNET_TOO_LONG;
        if (digits == 0 || digits > 3 || value > 0xFF || (i < 3 && *text != '.'))
            return INTERNET_WRONG;
        if (i == 3 && taken(reading) + 1 != BYTES && reading->gap == NO_GAP)
            return INTERNET_WRONG;
        reading->bytes[reading->used++] = (uint8_t)value;
        text += i < 3;
    }
    return end_at(reading, text, end);
}

/* Whether the group that ends here is followed by more, as far as Windows looks. */
static bool ends_group(const char *text, bool has_gap)
{
    return (*text == ':' || *text == '.') && text[1] && !(text[1] == ':' && has_gap);
}

enum internet_text internet_read6(const char *text, uint8_t address[16], const char **end)
{
    struct reading reading = {address, 0, NO_GAP, false};
    bool at_gap = false;
    *end = text;
    if (text[0] == ':') {
        if (text[1] != ':')
            return INTERNET_WRONG;
        reading.begins_with_gap = at_gap = true;
        put_group(&reading, "0");
        reading.gap = reading.used;
        text += 2;
    }
    for (;;) {
        size_t digits = strspn(text, "0123456789abcdefABCDEF");
        const char *behind = text + digits;
        if (digits == 0 && at_gap)
            return end_at(&reading, text, end);
        *end = behind;
        if (digits == 0)
            return INTERNET_WRONG;
        if (*behind == '.' && strspn(text, "0123456789") == digits && taken(&reading) + 4 <= BYTES)
            return read_tail(&reading, text, end);
        if (digits > 4)
            return ends_group(behind, reading.gap != NO_GAP) ? INTERNET_TOO_LONG : INTERNET_WRONG;
        bool is_last = taken(&reading) + GROUP == BYTES;
        if (is_last || *behind != ':' || (behind[1] == ':' && reading.gap != NO_GAP)) {
            if (!is_last && reading.gap == NO_GAP)
                return INTERNET_WRONG;
            put_group(&reading, text);
            return end_at(&reading, behind, end);
        }
        put_group(&reading, text);
        at_gap = behind[1] == ':';
        text = behind + 1 + at_gap;
        if (at_gap)
            reading.gap = reading.used;
        if (taken(&reading) == BYTES)
            return end_at(&reading, text, end);
    }
}

void internet_write4(const uint8_t address[4], char *text)
{
    sprintf(text, "%u.%u.%u.%u", address[0], address[1], address[2], address[3]);
}

static unsigned group_of(const uint8_t address[16], unsigned group)
{
    return (unsigned)address[2 * group] << 8 | address[2 * group + 1];
}

/* Addresses that hold one of four bytes: compatible, mapped and translated ones, those of ISATAP.
 */
static bool ends_decimal(const uint8_t address[16])
{
    enum { MAPPED = 0xFFFF, ISATAP = 0x5EFE, ISATAP_OF_ALL = 0x0200 };
    unsigned kind = group_of(address, 5), before = group_of(address, 4), zeros = 0;
    if (kind == ISATAP && (before == 0 || before == ISATAP_OF_ALL))
        return true;
    while (zeros < 5 && !group_of(address, zeros))
        zeros++;
    bool holds = zeros == 5
                     ? kind == 0 || kind == MAPPED
                     : zeros == 4 && before == MAPPED && kind == 0; /* the last: translated */
    return holds && group_of(address, 6);
}

void internet_write6(const uint8_t address[16], char text[INTERNET_TEXT])
{
    bool is_decimal = ends_decimal(address);
    unsigned groups = is_decimal ? GROUPS - 2 : GROUPS;
    unsigned best = GROUPS, length = 1; /* where the longest row of zeros begins */
    for (unsigned i = 0; i < groups; i++) {
        unsigned end = i;
        while (end < groups && !group_of(address, end))
            end++;
        if (end - i > length) {
            best = i;
            length = end - i;
        }
    }
    char *to = text;
    for (unsigned i = 0; i < groups; i++) {
        if (i == best) {
            to += sprintf(to, "%s", i ? ":" : "::");
            i += length - 1;
            continue;
        }
        to += sprintf(to, i < GROUPS - 1 ? "%x:" : "%x", group_of(address, i));
    }
    if (is_decimal)
        internet_write4(address + BYTES - 4, to);
}
