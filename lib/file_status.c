/* The facts about a file that stat returns. */
#include <errno.h>
#include <io.h>
#include <sys/stat.h>

#include "lib/calendar.h"
#include "lib/file_time.h"
#include "lib/folders.h"
#include "lib/stdio_impl.h"

/* A time of a file as time() has it: the program's start until the program sets another. */
static time_t time_of(const struct ram_file *ram, enum ram_time which)
{
    const uint64_t time = ram ? ram->times[which] : 0;
    return time ? (time_t)(time / CALENDAR_INTERVALS) - CALENDAR_1970 * (time_t)CALENDAR_DAY
                : file_time_of_start();
}

static void describe(struct _stat *to, unsigned mode, const struct ram_file *ram)
{
    *to = (struct _stat){.st_dev = 2, /* C: */
                         .st_rdev = 2,
                         .st_mode = (unsigned short)mode,
                         .st_nlink = 1,
                         .st_size = ram ? (long)ram->size : 0,
                         .st_atime = time_of(ram, RAM_READ),
                         .st_mtime = time_of(ram, RAM_WRITTEN),
                         .st_ctime = time_of(ram, RAM_MADE)};
}

enum { FILE_MODE = _S_IFREG | 0666, FOLDER_MODE = _S_IFDIR | 0777, DEVICE_MODE = _S_IFCHR };
enum { WRITERS = 0222, WRITE = 2 };

int _stat(const char *name, struct _stat *result)
{
    struct path path;
    struct _stat known = {0};
    unsigned mode = 0;
    path_make(&path, name);
    if (path.kind == PATH_ROOT || path.kind == PATH_NUL) {
        mode = path.kind == PATH_ROOT ? FOLDER_MODE : DEVICE_MODE;
        describe(&known, mode, NULL);
    } else if (stdio_name_is_file(&path)) {
        lock_take(&ram_lock);
        const struct ram_file *ram = ram_find(path_name(&path));
        mode = !ram ? 0 : ram->is_folder ? FOLDER_MODE : FILE_MODE;
        if (ram && ram->attributes & RAM_READ_ONLY)
            mode &= ~WRITERS;
        describe(&known, mode, ram);
        lock_release(&ram_lock);
        if (!ram)
            errno = ENOENT;
    }
    if (mode)
        *result = known;
    return mode ? 0 : -1;
}

int _fstat(int number, struct _stat *result)
{
    const FILE *file = stdio_by_number(number);
    if (!file)
        return -1;
    describe(result,
             file->ram             ? FILE_MODE
             : stdio_is_pipe(file) ? _S_IFIFO
                                   : DEVICE_MODE,
             file->ram);
    return 0;
}

static void widen_size(struct _stat64 *to, const struct _stat *from)
{
    *to = (struct _stat64){.st_dev = from->st_dev,
                           .st_rdev = from->st_rdev,
                           .st_mode = from->st_mode,
                           .st_nlink = from->st_nlink,
                           .st_size = from->st_size,
                           .st_atime = from->st_atime,
                           .st_mtime = from->st_mtime,
                           .st_ctime = from->st_ctime};
}

int _stat64(const char *name, struct _stat64 *result)
{
    struct _stat known;
    int failed = _stat(name, &known);
    if (!failed)
        widen_size(result, &known);
    return failed;
}

int _fstat64(int number, struct _stat64 *result)
{
    struct _stat known;
    int failed = _fstat(number, &known);
    if (!failed)
        widen_size(result, &known);
    return failed;
}

int _access(const char *name, int mode)
{
    struct _stat status;
    struct path path;
    path_make(&path, name);
    bool ends_in_slash = path.kind == PATH_FILE && path_is_folder(&path); /* _stat refuses it */
    if (ends_in_slash && folder_is_there(&path))
        return 0;
    if (_stat(name, &status))
        return -1;
    if (!(mode & WRITE) || status.st_mode & (WRITERS | _S_IFCHR) || status.st_mode & _S_IFDIR)
        return 0;
    errno = EACCES;
    return -1;
}
