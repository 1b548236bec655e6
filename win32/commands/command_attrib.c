/* attrib: shows and changes what files are. */
#include <ctype.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <string.h>

#include "win32/commands/command_list.h"

/* Letters, and the columns in which they are shown. */
static const struct attribute {
    char letter;
    int column;
    DWORD bit;
} attributes[] = {{'A', 0, FILE_ATTRIBUTE_ARCHIVE},
                  {'S', 3, FILE_ATTRIBUTE_SYSTEM},
                  {'H', 4, FILE_ATTRIBUTE_HIDDEN},
                  {'R', 5, FILE_ATTRIBUTE_READONLY}};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes, NAME_COLUMN = 13 };

struct change {
    DWORD sets, clears;
    bool goes_below, takes_folders;
};

static DWORD bit_of(char letter)
{
    for (int i = 0; i < ATTRIBUTES; i++)
        if (attributes[i].letter == toupper((unsigned char)letter))
            return attributes[i].bit;
    return 0;
}

/* Changes what was found, or shows it. Returns whether it could. */
static bool apply(const struct command *command, const struct change *change,
                  const struct command_search *search)
{
    char shown[NAME_COLUMN + 1] = "             ";
    DWORD bits = GetFileAttributesA(search->path);
    if (change->sets || change->clears)
        return SetFileAttributesA(search->path, (bits & ~change->clears) | change->sets) ||
               command_refuse(command, GetLastError()) == 0;
    for (int i = 0; i < ATTRIBUTES; i++)
        if (bits & attributes[i].bit)
            shown[attributes[i].column] = attributes[i].letter;
    command_print(command->streams.out, "%s%s\n", shown, search->path);
    return true;
}

/* Goes over the files of a pattern, for /s also in the folders below. Returns how many there are.
 */
static int apply_all(const struct command *command, const struct change *change, const char *folder,
                     const char *pattern, int *failed)
{
    char path[PATH_SIZE];
    struct command_search search;
    int count = 0;
    bool has_wildcard = strpbrk(pattern, "*?");
    if (command_join(path, folder, pattern))
        for (command_find(&search, path); search.some; command_find_next(&search)) {
            bool changes = change->sets || change->clears;
            if (search.found.is_folder && !change->takes_folders && (has_wildcard || !changes))
                continue;
            count++;
            *failed += !apply(command, change, &search);
        }
    if (change->goes_below && command_join(path, folder, "*"))
        for (command_find(&search, path); search.some; command_find_next(&search))
            if (search.found.is_folder)
                count += apply_all(command, change, search.path, pattern, failed);
    return count;
}

int command_attrib(struct command *command)
{
    char path[PATH_SIZE], folder[PATH_SIZE];
    const char *name = "*";
    struct command_words words;
    struct change change = {0};
    int failed = command_cut(command, "sdl", &words) ? 0 : 1;
    for (unsigned i = 0; !failed && i < words.count; i++) {
        const char *word = words.names[i];
        DWORD bit = strlen(word) == 2 ? bit_of(word[1]) : 0;
        if (!strchr("+-", *word))
            name = word;
        else if (!bit)
            failed = 1;
        else if (*word == '+')
            change.sets |= bit;
        else
            change.clears |= bit;
        if (failed)
            command_print(command->streams.error, "Parameter format not correct -\n");
    }
    change.goes_below = !failed && command_switch(&words, 's');
    change.takes_folders = !failed && command_switch(&words, 'd');
    if (!failed && !command_path(command, name, path))
        failed = command_refuse(command, GetLastError());
    if (!failed) {
        const char *last = path_last_part(path);
        snprintf(folder, sizeof folder, "%.*s", (int)(last - path), path);
        if (!apply_all(command, &change, folder, last, &failed)) {
            command_print(command->streams.out, "File not found - %s\n", name);
            failed = 1;
        }
    }
    command_free_words(&words);
    return failed != 0;
}
