/* The status of a file. All programs may read and write all files. The time of each file is that of
 * the program's start.
 */
#ifndef LIB_SYS_STAT_H
#define LIB_SYS_STAT_H

#ifdef __cplusplus
extern "C" {
#endif

#include <sys/types.h>
#include <time.h>

#define _S_IFMT       0xF000
#define _S_IFDIR      0x4000
#define _S_IFCHR      0x2000
#define _S_IFIFO      0x1000 /* a pipe: standard input may be one */
#define _S_IFREG      0x8000
#define _S_IREAD      0x0100
#define _S_IWRITE     0x0080
#define _S_IEXEC      0x0040

#define S_IFMT        _S_IFMT
#define S_IFDIR       _S_IFDIR
#define S_IFCHR       _S_IFCHR
#define S_IFIFO       _S_IFIFO
#define S_IFREG       _S_IFREG
#define S_IREAD       _S_IREAD
#define S_IWRITE      _S_IWRITE
#define S_IEXEC       _S_IEXEC
#define S_ISDIR(mode) (((mode)&_S_IFMT) == _S_IFDIR)
#define S_ISCHR(mode) (((mode)&_S_IFMT) == _S_IFCHR)
#define S_ISREG(mode) (((mode)&_S_IFMT) == _S_IFREG)

struct _stat {
    _dev_t st_dev;
    _ino_t st_ino;
    unsigned short st_mode;
    short st_nlink, st_uid, st_gid;
    _dev_t st_rdev;
    _off_t st_size;
    time_t st_atime, st_mtime, st_ctime;
};

/* With a size of 64 bits. */
struct _stat64 {
    _dev_t st_dev;
    _ino_t st_ino;
    unsigned short st_mode;
    short st_nlink, st_uid, st_gid;
    _dev_t st_rdev;
    long long st_size;
    time_t st_atime, st_mtime, st_ctime;
};

/* Return 0, or -1 with errno. */
int _stat(const char *name, struct _stat *result);
int _fstat(int number, struct _stat *result);
int _wstat(const wchar_t *name, struct _stat *result);
int _stat64(const char *name, struct _stat64 *result);
int _fstat64(int number, struct _stat64 *result);
int _wstat64(const wchar_t *name, struct _stat64 *result);

#define stat      _stat
#define fstat     _fstat

#define __stat64  _stat64
#define _stati64  _stat64
#define _fstati64 _fstat64
#define _wstati64 _wstat64

#ifdef __cplusplus
}
#endif

#endif
