/* Functions on strings that end with a zero byte. All loops go byte by byte: the strings here are
 * short, and a reader sees at once that no byte past the end is touched.
 */
#include <string.h>

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/invalid_parameter.h"
#include "lib/string_instructions.h"
#include "lib/thread_words.h"

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end != 0) {
        end++;
        keep_loop();
    }
    return (size_t)(end - text);
}

size_t strnlen(const char *text, size_t limit)
{
    const char *end = memchr(text, 0, limit);
    return end ? (size_t)(end - text) : limit;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit)
{
    char *end = to + strlen(to);
    size_t length = strnlen(from, limit);
    memcpy(end, from, length);
    end[length] = 0;
    return to;
}

int strcmp(const char *left, const char *right)
{
    int order = strncmp(left, right, SIZE_MAX);
    return (order > 0) - (order < 0); /* as Microsoft's, and so its memcmp; strncmp is not so */
}

int strncmp(const char *left, const char *right, size_t limit)
{
    for (; limit != 0; limit--, left++, right++) {
        if (*left != *right)
            return (unsigned char)*left - (unsigned char)*right;
        if (*left == 0)
            return 0;
    }
    return 0;
}

char *strchr(const char *text, int character)
{
    for (; *text != (char)character; text++) {
        if (*text == 0)
            return NULL;
    }
    return (char *)text;
}

char *strrchr(const char *text, int character)
{
    const char *found = NULL;
    do {
        if (*text == (char)character)
            found = text;
    } while (*text++ != 0);
    return (char *)found;
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);
    if (length == 0)
        return (char *)text;
    for (; (text = strchr(text, *part)) != NULL; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
    }
    return NULL;
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;
    while (text[length] != 0 && strchr(accepted, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;
    while (!strchr(rejected, text[length])) /* strchr finds the closing zero too */
        length++;
    return length;
}

char *strpbrk(const char *text, const char *wanted)
{
    text += strcspn(text, wanted);
    return *text ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict position)
{
    if (!text)
        text = *position;
    text += strspn(text, separators);
    char *end = text + strcspn(text, separators);
    *position = end;
    if (end == text)
        return NULL;
    if (*end != 0) {
        *end = 0;
        *position = end + 1;
    }
    return text;
}

char *strtok(char *restrict text, const char *restrict separators)
{
    return strtok_r(text, separators, &lib_thread()->token);
}

char *strdup(const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

int _strnicmp(const char *left, const char *right, size_t limit)
{
    if ((!left || !right) && limit) {
        invalid_parameter(EINVAL, "_strnicmp");
        return _NLSCMPERROR;
    }
    for (size_t i = 0; i < limit; i++) {
        int a = (unsigned char)left[i], b = (unsigned char)right[i];
        if (a != b && (a = tolower(a)) != (b = tolower(b)))
            return a - b;
        if (!a)
            break;
    }
    return 0;
}

int _stricmp(const char *left, const char *right)
{
    return _strnicmp(left, right, SIZE_MAX);
}

char *_strdup(const char *text)
{
    return strdup(text);
}
