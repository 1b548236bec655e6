/* Commands that enter, leave, make and remove folders. */
#include <ctype.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_list.h"

/* Blanks may stand in the folder's name without quotes. */
int command_cd(struct command *command)
{
    char path[PATH_SIZE] = "", *text = command->rest;
    if (_strnicmp(command_skip_blanks(text), "/d", 2) == 0)
        command->rest = command_skip_blanks(text) + 2;
    text = command_whole_rest(command);
    if (!*text || _stricmp(text, "c:") == 0) {
        command_print(command->streams.out, "%s\n", command->process->folder);
        return 0;
    }
    if (isalpha((unsigned char)text[0]) && text[1] == ':' && toupper((unsigned char)*text) != 'C')
        return command_refuse(command, ERROR_INVALID_DRIVE);
    if (!command_path(command, text, path) || !command_is_folder(path)) {
        bool is_file = *path && GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
        return command_refuse(command, is_file ? ERROR_DIRECTORY : ERROR_PATH_NOT_FOUND);
    }
    size_t length = strlen(path);
    if (length > PATH_ROOT_LENGTH && path[length - 1] == '\\')
        path[length - 1] = 0;
    strcpy(command->process->folder, path);
    return 0;
}

/* A folder that pushd has left. */
struct command_place {
    struct command_place *outer;
    char folder[PATH_SIZE];
};

/* pushd without a folder shows those that it has left. */
int command_pushd(struct command *command)
{
    struct command_process *process = command->process;
    struct command_place *place = process->places;
    if (!*command_skip_blanks(command->rest)) {
        for (; place; place = place->outer)
            command_print(command->streams.out, "%s\n", place->folder);
        return 0;
    }
    place = malloc(sizeof *place);
    if (!place)
        return command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    place->outer = process->places;
    strcpy(place->folder, process->folder);
    int status = command_cd(command);
    if (status)
        free(place);
    else
        process->places = place;
    return status;
}

static bool leave_place(struct command_process *process)
{
    struct command_place *place = process->places;
    if (!place)
        return false;
    strcpy(process->folder, place->folder);
    process->places = place->outer;
    free(place);
    return true;
}

int command_popd(struct command *command)
{
    return !leave_place(command->process);
}

void command_forget_places(struct command_process *process)
{
    while (leave_place(process))
        ;
}

/* Makes a folder, and those that it stands in. Returns whether it did, with the last error. */
static bool make_folder(const char *path)
{
    char part[PATH_SIZE];
    if (CreateDirectoryA(path, NULL))
        return true;
    if (GetLastError() != ERROR_PATH_NOT_FOUND)
        return false;
    for (const char *slash = strchr(path + PATH_ROOT_LENGTH, '\\'); slash;
         slash = strchr(slash + 1, '\\')) {
        memcpy(part, path, (size_t)(slash - path));
        part[slash - path] = 0;
        if (!CreateDirectoryA(part, NULL) && GetLastError() != ERROR_ALREADY_EXISTS)
            return false;
    }
    return CreateDirectoryA(path, NULL) || GetLastError() == ERROR_ALREADY_EXISTS;
}

int command_md(struct command *command)
{
    char path[PATH_SIZE];
    struct command_words words;
    int status = command_cut(command, "", &words) ? 0 : 1;
    if (!status && !words.count)
        status = command_syntax_error(command);
    for (unsigned i = 0; !status && i < words.count; i++) {
        if (command_path(command, words.names[i], path) && make_folder(path))
            continue;
        status = 1;
        if (GetLastError() != ERROR_ALREADY_EXISTS)
            command_refuse(command, GetLastError());
        else
            command_print(command->streams.error, "A subdirectory or file %s already exists.\n",
                          words.names[i]);
    }
    command_free_words(&words);
    return status;
}

/* Removes a folder and all that is in it. Returns the first error. */
static DWORD remove_tree(char path[PATH_SIZE])
{
    struct command_search search;
    DWORD error = ERROR_SUCCESS, next;
    char pattern[PATH_SIZE];
    if (!command_join(pattern, path, "*"))
        return GetLastError();
    for (command_find(&search, pattern); search.some; command_find_next(&search)) {
        SetFileAttributesA(search.path, FILE_ATTRIBUTE_NORMAL);
        if (search.found.is_folder)
            next = remove_tree(search.path);
        else
            next = DeleteFileA(search.path) ? ERROR_SUCCESS : GetLastError();
        error = error ? error : next;
    }
    if (!RemoveDirectoryA(path) && !error)
        error = GetLastError();
    return error;
}

/* The status is the number of the last error. */
int command_rd(struct command *command)
{
    char path[PATH_SIZE];
    struct command_words words;
    int status = command_cut(command, "sq", &words) ? 0 : 1;
    if (!status && !words.count)
        status = command_syntax_error(command);
    bool whole = !status && command_switch(&words, 's'),
         asks = whole && !command_switch(&words, 'q');
    for (unsigned i = 0; !status && i < words.count; i++) {
        DWORD error = ERROR_SUCCESS;
        if (!command_path(command, words.names[i], path))
            error = GetLastError();
        else if (asks && command_is_folder(path) &&
                 !command_ask(command, "%s, Are you sure (Y/N)? ", path))
            continue;
        else if (whole && command_is_folder(path))
            error = remove_tree(path);
        else if (!RemoveDirectoryA(path))
            error = GetLastError();
        if (error)
            command_refuse(command, error);
        status = (int)error;
    }
    command_free_words(&words);
    return status;
}
