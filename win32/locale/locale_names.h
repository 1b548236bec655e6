/* The locales that there are: English of the United States, and the one that is no country's. */
#ifndef WIN32_LOCALE_LOCALE_NAMES_H
#define WIN32_LOCALE_LOCALE_NAMES_H

#include <stdbool.h>
#include <winnls.h>

/* Whether this is one of them, or means the user's or the system's; else the last error becomes
 * ERROR_INVALID_PARAMETER. A name may be NULL, for the user's locale. */
bool locale_is_known(LCID locale);
bool locale_name_is_known(LPCWSTR name);

#endif
