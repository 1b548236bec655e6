/* From UTF-16 to UTF-8. */
#ifndef LIB_WIDE_H
#define LIB_WIDE_H

#include <stddef.h>

#define WIDE_BYTES 4 /* of one character in UTF-8, at most */

/* Writes the character with which the text begins, and moves *text behind it. Returns its bytes. A
 * half of a pair that stands alone becomes U+FFFD. */
size_t wide_encode(const wchar_t **text, char bytes[WIDE_BYTES]);

#endif
