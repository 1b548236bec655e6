/* Folders. Failures are -1 or NULL, with errno: ENOENT, EEXIST, ENOTEMPTY, EACCES for the root and
 * for the current folder, EINVAL for a file.
 */
#ifndef LIB_DIRECT_H
#define LIB_DIRECT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The current folder, in the buffer if it has room, or in memory from malloc if that is NULL. It is
 * C:\\ at first. */
char *_getcwd(char *buffer, int size);
int _chdir(const char *name);
int _mkdir(const char *name);
int _rmdir(const char *name);
int _wchdir(const wchar_t *name);
int _wmkdir(const wchar_t *name);
int _wrmdir(const wchar_t *name);

/* Drives have numbers from 1 (A:), and 0 is the current one. There is one, C: (3). _getdrives has a
 * bit for each drive, from the lowest for A:. _chdrive and _getdcwd fail for others: EACCES;
 * _getdcwd and its kin also without room: ERANGE. */
int _getdrive(void);
unsigned long _getdrives(void);
int _chdrive(int drive);
char *_getdcwd(int drive, char *buffer, int size);
wchar_t *_wgetdcwd(int drive, wchar_t *buffer, int size);
wchar_t *_wgetcwd(wchar_t *buffer, int size);

/* Stores the room of a drive. Returns 0, or Windows' error; ERROR_INVALID_PARAMETER sets EINVAL. */
struct _diskfree_t {
    unsigned total_clusters, avail_clusters, sectors_per_cluster, bytes_per_sector;
};
unsigned _getdiskfree(unsigned drive, struct _diskfree_t *space);

char *getcwd(char *buffer, int size) __asm__("_getcwd");
int chdir(const char *name) __asm__("_chdir");
int mkdir(const char *name) __asm__("_mkdir");
int rmdir(const char *name) __asm__("_rmdir");

#ifdef __cplusplus
}
#endif

#endif
