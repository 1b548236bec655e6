/* Whole paths, files along a list of folders, and names that no file has. */
#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/paths.h"
#include "lib/thread_words.h"
#include "lib/utf16.h"

char *_fullpath(char *to, const char *name, size_t size)
{
    struct path path;
    if (to && !size) {
        errno = EINVAL;
        return NULL;
    }
    path_make(&path, name && *name ? name : ".");
    if (!path.length || path.kind == PATH_LONG || (to && path.length >= size)) {
        errno = ERANGE;
        return NULL;
    }
    return to ? strcpy(to, path.text) : strdup(path.text);
}

wchar_t *_wfullpath(wchar_t *to, const wchar_t *name, size_t size)
{
    wchar_t whole[PATH_SIZE];
    char *narrow = name ? wide_narrow_copy(name) : NULL;
    char *path = name && !narrow ? NULL : _fullpath(NULL, narrow, 0);
    free(narrow);
    if (!path)
        return NULL;
    size_t length = wide_widen(path, whole);
    free(path);
    if (to && length >= size) {
        errno = size ? ERANGE : EINVAL;
        return NULL;
    }
    return to ? wcscpy(to, whole) : _wcsdup(whole);
}

/* Puts a name behind a folder; a separator, where none ends the folder. Returns whether both have
 * room in PATH_SIZE bytes. */
static bool join(char *to, const char *folder, size_t length, const char *name)
{
    const char *between = length && strchr("\\/:", folder[length - 1]) ? "" : "\\";
    return snprintf(to, PATH_SIZE, "%.*s%s%s", (int)length, folder, between, name) < PATH_SIZE;
}

void _searchenv(const char *name, const char *variable, char *to)
{
    to[0] = 0;
    if (!*name) {
        errno = ENOENT;
        return;
    }
    if (_access(name, 0) == 0) {
        _fullpath(to, name, PATH_SIZE);
        return;
    }
    const char *list = getenv(variable);
    for (size_t length; list && *list; list += length + (list[length] == ';')) {
        length = strcspn(list, ";");
        if (length && join(to, list, length, name) && _access(to, 0) == 0)
            return;
    }
    to[0] = 0;
    errno = ENOENT;
}

char *_tempnam(const char *folder, const char *prefix)
{
    static unsigned last;
    char number[16], name[PATH_SIZE], path[PATH_SIZE];
    const char *first = getenv("TMP");
    if (first && _access(first, 0) == 0)
        folder = first;
    else if (!folder || _access(folder, 0) != 0)
        folder = "\\";
    do {
        _ultoa(__atomic_add_fetch(&last, 1, __ATOMIC_RELAXED), number, 10);
        int length = snprintf(name, sizeof name, "%s%s", prefix ? prefix : "", number);
        if (length >= PATH_SIZE || !join(path, folder, strlen(folder), name)) {
            errno = ERANGE;
            return NULL;
        }
    } while (_access(path, 0) == 0);
    return strdup(path);
}

char *_mktemp(char *name)
{
    enum { PLACES = 6, DIGITS = 5 };
    size_t length = strlen(name);
    if (length < PLACES || strcmp(name + length - PLACES, "XXXXXX") != 0) {
        errno = EINVAL;
        return NULL;
    }
    char *letter = name + length - PLACES;
    unsigned number = lib_thread_number() % 100000;
    for (*letter = 'a'; *letter <= 'z'; ++*letter) {
        snprintf(letter + 1, DIGITS + 1, "%05u", number);
        if (_access(name, 0) != 0)
            return name;
    }
    errno = EEXIST;
    return NULL;
}

/* Copies a path that a call for narrow text has made; NULL for none. Frees it. */
static wchar_t *widened(wchar_t *to, char *path)
{
    wchar_t whole[PATH_SIZE];
    if (!path)
        return NULL;
    wide_widen(path, whole);
    free(path);
    return to ? wcscpy(to, whole) : _wcsdup(whole);
}

void _wsearchenv(const wchar_t *name, const wchar_t *variable, wchar_t *to)
{
    char found[PATH_SIZE] = "", *narrow = wide_narrow_copy(name),
         *narrow_variable = wide_narrow_copy(variable);
    if (narrow && narrow_variable)
        _searchenv(narrow, narrow_variable, found);
    free(narrow);
    free(narrow_variable);
    wide_widen(found, to);
}

wchar_t *_wtempnam(const wchar_t *folder, const wchar_t *prefix)
{
    char *narrow = folder ? wide_narrow_copy(folder) : NULL,
         *narrow_prefix = prefix ? wide_narrow_copy(prefix) : NULL, *path = NULL;
    if ((narrow || !folder) && (narrow_prefix || !prefix))
        path = _tempnam(narrow, narrow_prefix);
    free(narrow);
    free(narrow_prefix);
    return widened(NULL, path);
}

wchar_t *_wmktemp(wchar_t *name)
{
    char *narrow = wide_narrow_copy(name);
    if (narrow && _mktemp(narrow))
        return widened(name, narrow);
    free(narrow);
    return NULL;
}
