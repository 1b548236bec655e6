/* Formats that name their arguments by numbers: "%2$s %1$d". */
#ifndef WIN32_MSVCRT_PLACED_ARGUMENTS_H
#define WIN32_MSVCRT_PLACED_ARGUMENTS_H

#include <stdarg.h>
#include <stdbool.h>

/* A format that takes its arguments in their order, and these arguments. Both print the same
 * text. */
struct placed {
    void *format;      /* of the same kind of characters, of malloc */
    va_list arguments; /* in memory of malloc; the caller's own where the format names none */
    void *words;
};

/* Returns false, with errno EINVAL, for a format that names some of its arguments only, or one of
 * them with two types, or leaves one out. */
bool placed_take(struct placed *placed, const void *format, bool is_wide, va_list arguments);
void placed_free(struct placed *placed);

#endif
