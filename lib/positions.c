/* Positions of files. They count the file's bytes, in text mode, too. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"

/* The position that fseek asks for; negative if there is none. */
static long long position_of(const FILE *file, long long offset, int whence)
{
    size_t start = whence == SEEK_SET   ? 0
                   : whence == SEEK_END ? file->ram->size
                                        : file->place->position;
    if (whence == SEEK_CUR && file->held != EOF)
        start--;
    long long position;
    return __builtin_add_overflow((long long)start, offset, &position) ? -1 : position;
}

int _fseeki64(FILE *file, long long offset, int whence)
{
    if (!is_given(file, "fseek"))
        return -1;
    if (file->empty)
        return 0;
    if (!file->ram || whence < SEEK_SET || whence > SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    lock_take(&ram_lock);
    long long position = position_of(file, offset, whence);
    bool is_there = position >= 0 && position <= LONG_MAX;
    if (is_there) {
        file->place->position = (size_t)position;
        file->held = EOF;
        file->has_wide_held = false;
        file->wide = (mbstate_t){0};
        file->ended = false;
    }
    lock_release(&ram_lock);
    if (!is_there)
        errno = EINVAL;
    return is_there ? 0 : -1;
}

long long _ftelli64(FILE *file)
{
    if (!is_given(file, "ftell"))
        return -1;
    if (file->empty)
        return 0;
    if (!file->ram) {
        errno = EINVAL;
        return -1;
    }
    lock_take(&ram_lock);
    long long position = (long long)file->place->position - (file->held != EOF);
    lock_release(&ram_lock);
    return position;
}

int fseek(FILE *file, long offset, int whence)
{
    return _fseeki64(file, offset, whence);
}

long ftell(FILE *file)
{
    return (long)_ftelli64(file);
}

int fgetpos(FILE *restrict file, fpos_t *restrict position)
{
    long long now = is_given(position, "fgetpos") ? _ftelli64(file) : -1;
    if (now >= 0)
        *position = now;
    return now >= 0 ? 0 : -1;
}

int fsetpos(FILE *file, const fpos_t *position)
{
    return is_given(position, "fsetpos") ? _fseeki64(file, *position, SEEK_SET) : -1;
}

void rewind(FILE *file)
{
    if (is_given(file, "rewind")) {
        fseek(file, 0, SEEK_SET);
        clearerr(file);
    }
}
