/* The text of a message: escapes, inserts and the ends of lines, as FormatMessage has them.
 * Ordinary code. */
#ifndef WIN32_MESSAGE_MAKE_H
#define WIN32_MESSAGE_MAKE_H

#include <stdbool.h>
#include <winbase.h>

/* The words of a message: the parameters of FormatMessage. */
struct message_words {
    DWORD flags;
    const ULONG_PTR *arguments; /* NULL: there are none */
    bool wide;                  /* s and c of a format stand for wide text */
};

/* Returns the text, in memory from malloc, and stores its length. NULL, with the error stored: the
 * text asks for an argument that is not there, or ends within an escape; there is no memory. */
char *message_make(const char *from, const struct message_words *words, DWORD *length,
                   DWORD *error);

#endif
