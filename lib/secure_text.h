/* Texts of either width in places that have a size. */
#ifndef LIB_SECURE_TEXT_H
#define LIB_SECURE_TEXT_H

#include <stddef.h>

struct secure_place {
    void *at;
    size_t size;      /* in characters */
    size_t width;     /* of a character: sizeof(char) or sizeof(wchar_t) */
    const char *call; /* the function's name, for invalid_parameter */
};

#define SECURE_PLACE(at, size, call) ((struct secure_place){(at), (size), sizeof *(at), (call)})
#define SECURE_WHOLE                 ((size_t)-2) /* the count that copies the whole text */

/* Copy at most count characters of the text, or append them to one that ends in the place. With
 * _TRUNCATE what has no room is cut: STRUNCATE. Else it is refused with ERANGE, and NULL with
 * EINVAL, but for a count of 0. */
int secure_copy(struct secure_place to, const void *from, size_t count);
int secure_append(struct secure_place to, const void *from, size_t count);

/* Empties the text of a place that there is, and calls invalid_parameter. */
int secure_refuse(struct secure_place to, int error);

#endif
