/* Names for the calls of files. */
#ifndef WIN32_FILES_FILE_NAMES_H
#define WIN32_FILES_FILE_NAMES_H

#include "lib/folders.h"
#include "lib/host.h"
#include "lib/paths.h"
#include "lib/utf16.h"

#include <stdbool.h>
#include <windef.h>

/* A wide name in UTF-8. A name that does not fit is cut where paths are too long anyway. */
#define FILE_NARROW_SIZE (2 * PATH_SIZE + WIDE_BYTES)
static inline const char *file_narrow(const wchar_t *name, char narrow[FILE_NARROW_SIZE])
{
    return wide_narrow(name, narrow, FILE_NARROW_SIZE);
}

/* The attributes of a file that programs may set. */
#define FILE_SETTABLE_ATTRIBUTES                                                                   \
    (FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM |                     \
     FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_TEMPORARY | FILE_ATTRIBUTE_OFFLINE |                  \
     FILE_ATTRIBUTE_NOT_CONTENT_INDEXED)

/* The last error for a path that is no file. */
DWORD file_error_of(enum path_kind kind);

/* A time of a file, which has come with the program unless that has set another one. */
static inline FILETIME file_time(uint64_t time)
{
    time = time ? time : lib_host.start_time;
    return (FILETIME){(DWORD)time, (DWORD)(time >> 32)};
}

/* The last error for a name that nothing has. With the lock held. */
DWORD file_error_of_missing(const char *name);

/* Makes the path of a file. FALSE, with the last error: it is none. */
BOOL file_path_make(struct path *path, LPCSTR name);

/* Gives an open file or folder, whose handle has DELETE, another name; others may have it open.
 * Returns the last error: as MoveFileEx, ERROR_INVALID_PARAMETER for what is on no disk. */
DWORD file_rename(HANDLE file, const char *name, bool replaces);

/* Whether there is such a file or folder, whatever its name's end. Without the lock. */
bool file_is_named(const struct path *path);

/* The last error for what a call of a folder answers. */
DWORD folder_error(enum folder_result result);

/* Copy a text to a caller, as Windows' calls do: return its length, or, if it and its zero byte do
 * not fit, the size that it needs. */
DWORD file_give_text(const char *text, LPSTR buffer, DWORD size);
DWORD file_give_wide(const char *text, LPWSTR buffer, DWORD size);

#endif
