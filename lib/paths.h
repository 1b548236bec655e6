/* Names of files, as Windows reads them: from the current folder or the root C:\. */
#ifndef LIB_PATHS_H
#define LIB_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#define PATH_SIZE   260 /* bytes of a path with its zero byte: Windows' MAX_PATH */

/* The volume C: by its other name, which \\?\ or \\.\ stands before. */
#define PATH_VOLUME "Volume{11111111-2222-3333-4444-555555555555}"

enum path_kind {
    PATH_EMPTY,
    PATH_BAD, /* a character that no name may have, or a stream */
    PATH_LONG,
    PATH_FILE, /* behind C:\, or a folder there: the name ends in a backslash */
    PATH_ROOT,
    PATH_ELSEWHERE, /* another drive or machine */
    PATH_NUL,
    PATH_CONSOLE, /* CON: for reading or for writing */
    PATH_INPUT,
    PATH_OUTPUT,
    PATH_DEVICE /* another one, which is not there */
};

struct path {
    enum path_kind kind;
    size_t length;        /* of the text */
    char text[PATH_SIZE]; /* the whole path: C:\folder\name, or \\.\NUL. "" if it is not possible */
};

enum { PATH_ROOT_LENGTH = 3 /* of C:\ */ };

/* Makes a name a whole path: slashes become backslashes, "." and ".." go, and so do dots and spaces
 * at the end. The text behind \\?\ stays as it is. Nothing is looked up. */
void path_make(struct path *path, const char *name);

/* Whether the name is one of devices: it begins with \\.\ or \\?\, with slashes of either kind, or
 * is no more than their first three characters. */
bool path_is_local(const char *name);

/* Makes this folder the current one: the part behind C:\. Nothing is looked up. */
void path_enter(const char *folder);

/* Where the last part of a name begins: behind a slash of either kind, or its drive. */
const char *path_last_part(const char *name);

/* Whether this is a device that is there. */
static inline bool path_is_device(const struct path *path)
{
    return path->kind >= PATH_NUL && path->kind <= PATH_OUTPUT;
}

/* Whether a path that is possible ends in a backslash. */
static inline bool path_is_folder(const struct path *path)
{
    return path->text[path->length - 1] == '\\';
}

/* The part behind C:\ of a PATH_FILE. */
static inline const char *path_name(const struct path *path)
{
    return path->text + PATH_ROOT_LENGTH;
}

/* Copies that part without a backslash at its end; "" for PATH_ROOT. */
void path_copy_name(char name[PATH_SIZE], const struct path *path);

#endif
