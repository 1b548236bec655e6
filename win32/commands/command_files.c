/* Commands that delete, rename and show files. */
#include <errhandlingapi.h>
#include <fileapi.h>
#include <string.h>
#include <winbase.h>

#include "lib/stdio_impl.h"
#include "win32/commands/command_list.h"

/* How del was called. */
struct deletion {
    bool forced, quiet, deep;
    unsigned count; /* of files that are gone */
};

/* Deletes the files that a pattern means, with /s in all folders below, too. */
static void delete_files(const struct command *command, const char *pattern,
                         struct deletion *deletion)
{
    struct command_search search;
    char folders[PATH_SIZE], below[PATH_SIZE];
    for (command_find(&search, pattern); search.some; command_find_next(&search)) {
        if (search.found.is_folder)
            continue;
        if (deletion->forced)
            SetFileAttributesA(search.path, FILE_ATTRIBUTE_NORMAL);
        if (!DeleteFileA(search.path)) {
            command_print(command->streams.error, "%s\n", search.path);
            command_refuse(command, GetLastError());
        } else if (deletion->deep) {
            command_print(command->streams.out, "Deleted file - %s\n", search.path);
        }
        deletion->count++;
    }
    const char *name = path_last_part(pattern);
    strcpy(folders, pattern);
    strcpy(folders + (name - pattern), "*");
    if (!deletion->deep)
        return;
    for (command_find(&search, folders); search.some; command_find_next(&search))
        if (search.found.is_folder && command_join(below, search.path, name))
            delete_files(command, below, deletion);
}

/* A file that is missing is told, and no error. */
int command_del(struct command *command)
{
    char path[PATH_SIZE], pattern[PATH_SIZE];
    struct command_words words;
    int status = command_cut(command, "fpqsa", &words) ? 0 : 1;
    if (!status && !words.count)
        status = command_syntax_error(command);
    struct deletion deletion = {.forced = !status && command_switch(&words, 'f'),
                                .quiet = !status && command_switch(&words, 'q'),
                                .deep = !status && command_switch(&words, 's')};
    for (unsigned i = 0; !status && i < words.count; i++) {
        if (!command_path(command, words.names[i], path)) {
            status = command_refuse(command, GetLastError());
            break;
        }
        bool is_folder = command_is_folder(path);
        if (!is_folder)
            strcpy(pattern, path);
        else if (!command_join(pattern, path, "*"))
            continue;
        const char *name = path_last_part(pattern);
        bool is_all = strcmp(name, "*") == 0 || strcmp(name, "*.*") == 0;
        if (is_all && !deletion.quiet && !command_ask(command, "%s, Are you sure (Y/N)? ", pattern))
            continue;
        deletion.count = 0;
        delete_files(command, pattern, &deletion);
        if (!deletion.count && !is_folder)
            command_print(command->streams.error, "Could Not Find %s\n", path);
    }
    command_free_words(&words);
    return status;
}

/* Makes the new name of a file: * stands for the rest of the old one's part, ? for its character.
 */
static void fill_pattern(char to[PATH_SIZE], const char *pattern, const char *name)
{
    char *end = &to[PATH_SIZE - 1];
    for (; *pattern && to < end; pattern++) {
        if (*pattern == '*') {
            const char *stop = pattern[1] ? strrchr(name, pattern[1]) : NULL;
            while (*name && name != stop && to < end)
                *to++ = *name++;
        } else if (*pattern == '?') {
            if (*name && *name != '.')
                *to++ = *name++;
        } else {
            if (*pattern == '.')
                name = strchr(name, '.') ? strchr(name, '.') : name + strlen(name);
            *to++ = *pattern;
            name += *name != 0;
        }
    }
    *to = 0;
}

int command_ren(struct command *command)
{
    char path[PATH_SIZE], name[PATH_SIZE], becomes[PATH_SIZE];
    struct command_search search;
    struct command_words words;
    int status = command_cut(command, "", &words) ? 0 : 1;
    if (!status && (words.count != 2 || strpbrk(words.names[1], "\\:")))
        status = command_syntax_error(command);
    if (!status && !command_path(command, words.names[0], path))
        status = command_refuse(command, GetLastError());
    if (!status) {
        command_find(&search, path);
        if (!search.some)
            status = command_refuse(command, ERROR_FILE_NOT_FOUND);
        for (; search.some; command_find_next(&search)) {
            fill_pattern(name, words.names[1], search.found.name);
            if (command_join(becomes, search.folder, name) && MoveFileA(search.path, becomes))
                continue;
            status = 1;
            if (GetLastError() == ERROR_ALREADY_EXISTS || GetLastError() == ERROR_FILE_EXISTS)
                command_print(command->streams.error,
                              "A duplicate file name exists, or the file\ncannot be found.\n");
            else
                command_refuse(command, GetLastError());
        }
    }
    command_free_words(&words);
    return status;
}

/* Writes what a file has from here on. */
static void show(const struct command *command, FILE *file)
{
    char text[512];
    size_t length;
    while ((length = fread(text, 1, sizeof text, file)) != 0)
        command_put(command->streams.out, text, length);
}

/* Shows the file of a path. Several are told apart by their names, on the error. */
static int type_file(const struct command *command, const char *path, const char *name)
{
    FILE *file = fopen(path, "rt");
    if (!file)
        return command_refuse(command,
                              command_is_folder(path) ? ERROR_ACCESS_DENIED : ERROR_FILE_NOT_FOUND);
    if (name)
        command_print(command->streams.error, "\n%s\n\n\n", name);
    show(command, file);
    fclose(file);
    return 0;
}

int command_type(struct command *command)
{
    char path[PATH_SIZE];
    struct command_search search;
    struct command_words words;
    int status = command_cut(command, "", &words) ? 0 : 1;
    if (!status && !words.count)
        status = command_syntax_error(command);
    unsigned count = status ? 0 : words.count;
    for (unsigned i = 0; i < count; i++) {
        const char *name = words.names[i];
        if (!command_path(command, name, path)) {
            status = command_refuse(command, GetLastError());
        } else if (!strpbrk(name, "*?")) {
            status |= type_file(command, path, count > 1 ? name : NULL);
        } else {
            command_find(&search, path);
            if (!search.some)
                status = command_refuse(command, ERROR_FILE_NOT_FOUND);
            for (; search.some; command_find_next(&search))
                if (!search.found.is_folder)
                    status |= type_file(command, search.path, search.found.name);
        }
    }
    command_free_words(&words);
    return status;
}

int command_more(struct command *command)
{
    struct command_words words;
    int status = command_cut(command, "ecpst", &words) ? 0 : 1;
    if (!status && !words.count && command->streams.in->reads)
        show(command, command->streams.in);
    else if (!status)
        status = command_type(command);
    command_free_words(&words);
    return status;
}
