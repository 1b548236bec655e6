/* From UTF-16 to UTF-8, and back. */
#ifndef LIB_UTF16_H
#define LIB_UTF16_H

#include <stddef.h>
#include <stdint.h>

#define WIDE_BYTES 4 /* of one character in UTF-8, at most */
#define WIDE_UNITS 2 /* of one character in UTF-16, at most */

/* Writes the character with which the text begins, and moves *text behind it. Returns its bytes. A
 * half of a pair that stands alone becomes U+FFFD. */
size_t wide_encode(const wchar_t **text, char bytes[WIDE_BYTES]);

/* Reads the character with which the text begins, and which no 0 ends early, and moves *text behind
 * it. Returns its units. Bytes that are no UTF-8 become U+FFFD, one by one. */
size_t wide_decode(const char **text, wchar_t units[WIDE_UNITS]);

/* The code of the character with which the bytes begin. *length gets its bytes: 0 if they are no
 * UTF-8, WIDE_INCOMPLETE if they are the beginning of a character and size ends it. */
#define WIDE_INCOMPLETE ((size_t)-2)
uint32_t wide_code(const char *bytes, size_t size, size_t *length);

/* Writes all units of the text, and a zero. Returns their number. */
size_t wide_widen(const char *text, wchar_t *units);

/* Writes the text in UTF-8, and a zero, to memory of size bytes, more than WIDE_BYTES. Characters
 * that begin in the last WIDE_BYTES of them are left out. Returns bytes, or NULL for no text. */
const char *wide_narrow(const wchar_t *text, char *bytes, size_t size);

/* Returns the text in UTF-8 from malloc; NULL without memory. */
char *wide_narrow_copy(const wchar_t *text);

/* Writes the units of a code. Returns their number. */
size_t wide_units(uint32_t code, wchar_t units[WIDE_UNITS]);

#endif
