/* Numbers from text, sorting and searching, random numbers, the heap, the end of the program. */
#ifndef LIB_STDLIB_H
#define LIB_STDLIB_H

#ifdef __cplusplus
extern "C" {
#endif

#include <errno_place.h>
#include <rotates.h>
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     0x7FFF
#define MB_CUR_MAX   4
#define _MAX_PATH    260
#define _MAX_DRIVE   3
#define _MAX_DIR     256
#define _MAX_FNAME   256
#define _MAX_EXT     256

/* _O_TEXT or _O_BINARY (fcntl.h): of files that are opened by neither t nor b. */
extern int _fmode;

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

/* The base is 0 or 2 to 36; another base gives 0 and errno = EINVAL. A number that does not fit
 * gives the nearest limit and errno = ERANGE. */
long strtol(const char *__restrict text, char **__restrict end, int base);
unsigned long strtoul(const char *__restrict text, char **__restrict end, int base);
long long strtoll(const char *__restrict text, char **__restrict end, int base);
unsigned long long strtoull(const char *__restrict text, char **__restrict end, int base);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);

/* Exact: rounded half to even, once, from all digits. A number too large, or smaller than the least
 * normal one, sets errno to ERANGE. Needs about 1.5 KB of stack. */
double strtod(const char *__restrict text, char **__restrict end);
float strtof(const char *__restrict text, char **__restrict end);
long double strtold(const char *__restrict text, char **__restrict end);
double atof(const char *text);

/* Numbers as texts in base 2 to 36, in small letters. Only base 10 has a sign. The buffer has room
 * for the text and its zero byte. */
char *_itoa(int number, char *text, int base);
char *_ltoa(long number, char *text, int base);
char *_ultoa(unsigned long number, char *text, int base);
char *_i64toa(long long number, char *text, int base);
char *_ui64toa(unsigned long long number, char *text, int base);
#ifndef __STRICT_ANSI__
char *itoa(int number, char *text, int base) __asm__("_itoa");
char *ltoa(long number, char *text, int base) __asm__("_ltoa");
char *ultoa(unsigned long number, char *text, int base) __asm__("_ultoa");
#endif

/* The digits of a finite number: count in all, or count behind the point. *point: how many stand in
 * front of it; negative: how many zeros follow it. *sign: 1 for a negative number. They lie in one
 * buffer that all threads share, with at most 340 of them. _gcvt writes a number with so many
 * digits, 1 to 340, and without the zeros at its end, but with its point. */
char *_ecvt(double value, int count, int *point, int *sign);
char *_fcvt(double value, int count, int *point, int *sign);
char *_gcvt(double value, int count, char *text);
#define _atoi64    atoll
#define _strtoi64  strtoll
#define _strtoui64 strtoull

/* Characters of UTF-8 and units of UTF-16, and texts of them. -1, with errno EILSEQ: there is no
 * such character, or it has two units (wchar.h's calls take these). The last two return the length
 * without the zero at the end, which is written if it has room; with NULL they only count. */
int mblen(const char *text, size_t size);
int mbtowc(wchar_t *__restrict to, const char *__restrict text, size_t size);
int wctomb(char *to, wchar_t character);
size_t mbstowcs(wchar_t *__restrict to, const char *__restrict from, size_t count);
size_t wcstombs(char *__restrict to, const wchar_t *__restrict from, size_t size);

/* These calls store the text in a place that has a size. *length becomes its length, with the zero
 * counted. NULL with size 0 only counts. Too long: ERANGE and the handler, but with _TRUNCATE
 * STRUNCATE. EILSEQ: no such character. string.h says what they return. */
int mbstowcs_s(size_t *length, wchar_t *to, size_t size, const char *from, size_t count);
int wcstombs_s(size_t *length, char *to, size_t size, const wchar_t *from, size_t count);

/* The environment, which is empty when the program starts. Names are the same in capitals and small
 * letters. getenv returns the variable's text, which is there until the variable is changed, or
 * NULL. _putenv takes "NAME=text"; an empty text takes the variable away. _putenv returns -1 on
 * failure, with errno, _putenv_s the error's number. */
char *getenv(const char *name);
int _putenv(const char *text);
int _putenv_s(const char *name, const char *value);
#ifndef __STRICT_ANSI__
int putenv(const char *text) __asm__("_putenv");
#endif

/* The function that is called for an invalid parameter of a function that ends in _s: with NULL and
 * 0, as Microsoft's release library does. The function fails when the handler returns. Without one
 * the program ends, as by abort. Set returns the handler before, or NULL. */
typedef void (*_invalid_parameter_handler)(const wchar_t *expression, const wchar_t *function,
                                           const wchar_t *file, unsigned line,
                                           __UINTPTR_TYPE__ reserved);
_invalid_parameter_handler _set_invalid_parameter_handler(_invalid_parameter_handler handler);
_invalid_parameter_handler _get_invalid_parameter_handler(void);

/* These calls set and return the handler of the calling thread alone. It is asked before the
 * program's. */
_invalid_parameter_handler
_set_thread_local_invalid_parameter_handler(_invalid_parameter_handler handler);
_invalid_parameter_handler _get_thread_local_invalid_parameter_handler(void);

/* As _itoa and its kin, and getenv, with the size of the place: string.h says what they return.
 * *needed becomes the size of the variable's text, 0 without one; too small: ERANGE, no handler. */
int _itoa_s(int value, char *to, size_t size, int radix);
int _ltoa_s(long value, char *to, size_t size, int radix);
int _ultoa_s(unsigned long value, char *to, size_t size, int radix);
int _i64toa_s(long long value, char *to, size_t size, int radix);
int _ui64toa_s(unsigned long long value, char *to, size_t size, int radix);
int getenv_s(size_t *needed, char *to, size_t size, const char *name);

/* Paths. _fullpath makes a name whole, from the current folder, in the buffer or in memory from
 * malloc if that is NULL; "" or NULL is the current folder. NULL, with errno ERANGE: no room. The
 * next four look nothing up: a drive has its colon, a folder its last slash, an ending its point,
 * which the calls that put a path together add where they lack. Parts may be NULL. Without a size
 * buffers have _MAX_DRIVE to _MAX_EXT and _MAX_PATH characters. A part without room leaves all
 * parts empty: ERANGE, and for a path that is put together the handler. */
char *_fullpath(char *to, const char *name, size_t size);
void _splitpath(const char *path, char *drive, char *folder, char *name, char *ending);
void _makepath(char *path, const char *drive, const char *folder, const char *name,
               const char *ending);
int _splitpath_s(const char *path, char *drive, size_t drive_size, char *folder, size_t folder_size,
                 char *name, size_t name_size, char *ending, size_t ending_size);
int _makepath_s(char *path, size_t size, const char *drive, const char *folder, const char *name,
                const char *ending);
wchar_t *_wfullpath(wchar_t *to, const wchar_t *name, size_t size);
void _wsplitpath(const wchar_t *path, wchar_t *drive, wchar_t *folder, wchar_t *name,
                 wchar_t *ending);
void _wmakepath(wchar_t *path, const wchar_t *drive, const wchar_t *folder, const wchar_t *name,
                const wchar_t *ending);
int _wsplitpath_s(const wchar_t *path, wchar_t *drive, size_t drive_size, wchar_t *folder,
                  size_t folder_size, wchar_t *name, size_t name_size, wchar_t *ending,
                  size_t ending_size);
int _wmakepath_s(wchar_t *path, size_t size, const wchar_t *drive, const wchar_t *folder,
                 const wchar_t *name, const wchar_t *ending);

/* Looks for a file in the current folder, then in the folders of this variable, which ';' parts.
 * The buffer has _MAX_PATH characters; it gets "", with errno ENOENT, if there is no such file. */
void _searchenv(const char *name, const char *variable, char *to);
void _wsearchenv(const wchar_t *name, const wchar_t *variable, wchar_t *to);

/* Runs a command line as cmd.exe does, and returns its status; 1 for NULL, because there is a
 * command processor; -1, with errno ENOMEM. It has the commands of docs/using.md and no other
 * programs: the status of a name that is none of its is 1. Commands use what the descriptors 0, 1
 * and 2 stand for. The folder and the variables that a command changes are its processor's own, as
 * in Windows.
 */
int system(const char *command);
int _wsystem(const wchar_t *command);

int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int numerator, int denominator);
ldiv_t ldiv(long numerator, long denominator);
lldiv_t lldiv(long long numerator, long long denominator);

/* qsort sorts in place and is not stable. It makes at most about 2 n log2 n comparisons in any
 * case; its stack grows with log2 n. A comparison that contradicts itself gives some order, never a
 * stray access. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));

/* Microsoft's: the comparison gets the context. NULL, or elements of no size, call the handler of
 * invalid parameters, with errno EINVAL. */
void qsort_s(void *base, size_t count, size_t size,
             int (*compare)(void *context, const void *, const void *), void *context);
void *bsearch_s(const void *key, const void *base, size_t count, size_t size,
                int (*compare)(void *context, const void *, const void *), void *context);

/* Exchanges the two bytes of each pair on the way; from and to may be the same. An odd byte at the
 * end stays behind. */
void _swab(char *from, char *to, int size);

/* main's arguments, for other functions. */
extern int __argc;
extern char **__argv;

/* rand returns 0 to RAND_MAX: Microsoft's numbers, which have a period of 2^32. Each thread of the
 * machine has numbers of its own, and begins with the seed 1. */
int rand(void);
void srand(unsigned seed);

/* Gives any 32 bits, other ones at each call and in each run. They come from the clock, so they
 * serve for no secrets. Returns 0, or EINVAL for NULL. */
int rand_s(unsigned *number);

/* The heap, for all threads; lib/heap.h has its rules. Blocks are aligned to 8 bytes. 0 bytes get a
 * block of their own, but realloc with 0 frees the block and returns NULL. Else NULL means that
 * memory is exhausted, and errno is ENOMEM. aligned_alloc takes a power of two up to 4096. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *block);

/* Ends the program with this status, as a return from main does. exit calls the functions of atexit
 * first, the last one first. atexit returns another value than 0 when memory is exhausted, _onexit
 * NULL, else its function. */
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
int atexit(void (*function)(void));
_Noreturn void _exit(int status) __asm__("_Exit");
typedef int (*_onexit_t)(void);
_onexit_t _onexit(_onexit_t function);

/* quick_exit calls the functions of at_quick_exit, of which there can be 32, and no others. */
_Noreturn void quick_exit(int status);
int at_quick_exit(void (*function)(void));

/* Raises SIGABRT (signal.h) if it has a function, and ends the program as a fault of its own, with
 * a report. */
_Noreturn void abort(void);

#ifdef __cplusplus
}
#endif

#endif
