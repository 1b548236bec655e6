/* Functions on wide strings, by the way of string.c: unit by unit. */
#include <wchar.h>

#include <stdint.h>
#include <string.h>

#include "lib/string_instructions.h"
#include "lib/wide.h"

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return memcpy(to, from, count * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = character;
    return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (block[i] == character)
            return (wchar_t *)block + i;
    return NULL;
}

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
        keep_loop();
    }
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    return wmemcpy(to, from, wcslen(from) + 1);
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit)
{
    wchar_t *end = to + wcslen(to);
    size_t length = wcsnlen(from, limit);
    wmemcpy(end, from, length);
    end[length] = 0;
    return to;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, SIZE_MAX);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (!left[i])
            break;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *text, wchar_t character)
{
    return wmemchr(text, character, wcslen(text) + 1);
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t character)
{
    for (size_t i = wcslen(text) + 1; i > 0; i--)
        if (text[i - 1] == character)
            return (wchar_t *)text + i - 1;
    return NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)
{
    size_t length = wcslen(part);
    for (; wcsncmp(text, part, length) != 0; text++)
        if (!*text)
            return NULL;
    return (wchar_t *)text;
}

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
