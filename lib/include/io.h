/* Files by numbers. A number stands for a FILE (stdio.h): 0, 1 and 2 are stdin, stdout and stderr,
 * _fileno tells the others, and what _open opens counts among FOPEN_MAX. _read and _write keep
 * nothing back, as the calls of stdio.h do, so both kinds of calls may be mixed.
 *
 * Failures are -1, with errno: EBADF for a number that nothing is open by.
 */
#ifndef LIB_IO_H
#define LIB_IO_H

#ifdef __cplusplus
extern "C" {
#endif

#include <fcntl.h>
#include <stddef.h>

/* The flags are fcntl.h's; with _O_CREAT a third argument follows, which means nothing here. */
int _open(const char *name, int flags, ...);
int _wopen(const wchar_t *name, int flags, ...);
int _creat(const char *name, int permissions);
int _close(int number);

/* At most so many bytes, of the console at most a line. 0: the end. */
int _read(int number, void *buffer, unsigned size);
int _write(int number, const void *buffer, unsigned size);

long _lseek(int number, long offset, int whence);
long long _lseeki64(int number, long long offset, int whence);
long _tell(int number);
int _eof(int number); /* 1 at the end, else 0 */
long _filelength(int number);
int _chsize(int number, long size);
int _commit(int number);

/* _O_TEXT or _O_BINARY; returns the mode before. Text has CR LF in the file for each LF, and ends
 * at ^Z. */
int _setmode(int number, int mode);

/* Not 0 for the console. */
int _isatty(int number);

/* 0: the file is there, and may be read and written (mode 0, 2, 4 or 6). */
int _access(const char *name, int mode);
int _unlink(const char *name) __asm__("remove");

int open(const char *name, int flags, ...) __asm__("_open");
int close(int number) __asm__("_close");
int read(int number, void *buffer, unsigned size) __asm__("_read");
int write(int number, const void *buffer, unsigned size) __asm__("_write");
long lseek(int number, long offset, int whence) __asm__("_lseek");
int setmode(int number, int mode) __asm__("_setmode");
int isatty(int number) __asm__("_isatty");
int access(const char *name, int mode) __asm__("_access");
int unlink(const char *name) __asm__("remove");

#ifdef __cplusplus
}
#endif

#endif
