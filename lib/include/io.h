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
#include <stdint.h>
#include <time.h>

/* The flags are fcntl.h's; with _O_CREAT a third argument follows, which means nothing here. */
int _open(const char *name, int flags, ...);
int _wopen(const wchar_t *name, int flags, ...);
int _creat(const char *name, int permissions);

/* These calls also say how others may share the file meanwhile: share.h. The last two return
 * errno's number, and the file's number, or -1, in *number. */
int _sopen(const char *name, int flags, int share, ...);
int _wsopen(const wchar_t *name, int flags, int share, ...);
int _sopen_s(int *number, const char *name, int flags, int share, int permissions);
int _wsopen_s(int *number, const wchar_t *name, int flags, int share, int permissions);
int _close(int number);

/* Another number for what is open by this one: both go on at one and the same position. _dup2
 * closes what the number `becomes` stands for, gives it this meaning, and returns 0. So output is
 * led to a file and back:
 *
 *     int saved = _dup(1);
 *     freopen("out.txt", "w", stdout);
 *     ...
 *     _dup2(saved, 1);
 *     _close(saved);
 */
int _dup(int number);
int _dup2(int number, int becomes);

/* At most so many bytes, of the console at most a line. 0: the end. */
int _read(int number, void *buffer, unsigned size);
int _write(int number, const void *buffer, unsigned size);

long _lseek(int number, long offset, int whence);
long long _lseeki64(int number, long long offset, int whence);
long _tell(int number);
int _eof(int number); /* 1 at the end, else 0 */
long _filelength(int number);
long long _filelengthi64(int number);
int _chsize(int number, long size);
int _commit(int number);

/* _O_TEXT or _O_BINARY; returns the mode before. Text has CR LF in the file for each LF, and ends
 * at ^Z. */
int _setmode(int number, int mode);

/* Not 0 for the console. */
int _isatty(int number);

/* 0: the file is there, and may be read (mode 0 or 4) or written (2 or 6). */
int _access(const char *name, int mode);
int _waccess(const wchar_t *name, int mode);
/* Without _S_IWRITE (sys/stat.h) a file is only read. _umask keeps the permissions for nobody, and
 * returns those before. */
int _chmod(const char *name, int permissions);
int _wchmod(const wchar_t *name, int permissions);
int _umask(int permissions);
int _unlink(const char *name) __asm__("remove");
int _wunlink(const wchar_t *name) __asm__("_wremove");

/* Makes a letter and the thread's number of the XXXXXX at the name's end, so that no file has it.
 * NULL: EINVAL for another end, EEXIST when all letters are taken. */
char *_mktemp(char *name);
wchar_t *_wmktemp(wchar_t *name);

/* Searches: the last part of the name may have * and ?. "." and ".." come first, but not in the
 * root, and names in their order. -1 with errno: ENOENT (none, or none any more), EINVAL, EMFILE.
 */
#define _A_NORMAL 0x00
#define _A_RDONLY 0x01
#define _A_HIDDEN 0x02
#define _A_SYSTEM 0x04
#define _A_SUBDIR 0x10
#define _A_ARCH   0x20
struct _finddata_t {
    unsigned attrib;
    time_t time_create, time_access, time_write;
    unsigned long size;
    char name[260];
};
intptr_t _findfirst(const char *name, struct _finddata_t *found);
int _findnext(intptr_t search, struct _finddata_t *found);
int _findclose(intptr_t search);

int open(const char *name, int flags, ...) __asm__("_open");
int close(int number) __asm__("_close");
int dup(int number) __asm__("_dup");
int dup2(int number, int becomes) __asm__("_dup2");
int read(int number, void *buffer, unsigned size) __asm__("_read");
int write(int number, const void *buffer, unsigned size) __asm__("_write");
long lseek(int number, long offset, int whence) __asm__("_lseek");
int setmode(int number, int mode) __asm__("_setmode");
int isatty(int number) __asm__("_isatty");
int access(const char *name, int mode) __asm__("_access");
int chmod(const char *name, int permissions) __asm__("_chmod");
int unlink(const char *name) __asm__("remove");

#ifdef __cplusplus
}
#endif

#endif
