/* Redirections: > >> < with a number before them, and &1 or a file behind. */
#include "win32/commands/command.h"

#include <ctype.h>
#include <errhandlingapi.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS = 3 };
static const char delimiters[] = " \t,;=&|<>()";

static FILE **stream_at(struct command_streams *streams, unsigned number)
{
    FILE **const places[STREAMS] = {&streams->in, &streams->out, &streams->error};
    return places[number];
}

static DWORD error_of_errno(void)
{
    return errno == ENOENT   ? ERROR_FILE_NOT_FOUND
           : errno == EINVAL ? ERROR_INVALID_NAME
           : errno == EMFILE ? ERROR_TOO_MANY_OPEN_FILES
                             : ERROR_ACCESS_DENIED;
}

/* Opens the file of a redirection. Returns false, and says why. */
static bool open_file(struct command *command, const char *name, const char *mode, unsigned number,
                      struct command_files *files)
{
    char path[PATH_SIZE];
    FILE *file = NULL;
    bool has_room = files->count < sizeof files->files / sizeof files->files[0];
    bool has_path = command_path(command, name, path);
    if (has_path && has_room)
        file = fopen(path, mode);
    if (!file) {
        command_refuse(command, !has_path                         ? GetLastError()
                                : !has_room                       ? ERROR_TOO_MANY_OPEN_FILES
                                : *mode != 'r' && errno == ENOENT ? ERROR_PATH_NOT_FOUND
                                                                  : error_of_errno());
        return false;
    }
    files->files[files->count++] = file;
    *stream_at(&command->streams, number) = file;
    return true;
}

/* Copies the word that is a file's name, without its quotes. Returns what stands behind it. */
static const char *take_name(const char *at, char *name)
{
    bool quoted = false;
    for (at += strspn(at, " \t"); *at && (quoted || !strchr(delimiters, *at)); at++)
        if (*at == '"')
            quoted = !quoted;
        else
            *name++ = *at;
    *name = 0;
    return at;
}

/* Takes one redirection, which begins at < or >. Returns what stands behind it; NULL: the command
 * must not run. `name` has room for the rest of the text. */
static const char *take_redirection(struct command *command, const char *at, int number, char *name,
                                    struct command_files *files)
{
    bool reads = *at == '<', appends = *at == '>' && at[1] == '>';
    at += 1 + appends;
    if (number < 0)
        number = !reads;
    if (*at == '&' && at[1] >= '0' && at[1] < '0' + STREAMS && number < STREAMS) {
        *stream_at(&command->streams, (unsigned)number) =
            *stream_at(&command->streams, (unsigned)(at[1] - '0'));
        return at + 2;
    }
    at = take_name(at, name);
    if (!*name || number >= STREAMS) {
        command_syntax_error(command);
        return NULL;
    }
    const char *mode = reads ? "rt" : appends ? "at" : "wt";
    return open_file(command, name, mode, (unsigned)number, files) ? at : NULL;
}

/* The number before a redirection, which begins a word; -1: there is none. */
static int number_before(const char *text, const char *at)
{
    bool has = at > text && isdigit((unsigned char)at[-1]) &&
               (at - 1 == text || strchr(delimiters, at[-2]));
    return has ? at[-1] - '0' : -1;
}

bool command_redirect(struct command *command, char *text, struct command_files *files)
{
    char *name = malloc(strlen(text) + 1), *to = text;
    const char *at = text;
    bool quoted = false;
    if (!name)
        command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    while (name && at && *at) {
        if (*at == '"')
            quoted = !quoted;
        if (!quoted && *at == '^') {
            at++;
            if (*at)
                *to++ = *at++;
        } else if (!quoted && strchr("<>", *at)) {
            int number = number_before(text, to);
            to -= number >= 0;
            at = take_redirection(command, at, number, name, files);
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
    bool done = name && at;
    free(name);
    return done;
}

void command_close_files(struct command_files *files)
{
    while (files->count)
        fclose(files->files[--files->count]);
}
