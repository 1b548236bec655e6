/* Wide strings: characters of 16 bits in UTF-16, as on Windows. printf's %ls, %S, %lc and %C print
 * them, in UTF-8. There are no wide calls for the console and for files.
 */
#ifndef LIB_WCHAR_H
#define LIB_WCHAR_H

#include <stddef.h>

#define WEOF      ((wint_t)-1)
#define WCHAR_MIN 0
#define WCHAR_MAX 0xFFFF

typedef __WINT_TYPE__ wint_t;

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count);
int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count);
wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t count);

size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t limit);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit);
int wcscmp(const wchar_t *left, const wchar_t *right);
int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit);
wchar_t *wcschr(const wchar_t *text, wchar_t character);
wchar_t *wcsrchr(const wchar_t *text, wchar_t character);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part);

_Static_assert(sizeof(wchar_t) == 2, "-fshort-wchar");

#endif
