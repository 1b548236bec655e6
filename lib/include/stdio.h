/* Formatted output and input, the console, and files.
 *
 * All threads may use a FILE. The output of one call is in one piece, and so is a line that fgets
 * reads from the console, up to 1024 characters. scanf reads each value in one piece. A call that
 * waits for input keeps other threads from reading, but not from writing.
 *
 * stdout and stderr are both the console. Nothing is held back: a call's output is on its way when
 * the call returns. Files are in memory and gone with the program. A program makes them itself, or
 * finds those that it was given: by ./trapline run --file, or as Multiboot modules. Such a file can
 * be changed like any other, and the original stays as it is. A name is any text of at most
 * FILENAME_MAX - 1 characters, and there are no folders. b in a mode changes nothing: a line's end
 * is one character. fseek and ftell are for files only.
 *
 * Conversions are those of C11, except %n (it lets a text write memory), and Windows' sizes: I64
 * and I32 for ll and l, I for that of a pointer, and before s and c h for a narrow text and w, like
 * l, for a wide one. %s and %c are of the function's own kind, narrow in printf and wide in
 * wprintf; %S and %C are of the other. Wide text is printed in UTF-8. %n, or a conversion that C
 * leaves undefined, ends the call with -1 and errno EINVAL; the text before it has been printed.
 * Compilers do not know Windows' sizes, so in a file that has one they do not check formats. long
 * double is double, as in Windows, and so is %Lf. Floating point is exact: the decimal digits of
 * the binary value, rounded half to even at the last digit asked for.
 */
#ifndef LIB_STDIO_H
#define LIB_STDIO_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdarg.h>
#include <stddef.h>

#define EOF          (-1)
#define FOPEN_MAX    16
#define FILENAME_MAX 64
#define BUFSIZ       512
#define SEEK_SET     0
#define SEEK_CUR     1
#define SEEK_END     2

typedef struct stdio_file FILE;

extern FILE *const stdin;
extern FILE *const stdout;
extern FILE *const stderr;

#define stdin                     stdin
#define stdout                    stdout
#define stderr                    stderr

#define STDIO_FORMAT(text, first) __attribute__((format(printf, text, first)))

int printf(const char *__restrict format, ...) STDIO_FORMAT(1, 2);
int fprintf(FILE *__restrict file, const char *__restrict format, ...) STDIO_FORMAT(2, 3);
int sprintf(char *__restrict buffer, const char *__restrict format, ...) STDIO_FORMAT(2, 3);
int snprintf(char *__restrict buffer, size_t size, const char *__restrict format, ...)
    STDIO_FORMAT(3, 4);
int vprintf(const char *__restrict format, va_list args) STDIO_FORMAT(1, 0);
int vfprintf(FILE *__restrict file, const char *__restrict format, va_list args) STDIO_FORMAT(2, 0);
int vsprintf(char *__restrict buffer, const char *__restrict format, va_list args)
    STDIO_FORMAT(2, 0);
int vsnprintf(char *__restrict buffer, size_t size, const char *__restrict format, va_list args)
    STDIO_FORMAT(3, 0);

/* Windows' own: a text that does not fit gives -1, and one of `size` characters or more has no zero
 * byte at its end. */
int _snprintf(char *buffer, size_t size, const char *format, ...) STDIO_FORMAT(3, 4);
int _vsnprintf(char *buffer, size_t size, const char *format, va_list args) STDIO_FORMAT(3, 0);

/* Return the length that the text would have. */
int _scprintf(const char *format, ...) STDIO_FORMAT(1, 2);
int _vscprintf(const char *format, va_list args) STDIO_FORMAT(1, 0);

/* Input by a format: C11's conversions, but not the wide ones. They return the number of values
 * stored, or EOF if the input ended before the first. A number has at most 400 characters. */
#define STDIO_SCAN(text, first) __attribute__((format(scanf, text, first)))

int scanf(const char *__restrict format, ...) STDIO_SCAN(1, 2);
int fscanf(FILE *__restrict file, const char *__restrict format, ...) STDIO_SCAN(2, 3);
int sscanf(const char *__restrict text, const char *__restrict format, ...) STDIO_SCAN(2, 3);
int vscanf(const char *__restrict format, va_list args) STDIO_SCAN(1, 0);
int vfscanf(FILE *__restrict file, const char *__restrict format, va_list args) STDIO_SCAN(2, 0);
int vsscanf(const char *__restrict text, const char *__restrict format, va_list args)
    STDIO_SCAN(2, 0);

int puts(const char *text);
int putchar(int character);
int fputs(const char *__restrict text, FILE *__restrict file);
int fputc(int character, FILE *file);
int putc(int character, FILE *file);
size_t fwrite(const void *__restrict items, size_t size, size_t count, FILE *__restrict file);
int fflush(FILE *file);

/* From the console these wait for input. They return EOF or NULL once the input has ended. */
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *__restrict buffer, int size, FILE *__restrict file);
size_t fread(void *__restrict items, size_t size, size_t count, FILE *__restrict file);

/* Gives one character back; the next read gets it. EOF if one is given back already. */
int ungetc(int character, FILE *file);

/* Modes are r, w, a, r+, w+ and a+. NULL or -1 is an error, with errno. A file that is removed or
 * replaced while it is open stays as it is for every FILE that has it open. */
FILE *fopen(const char *__restrict name, const char *__restrict mode);
FILE *tmpfile(void);
int fclose(FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int remove(const char *name);
int rename(const char *old, const char *becomes);

#ifdef __cplusplus
}
#endif

#endif
