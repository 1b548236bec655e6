/* The texts of errno's numbers, as Microsoft's library has them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    "No error",
    [EPERM] = "Operation not permitted",
    [ENOENT] = "No such file or directory",
    [ESRCH] = "No such process",
    [EINTR] = "Interrupted function call",
    [EIO] = "Input/output error",
    [ENXIO] = "No such device or address",
    [E2BIG] = "Arg list too long",
    [ENOEXEC] = "Exec format error",
    [EBADF] = "Bad file descriptor",
    [ECHILD] = "No child processes",
    [EAGAIN] = "Resource temporarily unavailable",
    [ENOMEM] = "Not enough space",
    [EACCES] = "Permission denied",
    [EFAULT] = "Bad address",
    [EBUSY] = "Resource device",
    [EEXIST] = "File exists",
    [EXDEV] = "Improper link",
    [ENODEV] = "No such device",
    [ENOTDIR] = "Not a directory",
    [EISDIR] = "Is a directory",
    [EINVAL] = "Invalid argument",
    [ENFILE] = "Too many open files in system",
    [EMFILE] = "Too many open files",
    [ENOTTY] = "Inappropriate I/O control operation",
    [EFBIG] = "File too large",
    [ENOSPC] = "No space left on device",
    [ESPIPE] = "Invalid seek",
    [EROFS] = "Read-only file system",
    [EMLINK] = "Too many links",
    [EPIPE] = "Broken pipe",
    [EDOM] = "Domain error",
    [ERANGE] = "Result too large",
    [EDEADLK] = "Resource deadlock avoided",
    [ENAMETOOLONG] = "Filename too long",
    [ENOLCK] = "No locks available",
    [ENOSYS] = "Function not implemented",
    [ENOTEMPTY] = "Directory not empty",
    [EILSEQ] = "Illegal byte sequence",
};

char *strerror(int error)
{
    size_t row = (size_t)error;
    const char *text = row < sizeof texts / sizeof texts[0] ? texts[row] : NULL;
    return (char *)(text ? text : "Unknown error");
}

void perror(const char *title)
{
    const char *text = strerror(errno);
    if (title && *title)
        fprintf(stderr, "%s: %s\n", title, text);
    else
        fprintf(stderr, "%s\n", text);
}
