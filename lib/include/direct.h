/* Folders. There is one, the root C:\\, and none can be made. Failures are -1 or NULL, with errno.
 */
#ifndef LIB_DIRECT_H
#define LIB_DIRECT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The root's name: in the buffer if it has room, else in memory from malloc for NULL. */
char *_getcwd(char *buffer, int size);
int _chdir(const char *name);
int _mkdir(const char *name);
int _rmdir(const char *name);

char *getcwd(char *buffer, int size) __asm__("_getcwd");
int chdir(const char *name) __asm__("_chdir");
int mkdir(const char *name) __asm__("_mkdir");
int rmdir(const char *name) __asm__("_rmdir");

#ifdef __cplusplus
}
#endif

#endif
