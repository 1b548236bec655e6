/* Variables of the environment, copied to the caller. */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

extern char *msvcrt_getenv(const char *name);
extern wchar_t *msvcrt_wgetenv(const wchar_t *name);

/* Defines two calls for one kind of texts: with the caller's room, and with memory of malloc. Both
 * tell the length with the zero, 0 for a variable that there is not. */
#define COPIES(into, made, letter, find, length_of)                                                \
    CALL(int, into, size_t *length, letter *to, size_t size, const letter *name)                   \
    {                                                                                              \
        if (!length || !name || (!to && size))                                                     \
            return errno = EINVAL;                                                                 \
        const letter *text = find(name);                                                           \
        *length = text ? length_of(text) + 1 : 0;                                                  \
        if (size)                                                                                  \
            *to = 0;                                                                               \
        if (size && *length > size)                                                                \
            return errno = ERANGE;                                                                 \
        if (size && text)                                                                          \
            memcpy(to, text, *length * sizeof *to);                                                \
        return 0;                                                                                  \
    }                                                                                              \
    CALL(int, made, letter **to, size_t *length, const letter *name)                               \
    {                                                                                              \
        if (!to || !name)                                                                          \
            return errno = EINVAL;                                                                 \
        const letter *text = find(name);                                                           \
        size_t whole = text ? length_of(text) + 1 : 0;                                             \
        *to = text ? malloc(whole * sizeof **to) : NULL;                                           \
        if (*to)                                                                                   \
            memcpy(*to, text, whole * sizeof **to);                                                \
        if (length)                                                                                \
            *length = *to ? whole : 0;                                                             \
        return text && !*to ? (errno = ENOMEM) : 0;                                                \
    }

COPIES(ucrt_getenv_s, _dupenv_s, char, msvcrt_getenv, strlen)
COPIES(_wgetenv_s, _wdupenv_s, wchar_t, msvcrt_wgetenv, wcslen)
