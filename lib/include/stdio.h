/* Formatted output and input, the console, and files.
 *
 * All threads may use a FILE. The output of one call is in one piece, and so is a line that fgets
 * reads from the console, up to 1024 characters. scanf reads each value in one piece. A call that
 * waits for input keeps other threads from reading, but not from writing.
 *
 * stdout and stderr are both the console, until freopen makes one of them a file. Nothing is held
 * back: a call's output is on its way when the call returns. Files are in memory and gone with the
 * program. A program makes them itself, or finds those that it was given: by ./trapline run --file,
 * or as Multiboot modules. Such a file can be changed like any other, and the original stays as it
 * is. Names are Windows' paths, whatever their case and their slashes; the current folder is C:\,
 * and any folder is there. CON, CONIN$ and CONOUT$ are the console, and NUL takes all and has
 * nothing. fseek and ftell are for files only.
 *
 * Without b in its mode a file is text, as in Windows: it has CR LF for each LF that the program
 * writes or reads, and ^Z ends it. Positions count the file's bytes. The console's output is as the
 * program writes it, its input has LF for CR and for CR LF, in binary mode, too, and as text ends
 * at a ^Z with which a line begins.
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
#define FILENAME_MAX 260
#define L_tmpnam     16
#define TMP_MAX      0x7FFFFFFF
#define _IOFBF       0x0000
#define _IOLBF       0x0040
#define _IONBF       0x0004
#define BUFSIZ       512
#define SEEK_SET     0
#define SEEK_CUR     1
#define SEEK_END     2

typedef struct stdio_file FILE;
typedef long long fpos_t;
#ifndef _OFF_T_DEFINED /* sys/types.h has it, too */
#define _OFF_T_DEFINED
typedef long _off_t, off_t;
#endif

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

/* Input by a format: C11's conversions, and Windows' sizes. They return the number of values
 * stored, or EOF if the input ended before the first. A number has at most 400 characters. */
#define STDIO_SCAN(text, first) __attribute__((format(scanf, text, first)))

int scanf(const char *__restrict format, ...) STDIO_SCAN(1, 2);
int fscanf(FILE *__restrict file, const char *__restrict format, ...) STDIO_SCAN(2, 3);
int sscanf(const char *__restrict text, const char *__restrict format, ...) STDIO_SCAN(2, 3);
int vscanf(const char *__restrict format, va_list args) STDIO_SCAN(1, 0);
int vfscanf(FILE *__restrict file, const char *__restrict format, va_list args) STDIO_SCAN(2, 0);
int vsscanf(const char *__restrict text, const char *__restrict format, va_list args)
    STDIO_SCAN(2, 0);

/* Microsoft's functions with sizes. fopen_s and freopen_s return errno, and NULL in the place.
 * sprintf_s returns -1 for a text that has no room, which leaves an empty one, _snprintf_s for a
 * text that is cut after count characters, or with _TRUNCATE where it has no room. scanf_s takes
 * the size behind the place of each %s, %c and %[; a text that has no room ends the call, and is
 * empty. string.h's rule for handlers holds here, too. */
#ifndef _TRUNCATE
#define _TRUNCATE ((size_t)-1)
#endif
int fopen_s(FILE **file, const char *name, const char *mode);
int freopen_s(FILE **opened, const char *name, const char *mode, FILE *file);
int printf_s(const char *format, ...) STDIO_FORMAT(1, 2);
int fprintf_s(FILE *file, const char *format, ...) STDIO_FORMAT(2, 3);
int vprintf_s(const char *format, va_list args) STDIO_FORMAT(1, 0);
int vfprintf_s(FILE *file, const char *format, va_list args) STDIO_FORMAT(2, 0);
int sprintf_s(char *to, size_t size, const char *format, ...) STDIO_FORMAT(3, 4);
int vsprintf_s(char *to, size_t size, const char *format, va_list args) STDIO_FORMAT(3, 0);
int _snprintf_s(char *to, size_t size, size_t count, const char *format, ...) STDIO_FORMAT(4, 5);
int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args)
    STDIO_FORMAT(4, 0);
int scanf_s(const char *format, ...);
int fscanf_s(FILE *file, const char *format, ...);
int sscanf_s(const char *text, const char *format, ...);

/* Prints the title, if it is neither NULL nor empty, and the text of errno. */
void perror(const char *title);

int puts(const char *text);
int putchar(int character);
int fputs(const char *__restrict text, FILE *__restrict file);
int fputc(int character, FILE *file);
int putc(int character, FILE *file);
size_t fwrite(const void *__restrict items, size_t size, size_t count, FILE *__restrict file);
int fflush(FILE *file);
int _flushall(void); /* returns the number of FILEs that are open */

/* From the console these wait for input. They return EOF or NULL once the input has ended. */
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *__restrict buffer, int size, FILE *__restrict file);
size_t fread(void *__restrict items, size_t size, size_t count, FILE *__restrict file);

/* Gives one character back; the next read gets it. EOF if one is given back already. */
int ungetc(int character, FILE *file);

/* Modes are r, w, a, r+, w+ and a+, with b or t for binary and text, and x for a file that must not
 * be there. Without b or t stdlib.h's _fmode says which. freopen closes the FILE and opens it again
 * as another file, or, without success, leaves it closed. tmpfile is binary. NULL or -1 is an
 * error, with errno. A file that is removed or replaced while it is open stays as it is for every
 * FILE that has it open. */
FILE *fopen(const char *__restrict name, const char *__restrict mode);
FILE *freopen(const char *__restrict name, const char *__restrict mode, FILE *__restrict file);
FILE *tmpfile(void);
FILE *_fsopen(const char *name, const char *mode, int share); /* share.h */
int fclose(FILE *file);

/* Returns a name that no file has, in the buffer of L_tmpnam characters, or for NULL in one that
 * all threads share. */
char *tmpnam(char *buffer);

/* Returns a name that no file has, in memory from malloc: the prefix and a number, in the folder
 * that the variable TMP names, in this one, or in the root: the first that is there. */
char *_tempnam(const char *folder, const char *prefix);
__WCHAR_TYPE__ *_wtempnam(const __WCHAR_TYPE__ *folder, const __WCHAR_TYPE__ *prefix);

int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
int _fseeki64(FILE *file, long long offset, int whence);
long long _ftelli64(FILE *file);
int fgetpos(FILE *__restrict file, fpos_t *__restrict position);
int fsetpos(FILE *file, const fpos_t *position);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int remove(const char *name);
int rename(const char *old, const char *becomes);

/* They change nothing, because nothing is held back. setvbuf checks its mode and size: -1, with
 * errno EINVAL. */
int setvbuf(FILE *__restrict file, char *__restrict buffer, int mode, size_t size);
void setbuf(FILE *__restrict file, char *__restrict buffer);

/* Run a command line as stdlib.h's system does, with one of its ends at the FILE. "r": the FILE has
 * what the command writes, which has ended when _popen returns. "w": the command reads what the
 * program writes, and runs in _pclose. NULL, with errno EMFILE, ENOMEM, or EINVAL for another mode.
 * _pclose returns the command's status; -1, with errno EBADF, for a FILE of other calls. */
FILE *_popen(const char *command, const char *mode);
FILE *_wpopen(const __WCHAR_TYPE__ *command, const __WCHAR_TYPE__ *mode);
int _pclose(FILE *pipe);
FILE *popen(const char *command, const char *mode) __asm__("_popen");
int pclose(FILE *pipe) __asm__("_pclose");

/* The FILE's number for io.h, and the FILE that a number stands for, with b or t of the mode. */
int _fileno(FILE *file);
FILE *_fdopen(int number, const char *mode);
int fileno(FILE *file) __asm__("_fileno");
FILE *fdopen(int number, const char *mode) __asm__("_fdopen");

#ifdef __cplusplus
}
#endif

#endif
