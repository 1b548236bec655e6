/* The files of a folder, by POSIX' calls as far as compilers for Windows have them. "." and ".."
 * come first, but not in the root, then names in their order. NULL, or -1 from closedir, with
 * errno: ENOENT, ENOTDIR (it is a file), EMFILE, ENOMEM, EINVAL. At the end readdir returns NULL
 * and leaves errno alone.
 */
#ifndef LIB_DIRENT_H
#define LIB_DIRENT_H

#ifdef __cplusplus
extern "C" {
#endif

struct dirent {
    long d_ino; /* 0 */
    unsigned short d_reclen, d_namlen;
    char d_name[260];
};

typedef struct folder_reader DIR;

DIR *opendir(const char *name);

/* Valid until the next call for this DIR. */
struct dirent *readdir(DIR *folder);
void rewinddir(DIR *folder);
int closedir(DIR *folder);

#ifdef __cplusplus
}
#endif

#endif
