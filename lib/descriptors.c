/* Files by numbers. */
#include <errno.h>
#include <io.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/stdio_impl.h"

int _open(const char *name, int flags, ...)
{
    int access = flags & (_O_WRONLY | _O_RDWR);
    struct stdio_how how = {
        .reads = access != _O_WRONLY,
        .writes = access != _O_RDONLY,
        .appends = flags & _O_APPEND,
        .creates = flags & _O_CREAT,
        .exclusive = flags & _O_EXCL,
        .empties = flags & _O_TRUNC,
        .text = flags & _O_TEXT || (!(flags & _O_BINARY) && _fmode != _O_BINARY),
    };
    FILE *file = stdio_open(NULL, name, how);
    return file ? _fileno(file) : -1;
}

int _creat(const char *name, int permissions)
{
    return _open(name, _O_CREAT | _O_TRUNC | _O_RDWR, permissions);
}

int _close(int number)
{
    FILE *file = stdio_by_number(number);
    return file ? fclose(file) : -1;
}

int _read(int number, void *buffer, unsigned size)
{
    FILE *file = stdio_by_number(number);
    if (!file || !file->reads || size > INT_MAX) {
        errno = file && file->reads ? EINVAL : EBADF;
        return -1;
    }
    bool is_device = !file->ram; /* what it gives at once is enough */
    size_t length = 0, part;
    do {
        part = stdio_read_piece(file, (char *)buffer + length, size - length,
                                is_device ? STDIO_SOME : STDIO_ALL);
        length += part;
    } while (part && length < size && !is_device);
    return (int)length;
}

int _write(int number, const void *buffer, unsigned size)
{
    FILE *file = stdio_by_number(number);
    if (!file || !file->writes) {
        errno = EBADF;
        return -1;
    }
    if (stdio_write(file, buffer, size))
        return (int)size;
    errno = ENOSPC;
    return -1;
}

long long _lseeki64(int number, long long offset, int whence)
{
    FILE *file = stdio_by_number(number);
    return file && _fseeki64(file, offset, whence) == 0 ? _ftelli64(file) : -1;
}

long _lseek(int number, long offset, int whence)
{
    return (long)_lseeki64(number, offset, whence);
}

long _tell(int number)
{
    FILE *file = stdio_by_number(number);
    return file ? ftell(file) : -1;
}

long _filelength(int number)
{
    const FILE *file = stdio_by_number(number);
    return !file ? -1 : file->ram ? (long)file->ram->size : 0;
}

long long _filelengthi64(int number)
{
    return _filelength(number);
}

int _eof(int number)
{
    const FILE *file = stdio_by_number(number);
    return !file ? -1 : file->ram && file->place->position >= file->ram->size;
}

int _chsize(int number, long size)
{
    FILE *file = stdio_by_number(number);
    if (!file || !file->ram || !file->writes || size < 0) {
        errno = file && file->ram && file->writes ? EINVAL : EBADF;
        return -1;
    }
    lock_take(&ram_lock);
    while ((size_t)size > file->ram->room && ram_grow(file->ram, (size_t)size))
        ;
    bool done = ram_resize(file->ram, (size_t)size);
    lock_release(&ram_lock);
    if (!done)
        errno = ENOSPC;
    return done ? 0 : -1;
}

int _commit(int number)
{
    return stdio_by_number(number) ? 0 : -1;
}

int _setmode(int number, int mode)
{
    FILE *file = stdio_by_number(number);
    if (!file || (mode != _O_TEXT && mode != _O_BINARY)) {
        errno = file ? EINVAL : EBADF;
        return -1;
    }
    int before = file->text ? _O_TEXT : _O_BINARY;
    file->text = mode == _O_TEXT;
    return before;
}

int _isatty(int number)
{
    const FILE *file = stdio_by_number(number);
    return file && !file->ram && !stdio_is_pipe(file);
}
