/* Searches: each remembers the last name that it has found, so files may come and go meanwhile. */
#include "lib/find_files.h"

#include <string.h>

#include "lib/name_order.h"
#include "lib/ram_files.h"

enum { SEARCHES = 32, DOTS = 2 };

static struct search {
    bool open;
    unsigned dots;          /* of "." and "..", how many have been looked at */
    char folder[PATH_SIZE]; /* "", or with a backslash at its end */
    char pattern[PATH_SIZE];
    char last[PATH_SIZE]; /* "": none yet */
} searches[SEARCHES];

/* Whether nothing of a pattern is left that needs a character. */
static bool needs_none(const char *pattern)
{
    return pattern[strspn(pattern, "*?.")] == 0;
}

/* Takes a character of both, if the pattern's stands for the name's. */
static bool is_same(const char **pattern, const char **name)
{
    const char *of_pattern = *pattern, *of_name = *name;
    bool any = *of_pattern == '?';
    uint32_t wanted = *of_pattern ? name_next(&of_pattern) : 0;
    if (wanted == 0 || (name_next(&of_name) != wanted && !any))
        return false;
    *pattern = of_pattern;
    *name = of_name;
    return true;
}

/* Where the part behind the last star fits not, the star takes a character more. */
static bool matches(const char *pattern, const char *name)
{
    const char *behind_star = NULL, *taken = NULL;
    for (;;) {
        if (*pattern == '*') {
            behind_star = ++pattern;
            taken = name;
        } else if (!*name) {
            return needs_none(pattern);
        } else if (*pattern == '?' && *name == '.') {
            pattern++; /* it may stand for no character at the end of a part */
        } else if (is_same(&pattern, &name)) {
        } else if (behind_star) {
            pattern = behind_star;
            name_next(&taken);
            name = taken;
        } else {
            return false;
        }
    }
}

/* "*.*" is all names, and one that ends in "*." those without a dot. */
static bool is_wanted(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    if (strcmp(pattern, "*.*") == 0)
        return true;
    if (length >= 2 && strcmp(pattern + length - 2, "*.") == 0 && strchr(name, '.'))
        return false;
    return matches(pattern, name);
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
        if (is_next && is_wanted(search->pattern, entry.name)) {
            *found = entry;
            some = true;
        }
    }
    return some;
}

static bool step(struct search *search, struct found_file *found)
{
    static const char *const dots[DOTS] = {".", ".."};
    while (search->folder[0] && search->dots < DOTS) {
        const char *name = dots[search->dots++];
        if (!is_wanted(search->pattern, name))
            continue;
        *found = (struct found_file){.is_folder = true, .attributes = RAM_FOLDER};
        strcpy(found->name, name);
        return true;
    }
    if (!find_after(search, found))
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

enum find_result find_begin(const char *name, int *number, struct found_file *found)
{
    struct search search = {.open = true};
    enum find_result result = cut(&search, name);
    if (result != FIND_DONE)
        return result;
    lock_take(&ram_lock);
    if (!ram_has_place(search.folder))
        result = FIND_NO_FOLDER;
    else if (!step(&search, found))
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
