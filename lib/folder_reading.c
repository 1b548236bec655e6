/* dirent.h, and the searches of io.h. */
#include <dirent.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/file_time.h"
#include "lib/find_files.h"
#include "lib/folders.h"

static int error_of(enum find_result result)
{
    return result == FIND_TOO_MANY ? EMFILE : result == FIND_BAD_NAME ? EINVAL : ENOENT;
}

/* ---------------------------------------------------------------- io.h */

static void put_found(struct _finddata_t *to, const struct found_file *found)
{
    time_t time = file_time_of_start();
    *to = (struct _finddata_t){.attrib =
                                   found->attributes == RAM_PLAIN ? _A_NORMAL : found->attributes,
                               .time_create = time,
                               .time_access = time,
                               .time_write = time,
                               .size = found->size};
    strcpy(to->name, found->name);
}

intptr_t _findfirst(const char *name, struct _finddata_t *to)
{
    int search;
    struct found_file found;
    enum find_result result = find_begin(name, &search, &found);
    if (result == FIND_DONE) {
        put_found(to, &found);
        return search;
    }
    errno = error_of(result);
    return -1;
}

int _findnext(intptr_t search, struct _finddata_t *to)
{
    struct found_file found;
    if (find_next((int)search, &found)) {
        put_found(to, &found);
        return 0;
    }
    errno = find_is_open((int)search) ? ENOENT : EINVAL;
    return -1;
}

int _findclose(intptr_t search)
{
    if (find_end((int)search))
        return 0;
    errno = EINVAL;
    return -1;
}

/* ---------------------------------------------------------------- dirent.h */

struct folder_reader {
    int search; /* 0: all has been read */
    bool is_found;
    struct found_file found; /* what comes next */
    struct dirent entry;
    char pattern[PATH_SIZE + 2];
};

/* Begins to read from the folder's beginning. Returns 0 or errno's value. */
static int begin(DIR *folder)
{
    enum find_result result = find_begin(folder->pattern, &folder->search, &folder->found);
    folder->is_found = result == FIND_DONE;
    if (result != FIND_DONE)
        folder->search = 0;
    return result == FIND_DONE || result == FIND_NO_FILE ? 0 : error_of(result);
}

DIR *opendir(const char *name)
{
    struct path path;
    path_make(&path, name);
    bool has_path = path.kind == PATH_FILE || path.kind == PATH_ROOT;
    DIR *folder = has_path && folder_is_there(&path) ? malloc(sizeof *folder) : NULL;
    int error = ENOENT;
    if (folder) {
        bool has_slash = path_is_folder(&path);
        sprintf(folder->pattern, "%s%s", path.text, has_slash ? "*" : "\\*");
        error = begin(folder);
    } else if (has_path && _access(name, 0) == 0) {
        error = folder_is_there(&path) ? ENOMEM : ENOTDIR;
    }
    if (!error)
        return folder;
    free(folder);
    errno = error;
    return NULL;
}

struct dirent *readdir(DIR *folder)
{
    if (!folder->is_found)
        return NULL;
    size_t length = strlen(folder->found.name);
    folder->entry =
        (struct dirent){.d_reclen = (unsigned short)length, .d_namlen = (unsigned short)length};
    strcpy(folder->entry.d_name, folder->found.name);
    folder->is_found = find_next(folder->search, &folder->found);
    return &folder->entry;
}

void rewinddir(DIR *folder)
{
    find_end(folder->search);
    begin(folder);
}

int closedir(DIR *folder)
{
    find_end(folder->search);
    free(folder);
    return 0;
}
