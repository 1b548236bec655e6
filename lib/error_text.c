/* The texts of errno's numbers, as Microsoft's library has them. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define TEXTS(TEXT)                                                                                \
    TEXT(0, "No error")                                                                            \
    TEXT(EPERM, "Operation not permitted")                                                         \
    TEXT(ENOENT, "No such file or directory")                                                      \
    TEXT(ESRCH, "No such process")                                                                 \
    TEXT(EINTR, "Interrupted function call")                                                       \
    TEXT(EIO, "Input/output error")                                                                \
    TEXT(ENXIO, "No such device or address")                                                       \
    TEXT(E2BIG, "Arg list too long")                                                               \
    TEXT(ENOEXEC, "Exec format error")                                                             \
    TEXT(EBADF, "Bad file descriptor")                                                             \
    TEXT(ECHILD, "No child processes")                                                             \
    TEXT(EAGAIN, "Resource temporarily unavailable")                                               \
    TEXT(ENOMEM, "Not enough space")                                                               \
    TEXT(EACCES, "Permission denied")                                                              \
    TEXT(EFAULT, "Bad address")                                                                    \
    TEXT(EBUSY, "Resource device")                                                                 \
    TEXT(EEXIST, "File exists")                                                                    \
    TEXT(EXDEV, "Improper link")                                                                   \
    TEXT(ENODEV, "No such device")                                                                 \
    TEXT(ENOTDIR, "Not a directory")                                                               \
    TEXT(EISDIR, "Is a directory")                                                                 \
    TEXT(EINVAL, "Invalid argument")                                                               \
    TEXT(ENFILE, "Too many open files in system")                                                  \
    TEXT(EMFILE, "Too many open files")                                                            \
    TEXT(ENOTTY, "Inappropriate I/O control operation")                                            \
    TEXT(EFBIG, "File too large")                                                                  \
    TEXT(ENOSPC, "No space left on device")                                                        \
    TEXT(ESPIPE, "Invalid seek")                                                                   \
    TEXT(EROFS, "Read-only file system")                                                           \
    TEXT(EMLINK, "Too many links")                                                                 \
    TEXT(EPIPE, "Broken pipe")                                                                     \
    TEXT(EDOM, "Domain error")                                                                     \
    TEXT(ERANGE, "Result too large")                                                               \
    TEXT(EDEADLK, "Resource deadlock avoided")                                                     \
    TEXT(ENAMETOOLONG, "Filename too long")                                                        \
    TEXT(ENOLCK, "No locks available")                                                             \
    TEXT(ENOSYS, "Function not implemented")                                                       \
    TEXT(ENOTEMPTY, "Directory not empty")                                                         \
    TEXT(EILSEQ, "Illegal byte sequence")

#define NARROW_ROW(error, text) [error] = text,
#define WIDE_ROW(error, text)   [error] = L##text,

static const char *const texts[] = {TEXTS(NARROW_ROW)};
static const wchar_t *const wide_texts[] = {TEXTS(WIDE_ROW)};

enum { ROWS = sizeof texts / sizeof texts[0] };

char *strerror(int error)
{
    const char *text = (size_t)error < ROWS ? texts[error] : NULL;
    return (char *)(text ? text : "Unknown error");
}

wchar_t *_wcserror(int error)
{
    const wchar_t *text = (size_t)error < ROWS ? wide_texts[error] : NULL;
    return (wchar_t *)(text ? text : L"Unknown error");
}

char *_strerror(const char *title)
{
    static char text[160];
    bool has_title = title && *title;
    snprintf(text, sizeof text, "%.94s%s%s\n", has_title ? title : "", has_title ? ": " : "",
             strerror(errno));
    return text;
}

void perror(const char *title)
{
    const char *text = strerror(errno);
    if (title && *title)
        fprintf(stderr, "%s: %s\n", title, text);
    else
        fprintf(stderr, "%s\n", text);
}
