/* A wide text that grows, and is handed to a caller as Windows' calls for locales do. */
#ifndef WIN32_KERNEL32_TOLD_TEXT_H
#define WIN32_KERNEL32_TOLD_TEXT_H

#include <windef.h>

struct told_text {
    WCHAR *units; /* from malloc; NULL without memory */
    unsigned length, room;
};

struct told_text told_text_make(void);
void told_text_add(struct told_text *text, const WCHAR *units, unsigned length);
void told_text_add_number(struct told_text *text, unsigned number, unsigned digits);

/* Hand the text to the caller, wide or in UTF-8, and free it. They return its units with the zero,
 * which size 0 asks for. 0: ERROR_INSUFFICIENT_BUFFER, ERROR_INVALID_PARAMETER,
 * ERROR_NOT_ENOUGH_MEMORY. */
int told_text_give(struct told_text text, LPWSTR buffer, int size);
int told_text_give_narrow(struct told_text text, LPSTR buffer, int size);

#endif
