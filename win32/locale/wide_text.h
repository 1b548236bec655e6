/* Narrow text that a call makes wide. */
#ifndef WIN32_LOCALE_WIDE_TEXT_H
#define WIN32_LOCALE_WIDE_TEXT_H

#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <winnls.h>

/* Returns length bytes, or those up to the zero if it is negative, as wide text from malloc, with
 * its units in *count. NULL: there is no memory. */
static inline LPWSTR wide_text(LPCSTR text, int length, int *count)
{
    size_t size = length < 0 ? strlen(text) : (size_t)length; /* no character has more units */
    LPWSTR wide = malloc((size + 1) * sizeof *wide);
    *count = wide ? MultiByteToWideChar(CP_ACP, 0, text, (int)size, wide, (int)size) : 0;
    return wide;
}

#endif
