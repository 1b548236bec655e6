/* Wide strings: characters of 16 bits in UTF-16, as on Windows. The console and files have them in
 * UTF-8, and UTF-8 is the encoding of narrow strings that are converted.
 */
#ifndef LIB_WCHAR_H
#define LIB_WCHAR_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdarg.h>
#include <stddef.h>

#define WEOF      ((wint_t)-1)
#define WCHAR_MIN 0
#define WCHAR_MAX 0xFFFF

typedef __WINT_TYPE__ wint_t;

wchar_t *wmemcpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count);
int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count);
wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t count);

size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t limit);
wchar_t *wcscpy(wchar_t *__restrict to, const wchar_t *__restrict from);
wchar_t *wcsncpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count);
wchar_t *wcscat(wchar_t *__restrict to, const wchar_t *__restrict from);
wchar_t *wcsncat(wchar_t *__restrict to, const wchar_t *__restrict from, size_t limit);
int wcscmp(const wchar_t *left, const wchar_t *right);
int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit);
wchar_t *wcschr(const wchar_t *text, wchar_t character);
wchar_t *wcsrchr(const wchar_t *text, wchar_t character);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part);
size_t wcsspn(const wchar_t *text, const wchar_t *accepted);
size_t wcscspn(const wchar_t *text, const wchar_t *rejected);
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted);
wchar_t *wcstok(wchar_t *__restrict text, const wchar_t *__restrict separators,
                wchar_t **__restrict position);

/* printf's family for wide texts; stdio.h has the conversions. Results, widths and precisions count
 * units of 16 bits. A text that does not fit gives -1: the calls without an underscore end the part
 * that fits with a 0, the calls with one need not. The last two return the length that a text would
 * have. */
struct stdio_file; /* stdio.h's FILE */
int wprintf(const wchar_t *__restrict format, ...);
int vwprintf(const wchar_t *__restrict format, va_list args);
int fwprintf(struct stdio_file *__restrict file, const wchar_t *__restrict format, ...);
int vfwprintf(struct stdio_file *__restrict file, const wchar_t *__restrict format, va_list args);
int swprintf(wchar_t *__restrict buffer, size_t size, const wchar_t *__restrict format, ...);
int vswprintf(wchar_t *__restrict buffer, size_t size, const wchar_t *__restrict format,
              va_list args);
int _snwprintf(wchar_t *buffer, size_t size, const wchar_t *format, ...);
int _vsnwprintf(wchar_t *buffer, size_t size, const wchar_t *format, va_list args);
int _scwprintf(const wchar_t *format, ...);
int _vscwprintf(const wchar_t *format, va_list args);

_Static_assert(sizeof(wchar_t) == 2, "-fshort-wchar");

#ifdef __cplusplus
}
#endif

#endif
