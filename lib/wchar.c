/* Functions on wide strings, by the way of string.c: unit by unit. */
#include <wchar.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lib/string_instructions.h"

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

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t length = 0;
    while (text[length] && wcschr(accepted, text[length]))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *rejected)
{
    size_t length = 0;
    while (!wcschr(rejected, text[length])) /* which finds the end, too */
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted)
{
    text += wcscspn(text, wanted);
    return *text ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators,
                wchar_t **restrict position)
{
    wchar_t *token = text ? text : *position;
    token += wcsspn(token, separators);
    wchar_t *end = token + wcscspn(token, separators);
    *position = end + (*end != 0);
    bool found = end != token;
    *end = 0;
    return found ? token : NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)
{
    size_t length = wcslen(part);
    for (; wcsncmp(text, part, length) != 0; text++)
        if (!*text)
            return NULL;
    return (wchar_t *)text;
}
