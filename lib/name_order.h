/* The order of names of files and of variables, which are the same in capitals and small letters.
 */
#ifndef LIB_NAME_ORDER_H
#define LIB_NAME_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* The capital of a letter beyond ASCII, and its small letter, by Windows' table as far as both take
 * as many bytes in UTF-8: Latin, Greek, Cyrillic and Armenian. Other codes are their own. */
uint32_t name_capital(uint32_t code);
uint32_t name_small(uint32_t code);

/* Takes the next character of a name, which no 0 ends here, as a capital. A byte that is no UTF-8
 * is behind all characters. */
uint32_t name_next(const char **text);

/* Compare names in UTF-8 as _stricmp and _strnicmp compare texts. */
int name_compare(const char *left, const char *right);
int name_compare_part(const char *left, const char *right, size_t size);

#endif
