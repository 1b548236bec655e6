/* direct.h. */
#include <direct.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/folders.h"

char *_getcwd(char *buffer, int size)
{
    struct path path;
    path_make(&path, ".");
    if (!buffer && size <= (int)path.length)
        return _strdup(path.text);
    if (size <= (int)path.length) {
        errno = ERANGE;
        return NULL;
    }
    if (!buffer)
        buffer = malloc((size_t)size);
    return buffer ? strcpy(buffer, path.text) : NULL;
}

/* Makes the path of a folder. Returns false, with errno, if it has none, or is the root. */
static bool make_path(struct path *path, const char *name)
{
    path_make(path, name);
    if (path->kind == PATH_FILE)
        return true;
    errno = path->kind == PATH_BAD ? EINVAL : path->kind == PATH_ROOT ? EACCES : ENOENT;
    return false;
}

static int finish_call(enum folder_result result)
{
    static const int errors[] = {
        [FOLDER_MISSING] = ENOENT, [FOLDER_NO_PLACE] = ENOENT,     [FOLDER_TAKEN] = EEXIST,
        [FOLDER_IS_FILE] = EINVAL, [FOLDER_IN_USE] = EACCES,       [FOLDER_OPEN] = EACCES,
        [FOLDER_NO_ROOM] = ENOSPC, [FOLDER_NOT_EMPTY] = ENOTEMPTY, [FOLDER_READ_ONLY] = EACCES};
    if (result == FOLDER_DONE)
        return 0;
    errno = errors[result];
    return -1;
}

int _chdir(const char *name)
{
    struct path path;
    bool has_path = make_path(&path, name) || path.kind == PATH_ROOT;
    return has_path ? finish_call(folder_enter(&path)) : -1;
}

int _mkdir(const char *name)
{
    struct path path;
    if (make_path(&path, name))
        return finish_call(folder_make(&path));
    if (path.kind == PATH_ROOT && path_last_part(name)[0] == '.')
        errno = EEXIST;
    return -1;
}

int _rmdir(const char *name)
{
    struct path path;
    return make_path(&path, name) ? finish_call(folder_remove(&path)) : -1;
}
