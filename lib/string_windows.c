/* Texts by Microsoft's names, and the order of texts, which in the one locale is that of bytes. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "lib/invalid_parameter.h"

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    if (!is_given(from, "strxfrm") || (size && !is_given(to, "strxfrm")))
        return _NLSCMPERROR;
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length;
}

static char *change(char *text, int (*to)(int))
{
    if (!is_given(text, "_strlwr"))
        return NULL;
    for (char *next = text; *next; next++) {
        const char changed = (char)to((unsigned char)*next);
        if (*next != changed) /* a text that is right already may be a constant */
            *next = changed;
    }
    return text;
}

char *_strlwr(char *text)
{
    return change(text, tolower);
}

char *_strupr(char *text)
{
    return change(text, toupper);
}

char *_strrev(char *text)
{
    char *left = text, *right = text + strlen(text);
    while (left < right) {
        char last = *--right;
        *right = *left;
        *left++ = last;
    }
    return text;
}

char *_strnset(char *text, int character, size_t limit)
{
    return memset(text, character, strnlen(text, limit));
}

char *_strset(char *text, int character)
{
    return memset(text, character, strlen(text));
}

int _memicmp(const void *left, const void *right, size_t size)
{
    if ((!left || !right) && size) {
        invalid_parameter(EINVAL, "_memicmp");
        return _NLSCMPERROR;
    }
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (tolower(a[i]) != tolower(b[i]))
            return tolower(a[i]) < tolower(b[i]) ? -1 : 1;
    return 0;
}

void *_memccpy(void *restrict to, const void *restrict from, int last, size_t size)
{
    const char *end = memchr(from, last, size);
    if (end)
        size = (size_t)(end - (const char *)from) + 1;
    memcpy(to, from, size);
    return end ? (char *)to + size : NULL;
}

char *strtok_s(char *text, const char *separators, char **position)
{
    return strtok_r(text, separators, position);
}
