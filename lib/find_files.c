/* Searches: each remembers the last name that it has found, so files may come and go meanwhile. */
#include "lib/find_files.h"

#include <string.h>

#include "lib/name_order.h"
#include "lib/ram_files.h"

enum { SEARCHES = 32, DOTS = 2 };

static struct search {
    bool open;
    bool is_device;         /* has been found, and nothing else is */
    unsigned dots;          /* of "." and "..", how many have been looked at */
    char folder[PATH_SIZE]; /* "", or with a backslash at its end */
    char pattern[PATH_SIZE];
    char last[PATH_SIZE]; /* "": none yet */
} searches[SEARCHES];

/* Signs of a pattern that stand for other characters. ANY: any of them. ANY_TO_DOT: any as far as
 * the last dot. ONE: one, or none at the end of a part. DOT: a dot, or nothing at the end of the
 * name. Programs write the first, and "?" and ".", which make_pattern turns into the others. */
enum { ANY = '*', ANY_TO_DOT = '<', ONE = '>', DOT = '"' };

/* Makes a pattern of the last part of a name. Dots and spaces at its end go, and a last star stands
 * for names without an ending then, if the last of all was a dot. */
static void make_pattern(char *pattern)
{
    size_t length = strlen(pattern);
    bool ends_in_dot = pattern[length - 1] == '.';
    bool is_folder = strspn(pattern, ".") == length;
    while (!is_folder && strchr(". ", pattern[length - 1]))
        pattern[--length] = 0;
    if (strcmp(pattern, "*.*") == 0) {
        pattern[1] = 0;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        char before = i ? pattern[i - 1] : 0;
        if (pattern[i] == '.' && before == ANY)
            pattern[i - 1] = ANY_TO_DOT;
        if (strchr("?*", pattern[i]) && before == '.')
            pattern[i - 1] = DOT;
        if (pattern[i] == '?')
            pattern[i] = ONE;
    }
    if (ends_in_dot && pattern[length - 1] == ANY)
        pattern[length - 1] = ANY_TO_DOT;
}

/* Adds the places of a pattern that are reached from others without a character of the name, whose
 * next one this is, 0 at its end. */
static void skip_places(const uint32_t pattern[], bool at[], uint32_t next)
{
    for (unsigned i = 0; pattern[i]; i++)
        if (at[i] &&
            (pattern[i] == ANY || pattern[i] == ANY_TO_DOT ||
             (pattern[i] == ONE && (!next || next == '.')) || (pattern[i] == DOT && !next)))
            at[i + 1] = true;
}

/* Follows all places at which a pattern may be, a character of the name at a time. */
static bool matches(const char *text, const char *name)
{
    uint32_t pattern[PATH_SIZE];
    bool at[PATH_SIZE] = {true};
    unsigned length = 0;
    while (*text)
        pattern[length++] = name_next(&text);
    pattern[length] = 0;
    while (*name) {
        const char *rest = name;
        uint32_t next = name_next(&rest);
        bool is_last_dot = next == '.' && !strchr(rest, '.'), then[PATH_SIZE] = {false};
        skip_places(pattern, at, next);
        for (unsigned i = 0; i < length; i++) {
            if (!at[i])
                continue;
            uint32_t one = pattern[i];
            if (one == ANY || (one == ANY_TO_DOT && !is_last_dot))
                then[i] = true;
            else if (one == next || (one == DOT && next == '.') || (one == ONE && next != '.'))
                then[i + 1] = true;
        }
        memcpy(at, then, sizeof at);
        name = rest;
    }
    skip_places(pattern, at, 0);
    return at[length];
}

/* Finds the wanted entry of the folder that comes next in the order of names. With the lock held.
 */
static bool find_after(const struct search *search, struct found_file *found)
{
    size_t length = strlen(search->folder);
    bool some = false;
    for (unsigned i = 0; i < RAM_FILES; i++) {
        const struct ram_file *ram = ram_file_at(i);
        if (!ram || name_compare_part(ram->name, search->folder, length) != 0 ||
            strchr(ram->name + length, '\\'))
            continue;
        struct found_file entry = {
            .size = ram->size, .is_folder = ram->is_folder, .attributes = ram_attributes(ram)};
        strcpy(entry.name, ram->name + length);
        memcpy(entry.times, ram->times, sizeof entry.times);
        bool is_next = name_compare(entry.name, search->last) > 0 &&
                       (!some || name_compare(entry.name, found->name) < 0);
        if (is_next && matches(search->pattern, entry.name)) {
            *found = entry;
            some = true;
        }
    }
    return some;
}

static bool step(struct search *search, struct found_file *found)
{
    static const char *const dots[DOTS] = {".", ".."};
    while (search->folder[0] && search->pattern[0] && search->dots < DOTS) {
        const char *name = dots[search->dots++];
        if (!matches(search->pattern, ".") && !matches(search->pattern, ""))
            continue;
        *found = (struct found_file){.is_folder = true, .attributes = RAM_FOLDER};
        strcpy(found->name, name);
        return true;
    }
    if (search->is_device || !find_after(search, found))
        return false;
    strcpy(search->last, found->name);
    return true;
}

/* Cuts the name into a folder and a pattern. */
static enum find_result cut(struct search *search, const char *name)
{
    const char *last = path_last_part(name);
    struct path path;
    if (last - name >= PATH_SIZE - 1 || strlen(last) >= PATH_SIZE)
        return FIND_BAD_NAME;
    if (!*name)
        return FIND_NO_FOLDER;
    memcpy(search->folder, name, (size_t)(last - name));
    search->folder[last - name] = 0;
    strcpy(search->pattern, last);
    if (*last)
        make_pattern(search->pattern);
    path_make(&path, last == name ? ".\\" : search->folder);
    if (path.kind != PATH_FILE && path.kind != PATH_ROOT)
        return path.kind == PATH_BAD ? FIND_BAD_NAME : FIND_NO_FOLDER;
    strcpy(search->folder, path_name(&path));
    return FIND_DONE;
}

static struct search *find_search(int number)
{
    struct search *search = &searches[(unsigned)(number - 1) % SEARCHES];
    return number > 0 && number <= SEARCHES && search->open ? search : NULL;
}

/* A device is in each folder, also one that is not there. */
static bool find_device(const char *name, struct search *search, struct found_file *found)
{
    struct path path;
    path_make(&path, name);
    if (path.kind < PATH_NUL)
        return false;
    search->is_device = true;
    search->dots = DOTS;
    *found = (struct found_file){.attributes = RAM_ARCHIVE};
    strcpy(found->name, path_last_part(path.text));
    return true;
}

enum find_result find_begin(const char *name, int *number, struct found_file *found)
{
    struct search search = {.open = true};
    enum find_result result = cut(&search, name);
    if (result != FIND_DONE)
        return result;
    lock_take(&ram_lock);
    if (!ram_has_place(search.folder))
        result = FIND_NO_FOLDER;
    else if (!find_device(name, &search, found) && !step(&search, found))
        result = FIND_NO_FILE;
    *number = 1;
    while (result == FIND_DONE && *number <= SEARCHES && searches[*number - 1].open)
        ++*number;
    if (result == FIND_DONE && *number > SEARCHES)
        result = FIND_TOO_MANY;
    if (result == FIND_DONE)
        searches[*number - 1] = search;
    lock_release(&ram_lock);
    return result;
}

bool find_next(int number, struct found_file *found)
{
    lock_take(&ram_lock);
    struct search *search = find_search(number);
    bool some = search && step(search, found);
    lock_release(&ram_lock);
    return some;
}

bool find_is_open(int number)
{
    lock_take(&ram_lock);
    bool is_open = find_search(number) != NULL;
    lock_release(&ram_lock);
    return is_open;
}

bool find_end(int number)
{
    lock_take(&ram_lock);
    struct search *search = find_search(number);
    if (search)
        search->open = false;
    lock_release(&ram_lock);
    return search != NULL;
}
