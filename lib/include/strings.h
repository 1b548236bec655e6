/* POSIX' names of calls that Windows' C library has otherwise. */
#ifndef LIB_STRINGS_H
#define LIB_STRINGS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <string.h>

int strcasecmp(const char *left, const char *right) __asm__("_stricmp");
int strncasecmp(const char *left, const char *right, size_t most) __asm__("_strnicmp");

#ifdef __cplusplus
}
#endif

#endif
