/* From names to whole paths. */
#include "lib/paths.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "lib/lock.h"

static struct lock current_lock;
static char current[PATH_SIZE]; /* what stands behind C:\ */

void path_enter(const char *folder)
{
    lock_take(&current_lock);
    strcpy(current, folder);
    lock_release(&current_lock);
}

static bool is_slash(char character)
{
    return character == '\\' || character == '/';
}

/* Appends bytes; a path that becomes too long is PATH_LONG. */
static void append(struct path *path, const char *bytes, size_t length)
{
    if (path->length + length >= PATH_SIZE) {
        path->kind = PATH_LONG;
        return;
    }
    memcpy(path->text + path->length, bytes, length);
    path->length += length;
    path->text[path->length] = 0;
}

/* Takes the last folder off, but not the root. */
static void go_up(struct path *path, size_t root)
{
    while (path->length > root && path->text[path->length - 1] == '\\')
        path->length--;
    while (path->length > root && path->text[path->length - 1] != '\\')
        path->length--;
    path->text[path->length] = 0;
}

static void put_current(struct path *path)
{
    lock_take(&current_lock);
    append(path, current, strlen(current));
    if (current[0])
        append(path, "\\", 1);
    lock_release(&current_lock);
}

/* Appends parts of a name behind the folder in which it begins, and none above the root. */
static void put_parts(struct path *path, const char *from, size_t root)
{
    bool is_open = true; /* a folder's name without a backslash is meant */
    while (*from) {
        while (is_slash(*from))
            from++;
        size_t length = strcspn(from, "\\/");
        const char *next = from + length;
        bool is_here = length == 1 && from[0] == '.';
        bool is_above = length == 2 && from[0] == '.' && from[1] == '.';
        is_open = is_here || is_above;
        if (is_above)
            go_up(path, root);
        else if (!is_here) {
            if (length && *next && from[length - 1] == '.' && from[length - 2] != '.')
                length--;
            append(path, from, length);
            if (length && *next)
                append(path, "\\", 1);
        }
        from = next;
    }
    while (path->length > root && strchr(is_open ? "\\" : ". ", path->text[path->length - 1]))
        path->text[--path->length] = 0;
}

void path_copy_name(char name[PATH_SIZE], const struct path *path)
{
    strcpy(name, path_name(path));
    size_t length = strlen(name);
    if (length && name[length - 1] == '\\')
        name[length - 1] = 0;
}

const char *path_last_part(const char *name)
{
    const char *last = name;
    for (const char *next = name; *next; next++)
        if (is_slash(*next) || (next == name + 1 && *next == ':'))
            last = next + 1;
    return last;
}

static const struct device {
    const char *name;
    enum path_kind kind;
    bool numbered; /* a digit from 1 to 9 follows */
    bool whole;    /* no folder stands before it, and nothing behind */
} devices[] = {
    {"NUL", PATH_NUL, false, false},     {"CON", PATH_CONSOLE, false, false},
    {"CONIN$", PATH_INPUT, false, true}, {"CONOUT$", PATH_OUTPUT, false, true},
    {"PRN", PATH_DEVICE, false, false},  {"AUX", PATH_DEVICE, false, false},
    {"COM", PATH_DEVICE, true, false},   {"LPT", PATH_DEVICE, true, false},
};

/* Returns the device that the last part of a name means, with any ending, and where its name
 * stands; NULL: it is a file. */
static const struct device *find_device(const char *name, const char **at, size_t *length)
{
    *at = path_last_part(name);
    for (const struct device *row = devices; row < devices + sizeof devices / sizeof *row; row++) {
        *length = strlen(row->name);
        if (_strnicmp(*at, row->name, *length) != 0)
            continue;
        if (row->numbered && ((*at)[*length] < '1' || (*at)[*length] > '9'))
            continue;
        *length += row->numbered;
        const char *rest = *at + *length;
        if (row->whole ? *at == name && !*rest : strchr(".:", rest[strspn(rest, " ")]) != NULL)
            return row;
    }
    return NULL;
}

/* Whether the name has a character that none may have, or a colon behind its drive's. */
static bool has_bad(const char *parts)
{
    for (; *parts; parts++)
        if ((unsigned char)*parts < ' ' || strchr("<>\"|*?:", *parts))
            return true;
    return false;
}

static void make_on_drive(struct path *path, const char *name, bool verbatim)
{
    bool has_drive = isalpha((unsigned char)name[0]) && name[1] == ':';
    const char *parts = has_drive ? name + 2 : name;
    char root[] = {has_drive ? name[0] : 'C', ':', '\\'};
    if (toupper((unsigned char)root[0]) != 'C')
        path->kind = PATH_ELSEWHERE;
    bool is_behind = !verbatim && !is_slash(*parts) && path->kind == PATH_FILE;
    if (is_behind)
        root[0] = 'C'; /* as the current folder says it, not as the name does */
    append(path, root, sizeof root);
    if (is_behind)
        put_current(path);
    if (verbatim)
        append(path, parts + (*parts == '\\'), strlen(parts + (*parts == '\\')));
    else
        put_parts(path, parts, PATH_ROOT_LENGTH);
    if (has_bad(parts))
        path->kind = PATH_BAD;
    else if (path->kind == PATH_FILE && path->length == PATH_ROOT_LENGTH)
        path->kind = PATH_ROOT;
}

bool path_is_local(const char *name)
{
    return is_slash(name[0]) && is_slash(name[1]) && (name[2] == '.' || name[2] == '?') &&
           (!name[3] || is_slash(name[3]));
}

void path_make(struct path *path, const char *name)
{
    *path = (struct path){.kind = PATH_FILE};
    bool is_verbatim = strncmp(name, "\\\\?\\", 4) == 0 && name[4];
    bool is_local = !is_verbatim && path_is_local(name);
    const char local[] = {'\\', '\\', is_local ? name[2] : '.', '\\'};
    if (is_local || is_verbatim)
        name += name[3] ? 4 : 3;
    const size_t volume = sizeof PATH_VOLUME - 1;
    if (is_verbatim && _strnicmp(name, PATH_VOLUME, volume) == 0 && name[volume] == '\\')
        name += volume; /* a path from the root of C: */
    bool has_drive = isalpha((unsigned char)name[0]) && name[1] == ':';
    size_t length;
    const char *at;
    const struct device *device = is_verbatim ? NULL : find_device(name, &at, &length);
    if (!*name && !is_local) {
        path->kind = PATH_EMPTY;
    } else if (device) {
        path->kind = device->kind;
        append(path, "\\\\.\\", 4);
        append(path, at, length);
    } else if (is_local && !has_drive) {
        path->kind = PATH_DEVICE;
        append(path, local, sizeof local);
        put_parts(path, name, path->length);
    } else if (!has_drive && is_slash(name[0]) && is_slash(name[1])) {
        path->kind = PATH_ELSEWHERE;
        append(path, "\\\\", 2);
        put_parts(path, name + 2, path->length);
    } else {
        make_on_drive(path, name, is_verbatim);
    }
    if (path->kind == PATH_LONG)
        path->text[0] = 0;
}
