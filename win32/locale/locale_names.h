/* The locales that there are: English of the United States, whose facts are told, and the one that
 * is no country's. Programs for Windows can name the others that Windows 7 knows: no fact of theirs
 * is told, but texts are compared and mapped by rules that are the same in each language. */
#ifndef WIN32_LOCALE_LOCALE_NAMES_H
#define WIN32_LOCALE_LOCALE_NAMES_H

#include <stdbool.h>
#include <winnls.h>

/* A locale. One of a language alone means the specific one, which is 0 else. */
struct locale_row {
    LCID number, specific;
    LPCWSTR name;
};

/* The others; they are no part of a native program. */
extern const struct locale_row locale_rows_more[] __attribute__((weak));
extern const unsigned locale_rows_more_count __attribute__((weak));

/* The row of a number, or of a name, which may be NULL, for the user's locale. NULL: Windows knows
 * no such locale, and the last error is ERROR_INVALID_PARAMETER. */
const struct locale_row *locale_of_number(LCID locale);
const struct locale_row *locale_of_name(LPCWSTR name);

/* The row, if the locale's facts are told. NULL, with the same last error. */
const struct locale_row *locale_told(LCID locale);
const struct locale_row *locale_name_told(LPCWSTR name);

/* Whether the locale's facts are told; else the last error becomes ERROR_INVALID_PARAMETER. A name
 * may be NULL, for the user's locale. */
bool locale_is_known(LCID locale);
bool locale_name_is_known(LPCWSTR name);

#endif
