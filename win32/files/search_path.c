/* SearchPath: a file in one of several folders. */
#include "lib/environment.h"
#include "win32/files/file_names.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Where a program looks, before the folders of PATH: its own folder and the current one first. */
#define USUAL_FOLDERS "C:\\;.;C:\\Windows\\system32;C:\\Windows"

/* Makes the path of a name in a folder, of which length bytes are there. Returns whether it is
 * there. */
static bool is_in(const char *folder, size_t length, const char *name, struct path *path)
{
    char text[2 * PATH_SIZE];
    if (length + 1 + strlen(name) >= sizeof text)
        return false;
    memcpy(text, folder, length);
    text[length] = '\\';
    strcpy(text + length + (length > 0), name);
    path_make(path, text);
    return path->kind == PATH_FILE && file_is_named(path);
}

static bool is_in_one(const char *folders, const char *name, struct path *path)
{
    for (const char *next = folders; *next;) {
        size_t length = strcspn(next, ";");
        if (length && is_in(next, length, name, path))
            return true;
        next += length;
        next += *next == ';';
    }
    return false;
}

/* Returns the folders of PATH from malloc; NULL: it has none. */
static char *copy_path_variable(void)
{
    size_t needed = environment_copy("PATH", NULL, 0);
    char *text = needed == ENVIRONMENT_MISSING ? NULL : malloc(needed + 1);
    if (text && environment_copy("PATH", text, needed + 1) > needed)
        text[0] = 0; /* it has changed meanwhile */
    return text;
}

static bool find(const char *folders, const char *name, struct path *path)
{
    if (path_last_part(name) != name)
        return is_in("", 0, name, path);
    if (folders)
        return is_in_one(folders, name, path);
    char *others = copy_path_variable();
    bool found = is_in_one(USUAL_FOLDERS, name, path) || (others && is_in_one(others, name, path));
    free(others);
    return found;
}

/* Finds a name with its extension. FALSE, with the last error: it is not there. */
static BOOL find_extended(const char *folders, const char *name, const char *extension,
                          struct path *path)
{
    char text[PATH_SIZE];
    if (!name || !*name)
        return file_fails(ERROR_INVALID_PARAMETER);
    if (!extension || strchr(path_last_part(name), '.'))
        extension = "";
    if (strlen(name) + strlen(extension) >= sizeof text)
        return file_fails(ERROR_FILENAME_EXCED_RANGE);
    strcat(strcpy(text, name), extension);
    return find(folders, text, path) || file_fails(ERROR_FILE_NOT_FOUND);
}

DWORD WINAPI SearchPathA(LPCSTR folders, LPCSTR name, LPCSTR extension, DWORD size, LPSTR buffer,
                         LPSTR *part)
{
    struct path path;
    if (!find_extended(folders, name, extension, &path))
        return 0;
    DWORD length = file_give_text(path.text, buffer, size);
    if (length < size && part)
        *part = strrchr(buffer, '\\') + 1;
    return length;
}

DWORD WINAPI SearchPathW(LPCWSTR folders, LPCWSTR name, LPCWSTR extension, DWORD size,
                         LPWSTR buffer, LPWSTR *part)
{
    char narrow_name[FILE_NARROW_SIZE], narrow_extension[FILE_NARROW_SIZE];
    struct path path;
    char *narrow = wide_narrow_copy(folders ? folders : L"");
    BOOL found = narrow ? find_extended(folders ? narrow : NULL, file_narrow(name, narrow_name),
                                        file_narrow(extension, narrow_extension), &path)
                        : file_fails(ERROR_NOT_ENOUGH_MEMORY);
    free(narrow);
    if (!found)
        return 0;
    DWORD length = file_give_wide(path.text, buffer, size);
    if (length < size && part)
        *part = wcsrchr(buffer, L'\\') + 1;
    return length;
}
