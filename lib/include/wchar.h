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

/* The part of a character that has been read or written. All zero: nothing. */
typedef struct {
    unsigned char bytes[4], count;
    wchar_t half;
} mbstate_t;
struct stdio_file; /* stdio.h's FILE */
struct tm;

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

/* The order is that of units; wcsxfrm copies the text if it has room, and returns its length. */
int wcscoll(const wchar_t *left, const wchar_t *right);
size_t wcsxfrm(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count);

/* Windows' own: A to Z are the same as small letters. _wcsdup: a copy from malloc, or NULL. */
int _wcsicmp(const wchar_t *left, const wchar_t *right);
int _wcsnicmp(const wchar_t *left, const wchar_t *right, size_t limit);
wchar_t *_wcsdup(const wchar_t *text);
wchar_t *_wcslwr(wchar_t *text);
wchar_t *_wcsupr(wchar_t *text);
wchar_t *_wcsrev(wchar_t *text);
wchar_t *_wcsset(wchar_t *text, wchar_t unit);
wchar_t *_wcsnset(wchar_t *text, wchar_t unit, size_t limit);

/* strerror's texts. */
wchar_t *_wcserror(int error);

/* Numbers, as stdlib.h's calls for narrow texts read them; of at most 400 characters. */
long wcstol(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
unsigned long wcstoul(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
long long wcstoll(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
unsigned long long wcstoull(const wchar_t *__restrict text, wchar_t **__restrict end, int base);
double wcstod(const wchar_t *__restrict text, wchar_t **__restrict end);
float wcstof(const wchar_t *__restrict text, wchar_t **__restrict end);
long double wcstold(const wchar_t *__restrict text, wchar_t **__restrict end);
int _wtoi(const wchar_t *text);
long _wtol(const wchar_t *text);
long long _wtoll(const wchar_t *text);
double _wtof(const wchar_t *text);
#define _wtoi64    _wtoll
#define _wcstoi64  wcstoll
#define _wcstoui64 wcstoull

/* Numbers as texts, as by stdlib.h's _itoa and its kin. */
wchar_t *_itow(int number, wchar_t *text, int base);
wchar_t *_ltow(long number, wchar_t *text, int base);
wchar_t *_ultow(unsigned long number, wchar_t *text, int base);
wchar_t *_i64tow(long long number, wchar_t *text, int base);
wchar_t *_ui64tow(unsigned long long number, wchar_t *text, int base);

/* Microsoft's functions with the size of the place, in characters: wide ones of string.h's,
 * stdlib.h's and stdio.h's calls that end in _s, which say what they return. */
#ifndef _TRUNCATE
#define _TRUNCATE ((size_t)-1)
#endif
int wmemcpy_s(wchar_t *to, size_t size, const wchar_t *from, size_t count);
int wmemmove_s(wchar_t *to, size_t size, const wchar_t *from, size_t count);
int wcscpy_s(wchar_t *to, size_t size, const wchar_t *from);
int wcsncpy_s(wchar_t *to, size_t size, const wchar_t *from, size_t count);
int wcscat_s(wchar_t *to, size_t size, const wchar_t *from);
int wcsncat_s(wchar_t *to, size_t size, const wchar_t *from, size_t count);
wchar_t *wcstok_s(wchar_t *text, const wchar_t *separators, wchar_t **position);
size_t wcsnlen_s(const wchar_t *text, size_t limit);
int _wcserror_s(wchar_t *to, size_t size, int error);
int _itow_s(int value, wchar_t *to, size_t size, int radix);
int _ltow_s(long value, wchar_t *to, size_t size, int radix);
int _ultow_s(unsigned long value, wchar_t *to, size_t size, int radix);
int _i64tow_s(long long value, wchar_t *to, size_t size, int radix);
int _ui64tow_s(unsigned long long value, wchar_t *to, size_t size, int radix);
int _wfopen_s(struct stdio_file **file, const wchar_t *name, const wchar_t *mode);
int wscanf_s(const wchar_t *format, ...);
int fwscanf_s(struct stdio_file *file, const wchar_t *format, ...);
int swscanf_s(const wchar_t *text, const wchar_t *format, ...);
int wprintf_s(const wchar_t *format, ...);
int vwprintf_s(const wchar_t *format, va_list args);
int fwprintf_s(struct stdio_file *file, const wchar_t *format, ...);
int vfwprintf_s(struct stdio_file *file, const wchar_t *format, va_list args);
int swprintf_s(wchar_t *to, size_t size, const wchar_t *format, ...);
int vswprintf_s(wchar_t *to, size_t size, const wchar_t *format, va_list args);
int _snwprintf_s(wchar_t *to, size_t size, size_t count, const wchar_t *format, ...);
int _vsnwprintf_s(wchar_t *to, size_t size, size_t count, const wchar_t *format, va_list args);

/* strftime for wide texts. */
size_t wcsftime(wchar_t *__restrict buffer, size_t count, const wchar_t *__restrict format,
                const struct tm *__restrict date);

/* Characters from and to UTF-8. A character of two units is read as two: of its four bytes the
 * first unit takes three, the second one. It is written with its second unit: the first gives 0
 * bytes. (size_t)-1, with errno EILSEQ: it is none. (size_t)-2: its end is missing. state NULL: a
 * state of the call's own, which all threads share. */
size_t mbrtowc(wchar_t *__restrict to, const char *__restrict text, size_t size,
               mbstate_t *__restrict state);
size_t mbrlen(const char *__restrict text, size_t size, mbstate_t *__restrict state);
size_t wcrtomb(char *__restrict to, wchar_t character, mbstate_t *__restrict state);
int mbsinit(const mbstate_t *state);
size_t mbsrtowcs(wchar_t *__restrict to, const char **__restrict from, size_t count,
                 mbstate_t *__restrict state);
size_t wcsrtombs(char *__restrict to, const wchar_t **__restrict from, size_t size,
                 mbstate_t *__restrict state);
wint_t btowc(int byte);
int wctob(wint_t character);

/* stdio.h's calls for wide characters, WEOF in place of EOF. fwide only returns its mode: any FILE
 * takes narrow and wide text in turn. */
wint_t fgetwc(struct stdio_file *file);
wint_t getwc(struct stdio_file *file);
wint_t getwchar(void);
wint_t ungetwc(wint_t character, struct stdio_file *file);
wchar_t *fgetws(wchar_t *__restrict buffer, int size, struct stdio_file *__restrict file);
wint_t fputwc(wchar_t character, struct stdio_file *file);
wint_t putwc(wchar_t character, struct stdio_file *file);
wint_t putwchar(wchar_t character);
int fputws(const wchar_t *__restrict text, struct stdio_file *__restrict file);
int _putws(const wchar_t *text);
int fwide(struct stdio_file *file, int mode);

/* Files by wide names: those of stdio.h and io.h with the name in UTF-8. */
struct stdio_file *_wfopen(const wchar_t *name, const wchar_t *mode);
int _wopen(const wchar_t *name, int flags, ...);
int _wremove(const wchar_t *name);
int _wrename(const wchar_t *old, const wchar_t *becomes);

/* printf's family for wide texts; stdio.h has the conversions. Results, widths and precisions count
 * units of 16 bits. A text that does not fit gives -1: the calls without an underscore end the part
 * that fits with a 0, the calls with one need not. The last two return the length that a text would
 * have. */
int wprintf(const wchar_t *__restrict format, ...);
int vwprintf(const wchar_t *__restrict format, va_list args);
int fwprintf(struct stdio_file *__restrict file, const wchar_t *__restrict format, ...);
int vfwprintf(struct stdio_file *__restrict file, const wchar_t *__restrict format, va_list args);
int swprintf(wchar_t *__restrict buffer, size_t size, const wchar_t *__restrict format, ...);
int vswprintf(wchar_t *__restrict buffer, size_t size, const wchar_t *__restrict format,
              va_list args);
int _swprintf(wchar_t *buffer, const wchar_t *format, ...); /* without a size, as sprintf */
int _vswprintf(wchar_t *buffer, const wchar_t *format, va_list args);
int _snwprintf(wchar_t *buffer, size_t size, const wchar_t *format, ...);
int _vsnwprintf(wchar_t *buffer, size_t size, const wchar_t *format, va_list args);
int _scwprintf(const wchar_t *format, ...);
int _vscwprintf(const wchar_t *format, va_list args);

/* scanf's family for wide texts: %s, %c and %[ are for wide texts, %hs and %S for narrow ones, and
 * %n and widths count units and characters. Sets have ASCII only. EOF, too, without memory. */
int wscanf(const wchar_t *__restrict format, ...);
int fwscanf(struct stdio_file *__restrict file, const wchar_t *__restrict format, ...);
int swscanf(const wchar_t *__restrict text, const wchar_t *__restrict format, ...);
int vwscanf(const wchar_t *__restrict format, va_list args);
int vfwscanf(struct stdio_file *__restrict file, const wchar_t *__restrict format, va_list args);
int vswscanf(const wchar_t *__restrict text, const wchar_t *__restrict format, va_list args);

_Static_assert(sizeof(wchar_t) == 2, "-fshort-wchar");

#ifdef __cplusplus
}
#endif

#endif
