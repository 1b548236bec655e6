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

char *getcwd(char *buffer, int size) __asm__("_getcwd");
int chdir(const char *name) __asm__("_chdir");
int mkdir(const char *name) __asm__("_mkdir");
int rmdir(const char *name) __asm__("_rmdir");

#ifdef __cplusplus
}
#endif

#endif
