/* Handles of the system for files with numbers, and the other way round. Both have the same bytes,
 * but positions of their own: a handle that is made begins at the file's. */
#include "lib/stdio_impl.h"
#include "win32/files/open_files.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <fcntl.h>
#include <handleapi.h>
#include <io.h>
#include <processenv.h>
#include <stdint.h>
#include <stdio.h>

/* The handle that a number has got; `own` says of what file. NULL: none yet. */
static struct known_handle {
    HANDLE handle;
    const struct ram_file *own;
    bool is_empty;
} known_handles[STDIO_FILES];

static bool is_still(const struct known_handle *known, const FILE *file)
{
    return known->handle && known->own == file->ram && known->is_empty == file->empty;
}

static void forget(int number)
{
    struct known_handle *known = &known_handles[number];
    HANDLE handle = known->handle;
    bool is_standard = !known->own && !known->is_empty;
    *known = (struct known_handle){0};
    if (handle && !is_standard)
        CloseHandle(handle);
}

static HANDLE make_handle(const FILE *file)
{
    DWORD access = (file->reads ? FILE_GENERIC_READ : 0) | (file->writes ? FILE_GENERIC_WRITE : 0);
    if (file->empty)
        return open_file_device(FILE_NUL, access);
    if (!file->ram)
        return GetStdHandle(file->reads                   ? STD_INPUT_HANDLE
                            : file->number == STDIO_ERROR ? STD_ERROR_HANDLE
                                                          : STD_OUTPUT_HANDLE);
    lock_take(&ram_lock);
    struct open_file *opened = open_file_make(FILE_ON_DISK, file->ram);
    if (opened) {
        opened->access = access;
        opened->share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
        opened->position = file->place->position;
    }
    lock_release(&ram_lock);
    return opened ? open_file_publish(opened) : INVALID_HANDLE_VALUE;
}

CALL(intptr_t, _get_osfhandle, int number)
{
    const FILE *file = stdio_by_number(number);
    if (!file)
        return -1;
    struct known_handle *known = &known_handles[number];
    if (!is_still(known, file)) {
        forget(number);
        HANDLE made = make_handle(file);
        if (made == INVALID_HANDLE_VALUE) {
            errno = EBADF;
            return -1;
        }
        *known = (struct known_handle){made, file->ram, file->empty};
    }
    return (intptr_t)known->handle;
}

/* Opens what the handle has open once more, under a number. Returns -1, with errno. */
static int open_again(const struct open_file *file, int flags)
{
    static const char *const devices[] = {[FILE_NUL] = "NUL",
                                          [FILE_INPUT] = "CONIN$",
                                          [FILE_OUTPUT] = "CONOUT$",
                                          [FILE_PIPE] = "CONIN$",
                                          [FILE_OUTPUT_PIPE] = "CONOUT$"};
    char name[PATH_ROOT_LENGTH + RAM_NAME_MAX + 1];
    bool reads = file->access & FILE_READ_DATA, writes = file->access & FILE_WRITE_DATA;
    int access = !writes ? _O_RDONLY : reads ? _O_RDWR : _O_WRONLY;
    flags = (flags & (_O_APPEND | _O_TEXT | _O_BINARY)) | access;
    if (file->kind == FILE_INPUT || file->kind == FILE_PIPE)
        flags = (flags & ~(_O_RDWR | _O_WRONLY)) | _O_RDONLY;
    if (file->kind == FILE_OUTPUT || file->kind == FILE_OUTPUT_PIPE)
        flags = (flags & ~_O_RDWR) | _O_WRONLY;
    if (file->kind == FILE_FOLDER) {
        errno = EACCES;
        return -1;
    }
    if (file->kind != FILE_ON_DISK)
        return _open(devices[file->kind], flags);
    snprintf(name, sizeof name, "C:\\%s", file->ram->name);
    int number = _open(name, flags);
    if (number >= 0)
        _lseeki64(number, (long long)file->position, SEEK_SET);
    return number;
}

CALL(int, _open_osfhandle, intptr_t handle, int flags)
{
    struct open_file *file = open_file_use((HANDLE)handle, 0);
    if (!file) {
        errno = EBADF;
        return -1;
    }
    int number = open_again(file, flags);
    const FILE *opened = number < 0 ? NULL : stdio_by_number(number);
    if (opened) {
        forget(number);
        known_handles[number] = (struct known_handle){(HANDLE)handle, opened->ram, opened->empty};
    }
    open_file_leave(file);
    return number;
}

/* A file that is closed closes its handle. */
CALL(int, msvcrt_close, int number)
{
    int failed = _close(number);
    if (!failed)
        forget(number);
    return failed;
}

CALL(int, msvcrt_fclose, FILE *file)
{
    int failed = fclose(file);
    if (!failed)
        forget(_fileno(file));
    return failed;
}
