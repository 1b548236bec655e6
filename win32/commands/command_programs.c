/* Where programs are, and the parts of names, as %~dp0 and %~nxi ask for them. */
#include <ctype.h>
#include <fileapi.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command.h"

static const char *const endings[] = {".com", ".exe", ".bat", ".cmd"};
enum { ENDINGS = sizeof endings / sizeof *endings, FIRST_BATCH = 2 };

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path_last_part(path), '.');
    return dot ? dot : path + strlen(path);
}

static bool has_ending(const char *path, int first)
{
    for (int i = first; i < ENDINGS; i++)
        if (_stricmp(ending_of(path), endings[i]) == 0)
            return true;
    return false;
}

bool command_is_batch(const char *path)
{
    return has_ending(path, FIRST_BATCH);
}

static bool is_file(const char *path)
{
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES && !command_is_folder(path);
}

/* Looks for a program of this whole path, with the endings of programs if it has none of them. */
static bool find_ending(char path[PATH_SIZE])
{
    size_t length = strlen(path);
    if (has_ending(path, 0) && is_file(path))
        return true;
    for (int i = 0; i < ENDINGS && length + strlen(endings[i]) < PATH_SIZE; i++) {
        strcpy(path + length, endings[i]);
        if (is_file(path))
            return true;
    }
    return false;
}

bool command_find_program(const struct command *command, const char *name, char path[PATH_SIZE])
{
    char folder[PATH_SIZE];
    if (!*name || strpbrk(name, "*?<>|"))
        return false;
    if (command_path(command, name, path) && find_ending(path))
        return true;
    const char *at = command_variable(command->process, "PATH");
    if (path_last_part(name) != name || !at)
        return false;
    for (; *at; at += strspn(at, ";")) {
        size_t length = strcspn(at, ";");
        snprintf(folder, sizeof folder, "%.*s", (int)length, at);
        at += length;
        if (command_path(command, folder, folder) && command_join(path, folder, name) &&
            find_ending(path))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- parts of names */

static void put_attributes(char *to, DWORD attributes)
{
    static const char signs[] = "drahs";
    static const DWORD bits[] = {FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_READONLY,
                                 FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_HIDDEN,
                                 FILE_ATTRIBUTE_SYSTEM};
    for (int i = 0; signs[i]; i++)
        to[i] = attributes & bits[i] ? signs[i] : '-';
    strcpy(to + sizeof signs - 1, "----");
}

/* Returns a copy of a text, which may be longer than a path, without quotes around it. */
static char *copy_plain(const char *name)
{
    bool is_quoted = *name == '"';
    char *copy = strdup(name + is_quoted);
    size_t length = copy ? strlen(copy) : 0;
    if (is_quoted && length && copy[length - 1] == '"')
        copy[length - 1] = 0;
    return copy;
}

/* Makes a whole path of a name. The argument 0 means the batch file, wherever it was found. */
static void make_whole_path(const struct command_process *process, const char *name,
                            const char *plain, char path[PATH_SIZE])
{
    struct command command = {.process = (struct command_process *)process};
    *path = 0;
    if (name == command_argument(process, 0))
        strcpy(path, command_batch_path(process));
    else
        command_path(&command, plain, path);
}

char *command_name_parts(const struct command_process *process, const char *letters, size_t count,
                         const char *name)
{
    char path[PATH_SIZE], attributes[16] = "", time[32] = "", size[16] = "";
    char *plain = copy_plain(name);
    if (!count || !plain || !*plain)
        return plain;
    make_whole_path(process, name, plain, path);
    free(plain);
    bool wants[128] = {false};
    for (size_t i = 0; i < count; i++)
        wants[tolower((unsigned char)letters[i])] = true;
    if (wants['f'] || wants['s']) /* a file here has one name, which is its short one, too */
        wants['d'] = wants['p'] = wants['n'] = wants['x'] = true;
    struct command_search search;
    command_find(&search, path);
    if (search.some) {
        command_find_end(&search);
        put_attributes(attributes, search.found.attributes);
        command_written(&search.found, "%m/%d/%Y %I:%M %p", time);
        sprintf(size, "%lu", (unsigned long)search.found.size);
    }
    const char *last = path_last_part(path), *ending = ending_of(path),
               *folder = path + (*path ? 2 : 0);
    const struct {
        char letter;
        const char *text;
        size_t length;
    } parts[] = {{'a', attributes, strlen(attributes)},
                 {'t', time, strlen(time)},
                 {'z', size, strlen(size)},
                 {'d', path, (size_t)(folder - path)},
                 {'p', folder, (size_t)(last - folder)},
                 {'n', last, (size_t)(ending - last)},
                 {'x', ending, strlen(ending)}};
    char *made = malloc(sizeof attributes + sizeof time + sizeof size + PATH_SIZE), *to = made;
    for (size_t i = 0; made && i < sizeof parts / sizeof *parts; i++) {
        if (!wants[(int)parts[i].letter])
            continue;
        to += sprintf(to, "%s%.*s", i <= 3 && to > made ? " " : "", (int)parts[i].length,
                      parts[i].text);
    }
    return made;
}
