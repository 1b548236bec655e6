/* POSIX' parts of a path, for Windows' paths: slashes of either kind, and a drive before them. */
#ifndef LIB_LIBGEN_H
#define LIB_LIBGEN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The last part of path, and that before it. Slashes behind the last part do not count: they are
 * cut off, and dirname cuts off the last part as well. "." stands for an empty part. The result
 * lies in path, or is the function's own and stays. */
char *basename(char *path);
char *dirname(char *path);

#ifdef __cplusplus
}
#endif

#endif
