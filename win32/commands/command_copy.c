/* copy and move. */
#include <errhandlingapi.h>
#include <fileapi.h>
#include <string.h>
#include <winbase.h>

#include "win32/commands/command_list.h"

/* Where files go: into a folder by their own names, or to a name. */
struct target {
    bool is_folder, asks;
    char path[PATH_SIZE];
};

/* Makes the target of a word; NULL: the current folder. Returns false, and says why. */
static bool make_target(const struct command *command, const char *name,
                        const struct command_words *words, struct target *target)
{
    if (!command_path(command, name ? name : ".", target->path)) {
        command_refuse(command, GetLastError());
        return false;
    }
    target->is_folder = command_is_folder(target->path);
    target->asks = !command_switch(words, 'y');
    return true;
}

/* Makes the path that a file gets. Returns false, with the last error: it is too long. */
static bool path_in(const struct target *target, const char *name, char path[PATH_SIZE])
{
    if (target->is_folder)
        return command_join(path, target->path, name);
    strcpy(path, target->path);
    return true;
}

/* Whether the path may be written. A file that is there is replaced if the answer is yes. */
static bool may_replace(const struct command *command, const struct target *target,
                        const char *path)
{
    return !target->asks || GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES ||
           command_is_folder(path) || command_ask(command, "Overwrite %s? (Yes/No/All): ", path);
}

/* ---------------------------------------------------------------- copy */

/* Appends a file, as text up to ^Z, to another. */
static bool append_file(const char *from, const char *to)
{
    char text[512];
    size_t length;
    FILE *source = fopen(from, "rt"), *file = source ? fopen(to, "at") : NULL;
    while (file && (length = fread(text, 1, sizeof text, source)) != 0)
        fwrite(text, 1, length, file);
    if (file)
        fclose(file);
    if (source)
        fclose(source);
    return file;
}

static bool is_device(const char *path)
{
    struct path device;
    path_make(&device, path);
    return path_is_device(&device);
}

/* Copies what a device gives: nothing for nul, lines for con. Returns whether it did. */
static bool copy_device(const struct command *command, const struct target *target,
                        const char *from, bool appends)
{
    char to[PATH_SIZE];
    if (!path_in(target, path_last_part(from), to))
        return command_refuse(command, GetLastError()) == 0;
    if (!appends && !may_replace(command, target, to))
        return false;
    FILE *file = appends ? NULL : fopen(to, "wt");
    if (file)
        fclose(file);
    return append_file(from, to);
}

/* Copies the file that was found. Returns whether it did. */
static bool copy_file(const struct command *command, const struct target *target,
                      const struct command_search *search, bool appends)
{
    char to[PATH_SIZE];
    if (!path_in(target, search->found.name, to))
        return command_refuse(command, GetLastError()) == 0;
    if (!appends && !is_device(to) && _stricmp(to, search->path) == 0) {
        command_print(command->streams.error, "The file cannot be copied onto itself.\n");
        return false;
    }
    if (appends || is_device(to)) /* con and nul among them */
        return append_file(search->path, to);
    return may_replace(command, target, to) &&
           (CopyFileA(search->path, to, FALSE) || command_refuse(command, GetLastError()) == 0);
}

/* Shows the name of a file behind the folder that its word has, or is. */
static void show_found(const struct command *command, const char *word, bool is_folder,
                       const char *name)
{
    size_t folder = is_folder ? strlen(word) : (size_t)(path_last_part(word) - word);
    bool lacks_slash = is_folder && !strchr("\\/:", word[folder - 1]);
    command_print(command->streams.out, "%.*s%s%s\n", (int)folder, word, lacks_slash ? "\\" : "",
                  name);
}

/* Copies what a name means, with + between several, which become one file. Files are named if they
 * may be several. Returns how many were there, or -1: the reason is told. */
static int copy_names(const struct command *command, char *names, const struct target *target,
                      unsigned *copied)
{
    char path[PATH_SIZE], pattern[PATH_SIZE];
    struct command_search search;
    int found = 0;
    bool joins = strchr(names, '+') != NULL;
    for (char *name = names, *next; name; name = next) {
        next = strchr(name, '+');
        if (next)
            *next++ = 0;
        if (!command_path(command, name, path)) {
            command_refuse(command, GetLastError());
            return -1;
        }
        if (is_device(path)) {
            *copied += copy_device(command, target, path, joins && found) && !found;
            found++;
            continue;
        }
        bool is_folder = command_is_folder(path);
        if (is_folder && !command_join(pattern, path, "*"))
            return -1;
        command_find(&search, is_folder ? pattern : path);
        for (; search.some; command_find_next(&search)) {
            if (search.found.is_folder)
                continue;
            if (joins || is_folder || strpbrk(name, "*?"))
                show_found(command, name, is_folder, search.found.name);
            *copied += copy_file(command, target, &search, joins && found) && !(joins && found);
            found++;
        }
    }
    return found;
}

/* Takes away the blanks around each + outside of quotes: the names belong together. */
static void close_joints(char *text)
{
    char *to = text, *begin = text;
    bool quoted = false;
    for (; *text; text++) {
        quoted ^= *text == '"';
        if (*text == '+' && !quoted) {
            while (to > begin && strchr(" \t", to[-1]))
                to--;
            text += strspn(text + 1, " \t");
            *to++ = '+';
        } else {
            *to++ = *text;
        }
    }
    *to = 0;
}

int command_copy(struct command *command)
{
    struct target target;
    struct command_words words;
    unsigned copied = 0;
    close_joints(command->rest);
    int status = command_cut(command, "abdnvyz-l", &words) ? 0 : 1;
    if (!status && (words.count < 1 || words.count > 2))
        status = command_syntax_error(command);
    if (!status && !make_target(command, words.count > 1 ? words.names[1] : NULL, &words, &target))
        status = 1;
    if (!status) {
        int found = copy_names(command, words.names[0], &target, &copied);
        if (found == 0)
            command_refuse(command, ERROR_FILE_NOT_FOUND);
        if (found > 0)
            command_print(command->streams.out, "%9u file(s) copied.\n", copied);
        status = !copied;
    }
    command_free_words(&words);
    return status;
}

/* ---------------------------------------------------------------- move */

int command_move(struct command *command)
{
    char from[PATH_SIZE], to[PATH_SIZE];
    struct target target;
    struct command_words words;
    struct command_search search;
    unsigned moved = 0;
    int status = command_cut(command, "y-", &words) ? 0 : 1;
    bool of_folders = false, shows = !status && words.count && strpbrk(words.names[0], "*?");
    if (!status && (words.count < 1 || words.count > 2))
        status = command_syntax_error(command);
    if (!status && !make_target(command, words.count > 1 ? words.names[1] : NULL, &words, &target))
        status = 1;
    if (!status && !command_path(command, words.names[0], from))
        status = command_refuse(command, GetLastError());
    if (!status) {
        command_find(&search, from);
        if (!search.some)
            status = command_refuse(command, ERROR_FILE_NOT_FOUND);
        for (; search.some; command_find_next(&search)) {
            of_folders = search.found.is_folder;
            if (path_in(&target, search.found.name, to) &&
                (of_folders || may_replace(command, &target, to)) &&
                MoveFileExA(search.path, to, of_folders ? 0 : MOVEFILE_REPLACE_EXISTING)) {
                moved++;
                if (shows)
                    command_print(command->streams.out, "%s\n", search.path);
            } else {
                status = command_refuse(command, GetLastError());
            }
        }
        if (moved)
            command_print(command->streams.out, "%9u %s moved.\n", moved,
                          of_folders ? "dir(s)" : "file(s)");
    }
    command_free_words(&words);
    return status;
}
