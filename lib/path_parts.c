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

/* A path that is written from its beginning. Its parts may lie in the same memory, each where it is
 * written, so nothing is cleared before it is read. */
struct growing {
    struct secure_place to;
    size_t length;
    bool is_full; /* a character had no room with a zero behind it */
};

static void set_unit(struct growing *path, size_t index, unsigned unit)
{
    if (path->to.width == sizeof(char))
        ((char *)path->to.at)[index] = (char)unit;
    else
        ((wchar_t *)path->to.at)[index] = (wchar_t)unit;
}

static void add_unit(struct growing *path, unsigned unit)
{
    path->is_full |= path->length + 1 >= path->to.size;
    if (!path->is_full)
        set_unit(path, path->length++, unit);
}

/* Appends a text, and returns its last character, 0 without any. */
static unsigned add_text(struct growing *path, const void *text)
{
    unsigned last = 0;
    for (size_t i = 0; text && unit_at(text, i, path->to.width) && !path->is_full; i++)
        add_unit(path, last = unit_at(text, i, path->to.width));
    return last;
}

static unsigned first_unit(const void *text, size_t width)
{
    return text ? unit_at(text, 0, width) : 0;
}

static int make(struct secure_place to, const void *drive, const void *folder, const void *name,
                const void *ending)
{
    struct growing path = {.to = to};
    if (!to.at || !to.size)
        return secure_refuse(to, EINVAL);
    const unsigned letter = first_unit(drive, to.width);
    path.is_full = letter && to.size < sizeof "c:"; /* a drive is written whole */
    if (letter) {
        add_unit(&path, letter);
        add_unit(&path, ':');
    }
    const unsigned last = add_text(&path, folder);
    if (last && !is_separator(last))
        add_unit(&path, '\\');
    add_text(&path, name);
    const unsigned point = first_unit(ending, to.width);
    if (point && point != '.')
        add_unit(&path, '.');
    add_text(&path, ending);
    if (path.is_full)
        return secure_refuse(to, ERANGE);
    set_unit(&path, path.length, 0);
    return 0;
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
