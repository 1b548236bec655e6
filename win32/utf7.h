/* UTF-7 (code page 65000): a character that is not plain stands between + and -, as base64 of
 * UTF-16. Source: RFC 2152, and Windows 7 where it allows several ways. */
#ifndef WIN32_UTF7_H
#define WIN32_UTF7_H

#include <stddef.h>

#define UTF7_BYTES 5 /* of one character, as Windows tells it */

/* Write as much as there is room for, and return the length of all. Nothing ends the text. */
size_t utf7_widen(const char *text, size_t length, wchar_t *units, size_t room);
size_t utf7_narrow(const wchar_t *text, size_t length, char *bytes, size_t room);

#endif
