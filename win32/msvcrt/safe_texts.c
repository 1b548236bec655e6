/* Texts, searches and characters with the size of their place, by calls that the C library has not:
 * they return an error, which is errno's, too. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---------------------------------------------------------------- filling */

/* Makes at most so many characters of the text this one. */
#define FILL(name, letter, length_within, parameter)                                               \
    CALL(int, name, letter *text, size_t size, parameter character, size_t count)                  \
    {                                                                                              \
        if (!text && !size && !count)                                                              \
            return 0;                                                                              \
        const size_t length = text ? length_within(text, size) : size;                             \
        if (length == size) {                                                                      \
            if (text && size)                                                                      \
                *text = 0;                                                                         \
            return errno = EINVAL;                                                                 \
        }                                                                                          \
        for (size_t i = 0; i < count && i < length; i++)                                           \
            text[i] = (letter)character;                                                           \
        return 0;                                                                                  \
    }

FILL(_strnset_s, char, strnlen, int)
FILL(_wcsnset_s, wchar_t, wcsnlen, wchar_t)

/* ---------------------------------------------------------------- counting */

CALL(size_t, __strncnt, const char *text, size_t most)
{
    return strnlen(text, most);
}

CALL(size_t, __wcsncnt, const wchar_t *text, size_t most)
{
    return wcsnlen(text, most);
}

/* ---------------------------------------------------------------- searching */

typedef int comparer(void *context, const void *left, const void *right);

CALL(void *, _lfind_s, const void *key, const void *base, unsigned *count, size_t size,
     comparer *compare, void *context)
{
    if (!key || !count || (!base && *count) || !size || !compare) {
        errno = EINVAL;
        return NULL;
    }
    const char *next = base;
    for (unsigned i = 0; i < *count; i++, next += size)
        if (compare(context, key, next) == 0)
            return (void *)next;
    return NULL;
}

CALL(void *, _lsearch_s, const void *key, void *base, unsigned *count, size_t size,
     comparer *compare, void *context)
{
    if (!key || !count || !base || !size || !compare) {
        errno = EINVAL;
        return NULL;
    }
    void *found = _lfind_s(key, base, count, size, compare, context);
    return found ? found : memcpy((char *)base + size * (*count)++, key, size);
}

/* Copies a text that has been made elsewhere. */
#define COPY_OUT(name, letter, length_of)                                                          \
    static int name(letter *to, size_t size, const letter *from)                                   \
    {                                                                                              \
        if (length_of(from) >= size) {                                                             \
            *to = 0;                                                                               \
            return errno = ERANGE;                                                                 \
        }                                                                                          \
        memcpy(to, from, (length_of(from) + 1) * sizeof *to);                                      \
        return 0;                                                                                  \
    }

COPY_OUT(copy_narrow, char, strlen)
COPY_OUT(copy_wide, wchar_t, wcslen)

/* Along the folders of a variable: ENOENT where the file is in none. */
#define SEARCH(name, letter, find, copy)                                                           \
    CALL(int, name, const letter *file, const letter *variable, letter *to, size_t size)           \
    {                                                                                              \
        letter found[_MAX_PATH];                                                                   \
        if (to && size)                                                                            \
            *to = 0;                                                                               \
        if (!file || !to || !size)                                                                 \
            return errno = EINVAL;                                                                 \
        if (!*file)                                                                                \
            return errno = ENOENT;                                                                 \
        find(file, variable, found);                                                               \
        return *found ? copy(to, size, found) : (errno = ENOENT);                                  \
    }

SEARCH(_searchenv_s, char, _searchenv, copy_narrow)
SEARCH(_wsearchenv_s, wchar_t, _wsearchenv, copy_wide)

/* ---------------------------------------------------------------- characters */

extern int msvcrt_wctomb(char *to, wchar_t character);

/* *length becomes that of the character, -1 with an error. */
CALL(int, wcrtomb_s, int *length, char *to, size_t size, wchar_t character, void *state)
{
    (void)state;
    char made = 0;
    const int whole = to ? msvcrt_wctomb(&made, character) : 0;
    if (length)
        *length = whole;
    if (!to)
        return size ? (errno = EINVAL) : 0;
    if (!size)
        return errno = ERANGE;
    *to = whole < 0 ? 0 : made;
    return whole < 0 ? (errno = EILSEQ) : 0;
}

extern size_t ucrt_mbsrtowcs(wchar_t *to, const char **text, size_t count, void *state);
extern size_t ucrt_wcsrtombs(char *to, const wchar_t **text, size_t size, void *state);

/* Converts at most `count` characters and puts a zero behind them; *length counts it. With
 * _TRUNCATE what has no room is left out. */
#define RESTARTED(name, letter, source, convert)                                                   \
    CALL(int, name, size_t *length, letter *to, size_t size, const source **text, size_t count,    \
         void *state)                                                                              \
    {                                                                                              \
        const source *next = text ? *text : NULL;                                                  \
        if (length)                                                                                \
            *length = 0;                                                                           \
        if (to && size)                                                                            \
            *to = 0;                                                                               \
        if (!to != !size || !next)                                                                 \
            return errno = EINVAL;                                                                 \
        const size_t room = size - 1;                                                              \
        const size_t most = !to || count < room ? count : room;                                    \
        size_t made = convert(to, to ? text : &next, most, state);                                 \
        if (made == (size_t)-1) {                                                                  \
            if (to)                                                                                \
                *to = 0;                                                                           \
            return errno = EILSEQ;                                                                 \
        }                                                                                          \
        if (to)                                                                                    \
            to[made] = 0;                                                                          \
        const bool is_cut = to && made == room && count > room && *text && **text;                 \
        if (is_cut && count != _TRUNCATE) {                                                        \
            *to = 0;                                                                               \
            return errno = ERANGE;                                                                 \
        }                                                                                          \
        if (to && made == room && count > room && !is_cut)                                         \
            *text = NULL;                                                                          \
        if (length)                                                                                \
            *length = made + 1;                                                                    \
        return is_cut ? STRUNCATE : 0;                                                             \
    }

RESTARTED(mbsrtowcs_s, wchar_t, char, ucrt_mbsrtowcs)
RESTARTED(wcsrtombs_s, char, wchar_t, ucrt_wcsrtombs)
