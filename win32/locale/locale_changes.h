/* The changes that the program has made of its user's locale. Ordinary code. */
#ifndef WIN32_LOCALE_LOCALE_CHANGES_H
#define WIN32_LOCALE_LOCALE_CHANGES_H

#include <stdbool.h>
#include <winnls.h>

enum {
    LOCALE_UNITS_MOST = 80,                       /* of a text, with its zero */
    LOCALE_TEXT_ROOM = 3 * LOCALE_UNITS_MOST + 1, /* bytes of it in UTF-8 */
};

/* The text that a type has become; false: it is as it was. */
bool locale_find_change(LCTYPE type, char text[LOCALE_TEXT_ROOM]);

/* Changes what is told, until the program ends. ERROR_INVALID_FLAGS: the type cannot be changed;
 * ERROR_INVALID_PARAMETER: there is no such locale, or the type cannot have that text. */
BOOL WINAPI SetLocaleInfoA(LCID locale, LCTYPE type, LPCSTR text);
BOOL WINAPI SetLocaleInfoW(LCID locale, LCTYPE type, LPCWSTR text);

#endif
