/* Paths taken apart and put together, of either width. Nothing is looked up. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"
#include "lib/secure_text.h"

static unsigned unit_at(const void *text, size_t index, size_t width)
{
    return width == sizeof(char) ? ((const unsigned char *)text)[index]
                                 : ((const wchar_t *)text)[index];
}

static bool is_separator(unsigned unit)
{
    return unit == '\\' || unit == '/';
}

static size_t length_of(const void *text, size_t width)
{
    return width == sizeof(char) ? strlen(text) : wcslen(text);
}

/* ---------------------------------------------------------------- apart */

enum { DRIVE, FOLDER, NAME, ENDING, PARTS };

/* Where each part begins: the drive at 0, the next one where the one before it ends. */
static void find_parts(const void *path, size_t width, size_t begins[PARTS + 1])
{
    size_t length = length_of(path, width);
    size_t name = length && unit_at(path, 1, width) == ':' ? 2 : 0, ending = length;
    begins[DRIVE] = 0;
    begins[FOLDER] = name;
    for (size_t i = name; i < length; i++) {
        unsigned unit = unit_at(path, i, width);
        if (is_separator(unit)) {
            name = i + 1;
            ending = length;
        } else if (unit == '.') {
            ending = i;
        }
    }
    begins[NAME] = name;
    begins[ENDING] = ending;
    begins[PARTS] = length;
}

static int split(const void *path, const struct secure_place parts[PARTS])
{
    size_t begins[PARTS + 1] = {0};
    int error = path ? 0 : EINVAL;
    for (int i = 0; i < PARTS; i++)
        if (!parts[i].at != !parts[i].size)
            error = EINVAL;
    if (!error)
        find_parts(path, parts[0].width, begins);
    for (int i = 0; i < PARTS && !error; i++)
        if (parts[i].at && begins[i + 1] - begins[i] >= parts[i].size)
            error = ERANGE;
    for (int i = 0; i < PARTS; i++) {
        const struct secure_place *part = &parts[i];
        const char *from = error ? NULL : (const char *)path + begins[i] * part->width;
        if (part->at && part->size)
            secure_copy(*part, from, error ? 0 : begins[i + 1] - begins[i]);
    }
    if (error == EINVAL)
        invalid_parameter(EINVAL, parts[0].call);
    if (error)
        errno = error;
    return error;
}

#define SPLIT_CALLS(sized, plain, character)                                                       \
    int sized(const character *path, character *drive, size_t drive_size, character *folder,       \
              size_t folder_size, character *name, size_t name_size, character *ending,            \
              size_t ending_size)                                                                  \
    {                                                                                              \
        const struct secure_place parts[PARTS] = {                                                 \
            SECURE_PLACE(drive, drive_size, #sized), SECURE_PLACE(folder, folder_size, #sized),    \
            SECURE_PLACE(name, name_size, #sized), SECURE_PLACE(ending, ending_size, #sized)};     \
        return split(path, parts);                                                                 \
    }                                                                                              \
                                                                                                   \
    void plain(const character *path, character *drive, character *folder, character *name,        \
               character *ending)                                                                  \
    {                                                                                              \
        sized(path, drive, drive ? _MAX_DRIVE : 0, folder, folder ? _MAX_DIR : 0, name,            \
              name ? _MAX_FNAME : 0, ending, ending ? _MAX_EXT : 0);                               \
    }

SPLIT_CALLS(_splitpath_s, _splitpath, char)
SPLIT_CALLS(_wsplitpath_s, _wsplitpath, wchar_t)

/* ---------------------------------------------------------------- together */

/* Appends a text and one character, in ASCII; text NULL: the character alone. last 0: none. */
static int add_part(struct secure_place to, const void *text, size_t limit, char last)
{
    char narrow[] = {last, 0};
    wchar_t wide[] = {(wchar_t)last, 0};
    const void *end = to.width == sizeof(char) ? (const void *)narrow : wide;
    int error = text ? secure_append(to, text, limit) : 0;
    return error || !last ? error : secure_append(to, end, 1);
}

static int make(struct secure_place to, const void *drive, const void *folder, const void *name,
                const void *ending)
{
    size_t width = to.width;
    if (!to.at || !to.size)
        return secure_refuse(to, EINVAL);
    memset(to.at, 0, width);
    int error = drive && unit_at(drive, 0, width) ? add_part(to, drive, 1, ':') : 0;
    if (!error && folder && unit_at(folder, 0, width)) {
        bool is_open = !is_separator(unit_at(folder, length_of(folder, width) - 1, width));
        error = add_part(to, folder, SECURE_WHOLE, is_open ? '\\' : 0);
    }
    bool lacks_point = ending && unit_at(ending, 0, width) && unit_at(ending, 0, width) != '.';
    if (!error)
        error = add_part(to, name, SECURE_WHOLE, lacks_point ? '.' : 0);
    return error ? error : add_part(to, ending, SECURE_WHOLE, 0);
}

#define MAKE_CALLS(sized, plain, character)                                                        \
    int sized(character *path, size_t size, const character *drive, const character *folder,       \
              const character *name, const character *ending)                                      \
    {                                                                                              \
        return make(SECURE_PLACE(path, size, #sized), drive, folder, name, ending);                \
    }                                                                                              \
                                                                                                   \
    void plain(character *path, const character *drive, const character *folder,                   \
               const character *name, const character *ending)                                     \
    {                                                                                              \
        sized(path, _MAX_PATH, drive, folder, name, ending);                                       \
    }

MAKE_CALLS(_makepath_s, _makepath, char)
MAKE_CALLS(_wmakepath_s, _wmakepath, wchar_t)
