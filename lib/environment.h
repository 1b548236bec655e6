/* The environment: variables with a name and a text. A program starts without any. Names are the
 * same in capitals and small letters, as in Windows.
 */
#ifndef LIB_ENVIRONMENT_H
#define LIB_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

#define ENVIRONMENT_MISSING ((size_t)-1)

/* Gives the variable a text, or takes it away if value is NULL. The name is not empty,
 * and has '=' as its first character only. Returns false without memory. */
bool environment_set(const char *name, const char *value);

/* Copies the variable's text, with its zero byte, if that has room in size bytes. Returns the
 * text's length, or ENVIRONMENT_MISSING. */
size_t environment_copy(const char *name, char *buffer, size_t size);

/* Returns all variables from malloc: "NAME=text" each, then an empty one; NULL without memory. */
char *environment_block(void);

/* Gives the memory of all variables back: the program ends, and no other thread runs. */
void environment_end(void);

#endif
