#include "lib/name_order.h"

#include "lib/utf16.h"

/* Small letters beyond ASCII, each step-th code of a range, and what leads to their capitals. */
static const struct {
    uint16_t first, last;
    int16_t more;
    uint8_t step;
} ranges[] = {
    {0x00E0, 0x00F6, -32, 1}, {0x00F8, 0x00FE, -32, 1}, {0x00FF, 0x00FF, 121, 1},
    {0x0101, 0x012F, -1, 2},  {0x0133, 0x0137, -1, 2},  {0x013A, 0x0148, -1, 2},
    {0x014B, 0x0177, -1, 2},  {0x017A, 0x017E, -1, 2},  {0x03AC, 0x03AC, -38, 1},
    {0x03AD, 0x03AF, -37, 1}, {0x03B1, 0x03C1, -32, 1}, {0x03C3, 0x03CB, -32, 1},
    {0x03CC, 0x03CC, -64, 1}, {0x03CD, 0x03CE, -63, 1}, {0x0430, 0x044F, -32, 1},
    {0x0450, 0x045F, -80, 1}, {0x0461, 0x0481, -1, 2},  {0x048B, 0x04BF, -1, 2},
    {0x04C2, 0x04CE, -1, 2},  {0x04D1, 0x052F, -1, 2},  {0x0561, 0x0586, -48, 1},
    {0x1E01, 0x1E95, -1, 2},  {0x1EA1, 0x1EFF, -1, 2},  {0xFF41, 0xFF5A, -32, 1},
};

uint32_t name_capital(uint32_t code)
{
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0] && code >= ranges[i].first; i++)
        if (code <= ranges[i].last && (code - ranges[i].first) % ranges[i].step == 0)
            return code + (uint32_t)(int32_t)ranges[i].more;
    return code;
}

uint32_t name_small(uint32_t code)
{
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint32_t small = code - (uint32_t)(int32_t)ranges[i].more;
        if (small >= ranges[i].first && small <= ranges[i].last &&
            (small - ranges[i].first) % ranges[i].step == 0)
            return small;
    }
    return code;
}

/* Returns what next returns, for a letter beyond ASCII. */
static uint32_t next_wide(const char **text, size_t *size)
{
    enum { BEHIND_ALL = 0x110000 };
    size_t length;
    unsigned char byte = (unsigned char)**text;
    uint32_t code = wide_code(*text, *size, &length);
    if (length == 0 || length == WIDE_INCOMPLETE) {
        code = BEHIND_ALL + byte;
        length = 1;
    }
    *text += length;
    *size -= length;
    return name_capital(code);
}

/* Returns what name_next returns, where *size bytes are left. */
static inline uint32_t next(const char **text, size_t *size)
{
    unsigned char byte = (unsigned char)**text;
    if (byte >= 0x80)
        return next_wide(text, size);
    ++*text, --*size;
    return byte >= 'a' && byte <= 'z' ? byte - 32u : byte;
}

uint32_t name_next(const char **text)
{
    size_t size = SIZE_MAX;
    return next(text, &size);
}

int name_compare_part(const char *left, const char *right, size_t size)
{
    size_t left_size = size, right_size = size;
    while (left_size && right_size) {
        uint32_t one = next(&left, &left_size), other = next(&right, &right_size);
        if (one != other)
            return one < other ? -1 : 1;
        if (!one)
            return 0;
    }
    return (left_size < right_size) - (left_size > right_size);
}

int name_compare(const char *left, const char *right)
{
    return name_compare_part(left, right, SIZE_MAX);
}
