/* Formatted output and the console.
 *
 * stdout and stderr are both the console. Nothing is held back: a call's output is on its way when
 * the call returns. There are no other files.
 *
 * Conversions are those of C11, except %n (it lets a text write memory) and the wide %lc and %ls.
 * One of these, or one that C leaves undefined, ends the call with -1; the text before it has been
 * printed. Floating point is exact: the decimal digits of the binary value, rounded half to even at
 * the last digit asked for.
 */
#ifndef LIB_STDIO_H
#define LIB_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

typedef struct stdio_file FILE;

extern FILE *const stdin;
extern FILE *const stdout;
extern FILE *const stderr;

#define stdin                     stdin
#define stdout                    stdout
#define stderr                    stderr

#define STDIO_FORMAT(text, first) __attribute__((format(printf, text, first)))

int printf(const char *restrict format, ...) STDIO_FORMAT(1, 2);
int fprintf(FILE *restrict file, const char *restrict format, ...) STDIO_FORMAT(2, 3);
int sprintf(char *restrict buffer, const char *restrict format, ...) STDIO_FORMAT(2, 3);
int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
    STDIO_FORMAT(3, 4);
int vprintf(const char *restrict format, va_list args) STDIO_FORMAT(1, 0);
int vfprintf(FILE *restrict file, const char *restrict format, va_list args) STDIO_FORMAT(2, 0);
int vsprintf(char *restrict buffer, const char *restrict format, va_list args) STDIO_FORMAT(2, 0);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list args)
    STDIO_FORMAT(3, 0);

int puts(const char *text);
int putchar(int character);
int fputs(const char *restrict text, FILE *restrict file);
int fputc(int character, FILE *file);
int putc(int character, FILE *file);
size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict file);
int fflush(FILE *file);

/* Both wait for input. They return EOF or NULL once the input has ended. */
int getchar(void);
char *fgets(char *restrict buffer, int size, FILE *restrict file);

#endif
