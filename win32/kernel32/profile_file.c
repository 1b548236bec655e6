/* Files of settings: reading, finding, writing. */
#include "win32/kernel32/profile_file.h"

#include "win32/fails.h"

#include <fileapi.h>
#include <handleapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <winnls.h>

#define WIDE_MARK "\xFF\xFE"
enum { MARK_SIZE = 2, NAME = 520 };

/* The path: a name without a folder is one of Windows'. */
static const char *path_of(const char *file, char path[NAME])
{
    if (!file)
        file = "win.ini";
    snprintf(path, NAME, strpbrk(file, "\\/:") ? "%s" : "C:\\Windows\\%s", file);
    return path;
}

/* Makes the bytes UTF-8. */
static BOOL decode(struct profile *profile, char *bytes, DWORD size)
{
    profile->is_wide = size >= MARK_SIZE && memcmp(bytes, WIDE_MARK, MARK_SIZE) == 0;
    profile->text = bytes;
    profile->size = size;
    if (!profile->is_wide)
        return TRUE;
    const WCHAR *wide = (const WCHAR *)(bytes + MARK_SIZE);
    int units = (int)(size - MARK_SIZE) / (int)sizeof *wide, length = 0;
    if (units)
        length = WideCharToMultiByte(CP_UTF8, 0, wide, units, NULL, 0, NULL, NULL);
    profile->text = malloc((size_t)length + 1);
    profile->size = (size_t)length;
    if (profile->text && units)
        WideCharToMultiByte(CP_UTF8, 0, wide, units, profile->text, length, NULL, NULL);
    free(bytes);
    return profile->text || fails(ERROR_NOT_ENOUGH_MEMORY);
}

BOOL profile_read(const char *file, struct profile *profile)
{
    char path[NAME];
    DWORD done = 0;
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    HANDLE handle =
        CreateFileA(path_of(file, path), GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
    *profile = (struct profile){.text = NULL};
    if (handle == INVALID_HANDLE_VALUE)
        return FALSE;
    DWORD size = GetFileSize(handle, NULL);
    char *bytes = malloc((size_t)size + 1);
    BOOL read = bytes ? ReadFile(handle, bytes, size, &done, NULL) : fails(ERROR_NOT_ENOUGH_MEMORY);
    CloseHandle(handle);
    if (read)
        return decode(profile, bytes, done);
    free(bytes);
    return FALSE;
}

/* Writes the text as UTF-16. */
static BOOL write_wide(HANDLE handle, const struct profile *profile)
{
    DWORD done;
    int units = profile->size
                    ? MultiByteToWideChar(CP_UTF8, 0, profile->text, (int)profile->size, NULL, 0)
                    : 0;
    WCHAR *wide = malloc(((size_t)units + 1) * sizeof *wide);
    if (!wide)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    if (units)
        MultiByteToWideChar(CP_UTF8, 0, profile->text, (int)profile->size, wide, units);
    BOOL written = WriteFile(handle, WIDE_MARK, MARK_SIZE, &done, NULL) &&
                   WriteFile(handle, wide, (DWORD)units * sizeof *wide, &done, NULL);
    free(wide);
    return written;
}

BOOL profile_write(const char *file, const struct profile *profile)
{
    char path[NAME];
    DWORD done;
    HANDLE handle = CreateFileA(path_of(file, path), GENERIC_WRITE, FILE_SHARE_READ, NULL,
                                CREATE_ALWAYS, 0, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return FALSE;
    BOOL written = profile->is_wide
                       ? write_wide(handle, profile)
                       : WriteFile(handle, profile->text, (DWORD)profile->size, &done, NULL);
    return CloseHandle(handle) && written;
}

BOOL profile_change(struct profile *profile, const char *at, size_t size, const char *text)
{
    size_t before = at ? (size_t)(at - profile->text) : 0, length = strlen(text);
    size_t behind = profile->size - before - size;
    char *changed = malloc(before + length + behind + 1);
    if (!changed)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    if (profile->text) {
        memcpy(changed, profile->text, before);
        memcpy(changed + before + length, profile->text + before + size, behind);
    }
    memcpy(changed + before, text, length);
    free(profile->text);
    profile->text = changed;
    profile->size = before + length + behind;
    return TRUE;
}

/* ---------------------------------------------------------------- finding */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static struct part without_blanks(const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && is_blank(end[-1]))
        end--;
    return (struct part){begin, (size_t)(end - begin)};
}

bool profile_line(const char **at, const char *end, struct part *line)
{
    const char *begin = *at, *stop = begin;
    if (begin >= end)
        return false;
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    *line = without_blanks(begin, stop);
    if (stop < end && *stop == '\r')
        stop++;
    if (stop < end && *stop == '\n')
        stop++;
    *at = stop;
    return true;
}

static bool is_title(struct part line, struct part *name)
{
    const char *end = line.length && *line.begin == '[' ? memchr(line.begin, ']', line.length) : 0;
    if (end)
        *name = without_blanks(line.begin + 1, end);
    return end != NULL;
}

bool profile_next_section(const struct profile *profile, const char *at, struct section *section,
                          struct part *name)
{
    const char *end = profile->text + profile->size, *before = at;
    struct part line, other;
    while (profile_line(&at, end, &line) && !is_title(line, name))
        before = at;
    if (before >= end)
        return false;
    section->title = before;
    section->lines.begin = at;
    section->next = at;
    const char *stop = at; /* behind the last line with something in it */
    while (profile_line(&at, end, &line) && !is_title(line, &other)) {
        section->next = at;
        if (line.length)
            stop = at;
    }
    section->lines.length = (size_t)(stop - section->lines.begin);
    return true;
}

/* Names end without blanks, too, where a caller gives them. */
static bool is_named(struct part part, const char *name)
{
    struct part wanted = without_blanks(name, name + strlen(name));
    return part.length == wanted.length && _strnicmp(part.begin, wanted.begin, part.length) == 0;
}

bool profile_section(const struct profile *profile, const char *name, struct section *section)
{
    struct part found;
    const char *at = profile->text;
    while (profile->text && profile_next_section(profile, at, section, &found)) {
        if (is_named(found, name))
            return true;
        at = section->next;
    }
    return false;
}

bool profile_key(struct part line, struct part *key, struct part *text)
{
    const char *end = line.begin + line.length;
    const char *sign = line.length ? memchr(line.begin, '=', line.length) : NULL;
    *key = without_blanks(line.begin, sign ? sign : end);
    *text = sign ? without_blanks(sign + 1, end) : (struct part){NULL, 0};
    return line.length && *line.begin != ';';
}

bool profile_find(const struct section *section, const char *key, struct part *line,
                  struct part *text)
{
    const char *at = section->lines.begin, *end = at + section->lines.length;
    struct part trimmed, found;
    while (line->begin = at, profile_line(&at, end, &trimmed)) {
        line->length = (size_t)(at - line->begin);
        if (profile_key(trimmed, &found, text) && text->begin && is_named(found, key))
            return true;
    }
    return false;
}
