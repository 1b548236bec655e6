/* Characters of UTF-8 and units of UTF-16 in places that have a size. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/secure_text.h"

/* Puts the text there that has been made of `from`. */
static int put_copy(size_t *length, struct secure_place to, void *text, size_t whole, size_t count)
{
    int error = text ? 0 : ENOMEM;
    if (text && !to.at)
        *length = whole + 1;
    else if (text)
        error = secure_copy(to, text, count);
    if (to.at && (!error || error == STRUNCATE))
        *length = (to.width == sizeof(char) ? strlen(to.at) : wcslen(to.at)) + 1;
    free(text);
    return error;
}

/* Defines a call: *length, too, if it is there. */
#define CONVERT(name, character, source, plain)                                                    \
    int name(size_t *length, character *to, size_t size, const source *from, size_t count)         \
    {                                                                                              \
        size_t unused = 0;                                                                         \
        struct secure_place place = SECURE_PLACE(to, size, #name);                                 \
        length = length ? length : &unused;                                                        \
        *length = 0;                                                                               \
        if (!to != !size || !from)                                                                 \
            return secure_refuse(place, EINVAL);                                                   \
        size_t whole = plain(NULL, from, 0);                                                       \
        if (whole == (size_t)-1) {                                                                 \
            if (to)                                                                                \
                *to = 0;                                                                           \
            return EILSEQ;                                                                         \
        }                                                                                          \
        character *text = malloc((whole + 1) * sizeof *text);                                      \
        if (text)                                                                                  \
            plain(text, from, whole + 1);                                                          \
        return put_copy(length, place, text, whole, count);                                        \
    }

CONVERT(mbstowcs_s, wchar_t, char, mbstowcs)
CONVERT(wcstombs_s, char, wchar_t, wcstombs)
