/* The environment as lists of texts, which programs read and change by themselves. */
#ifndef WIN32_MSVCRT_ENVIRONMENT_LISTS_H
#define WIN32_MSVCRT_ENVIRONMENT_LISTS_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the lists of the variables that there are. Returns false without memory. */
bool environment_lists_begin(void);

/* "NAME=text" each, and a NULL. The wide one is made at the first call. */
char **environment_narrow(void);
wchar_t **environment_wide(void);

#endif
