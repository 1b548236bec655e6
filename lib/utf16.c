/* UTF-16 and UTF-8, a character at a time. */
#include "lib/utf16.h"

#include <stdbool.h>
#include <stdlib.h>
#include <wchar.h>

size_t wide_encode(const wchar_t **text, char bytes[WIDE_BYTES])
{
    uint32_t code = *(*text)++;
    if (code >= 0xD800 && code < 0xDC00 && **text >= 0xDC00 && **text < 0xE000)
        code = 0x10000 + ((code - 0xD800) << 10) + (*(*text)++ - 0xDC00u);
    else if (code >= 0xD800 && code < 0xE000)
        code = 0xFFFD;
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(0xF00u >> length | code); /* as many ones as there are bytes */
    return length;
}

uint32_t wide_code(const char *bytes, size_t size, size_t *length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)bytes[0];
    size_t count = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint32_t code = count < 2 ? first : first & (0x7Fu >> count);
    *length = 0;
    if (count == 0 || first > 0xF4)
        return 0;
    for (size_t i = 1; i < count; i++) {
        if (i == size) {
            *length = WIDE_INCOMPLETE;
            return 0;
        }
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3F);
    }
    bool is_character =
        code >= least[count] && code < 0x110000 && !(code >= 0xD800 && code < 0xE000);
    *length = is_character ? count : 0;
    return code;
}

size_t wide_units(uint32_t code, wchar_t units[WIDE_UNITS])
{
    if (code < 0x10000) {
        units[0] = (wchar_t)code;
        return 1;
    }
    units[0] = (wchar_t)(0xD800 + ((code - 0x10000) >> 10));
    units[1] = (wchar_t)(0xDC00 + (code & 0x3FF));
    return 2;
}

size_t wide_decode(const char **text, wchar_t units[WIDE_UNITS])
{
    size_t length;
    uint32_t code = wide_code(*text, WIDE_BYTES, &length);
    *text += length ? length : 1;
    return wide_units(length ? code : 0xFFFD, units);
}

size_t wide_widen(const char *text, wchar_t *units)
{
    wchar_t *to = units;
    while (*text)
        if ((unsigned char)*text < 0x80)
            *to++ = (wchar_t)*text++;
        else
            to += wide_decode(&text, to);
    *to = 0;
    return (size_t)(to - units);
}

const char *wide_narrow(const wchar_t *text, char *bytes, size_t size)
{
    size_t length = 0;
    if (!text)
        return NULL;
    while (*text && length < size - WIDE_BYTES)
        length += wide_encode(&text, bytes + length);
    bytes[length] = 0;
    return bytes;
}

char *wide_narrow_copy(const wchar_t *text)
{
    char *copy = malloc(wcslen(text) * WIDE_BYTES + 1), *to = copy;
    while (copy && *text)
        to += wide_encode(&text, to);
    if (copy)
        *to = 0;
    return copy;
}
