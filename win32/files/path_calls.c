/* Paths for a caller: of a name, and of temporary files; and the disk. */
#include "lib/environment.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <string.h>
#include <wchar.h>

DWORD file_give_text(const char *text, LPSTR buffer, DWORD size)
{
    DWORD length = (DWORD)strlen(text);
    if (!buffer || length >= size)
        return length + 1;
    memcpy(buffer, text, length + 1);
    return length;
}

DWORD file_give_wide(const char *text, LPWSTR buffer, DWORD size)
{
    wchar_t wide[FILE_NARROW_SIZE];
    size_t length = wide_widen(text, wide);
    if (!buffer || length >= size)
        return (DWORD)length + 1;
    wcscpy(buffer, wide);
    return (DWORD)length;
}

/* Makes the whole path. FALSE, with the last error: there is none. */
static BOOL make_whole(struct path *path, const char *name)
{
    path_make(path, name ? name : "");
    if (path->kind == PATH_EMPTY)
        return file_fails(ERROR_INVALID_NAME);
    return path->kind != PATH_LONG || file_fails(ERROR_FILENAME_EXCED_RANGE);
}

/* Whether the last part of the whole path of a name is a file's: not a device's, unless the name
 * says itself that it is one, and not a server's or what a server shares. */
static bool has_file_part(const struct path *path, const char *name)
{
    size_t length = strlen(path->text);
    if (!length || path->text[length - 1] == '\\')
        return false;
    if (path->kind >= PATH_NUL)
        return name && path_is_local(name);
    if (path->text[0] != '\\')
        return true;
    const char *share = strchr(path->text + 2, '\\');
    return share && strchr(share + 1, '\\');
}

DWORD WINAPI GetFullPathNameA(LPCSTR name, DWORD size, LPSTR buffer, LPSTR *part)
{
    struct path path;
    if (!make_whole(&path, name))
        return 0;
    DWORD length = file_give_text(path.text, buffer, size);
    if (length < size && part)
        *part = has_file_part(&path, name) ? strrchr(buffer, '\\') + 1 : NULL;
    return length;
}

DWORD WINAPI GetFullPathNameW(LPCWSTR name, DWORD size, LPWSTR buffer, LPWSTR *part)
{
    char narrow[FILE_NARROW_SIZE];
    struct path path;
    const char *plain = file_narrow(name, narrow);
    if (!make_whole(&path, plain))
        return 0;
    DWORD length = file_give_wide(path.text, buffer, size);
    if (length < size && part)
        *part = has_file_part(&path, plain) ? wcsrchr(buffer, L'\\') + 1 : NULL;
    return length;
}

/* The folder for temporary files, with a backslash at its end. */
static const char *temporary(struct path *path)
{
    static const char *const names[] = {"TMP", "TEMP", "USERPROFILE"};
    char text[PATH_SIZE] = "C:\\Windows";
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = environment_copy(names[i], text, sizeof text);
        if (length != ENVIRONMENT_MISSING && length && length < sizeof text)
            break;
        strcpy(text, "C:\\Windows");
    }
    path_make(path, text);
    if (path->length && path->length < PATH_SIZE - 1 && path->text[path->length - 1] != '\\')
        strcat(path->text, "\\");
    return path->text;
}

DWORD WINAPI GetTempPathA(DWORD size, LPSTR buffer)
{
    struct path path;
    return file_give_text(temporary(&path), buffer, size);
}

/* Windows clears the whole buffer before it fills it, as far as a text can be long. */
DWORD WINAPI GetTempPathW(DWORD size, LPWSTR buffer)
{
    enum { LONGEST = 0x7FFF };
    struct path path;
    if (buffer)
        wmemset(buffer, 0, size < LONGEST ? size : LONGEST);
    return file_give_wide(temporary(&path), buffer, size);
}

BOOL WINAPI GetDiskFreeSpaceA(LPCSTR root, LPDWORD sectors, LPDWORD bytes, LPDWORD free,
                              LPDWORD clusters)
{
    struct path path;
    path_make(&path, root ? root : "C:\\");
    if (path.kind != PATH_ROOT)
        return file_fails(path.kind == PATH_FILE ? ERROR_INVALID_NAME : ERROR_PATH_NOT_FOUND);
    static const DWORD answers[] = {8, 512, 4096, 4096};
    LPDWORD to[] = {sectors, bytes, free, clusters};
    for (unsigned i = 0; i < sizeof to / sizeof to[0]; i++)
        if (to[i])
            *to[i] = answers[i];
    return TRUE;
}

BOOL WINAPI GetDiskFreeSpaceW(LPCWSTR root, LPDWORD sectors, LPDWORD bytes, LPDWORD free,
                              LPDWORD clusters)
{
    char narrow[FILE_NARROW_SIZE];
    return GetDiskFreeSpaceA(file_narrow(root, narrow), sectors, bytes, free, clusters);
}
