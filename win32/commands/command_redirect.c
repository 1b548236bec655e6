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

/* Where the word that is a file's name ends. */
static const char *name_end(const char *at)
{
    bool quoted = false;
    for (; *at && (quoted || !strchr(delimiters, *at)); at++) {
        quoted ^= *at == '"';
        at += !quoted && *at == '^' && at[1];
    }
    return at;
}

static bool is_stream(const char *at)
{
    return *at == '&' && at[1] >= '0' && at[1] < '0' + STREAMS;
}

/* Where the redirection ends that begins at < or >. */
static const char *redirection_end(const char *at)
{
    at += 1 + (*at == '>' && at[1] == '>');
    return is_stream(at) ? at + 2 : name_end(at + strspn(at, " \t"));
}

char *command_behind_redirections(char *text)
{
    for (;;) {
        const char *at = text + (isdigit((unsigned char)*text) != 0);
        if (*at != '<' && *at != '>')
            return text;
        text = (char *)redirection_end(at);
        text += strspn(text, " \t");
    }
}

/* Takes one redirection, which begins at < or >. Returns what stands behind it; NULL: the command
 * must not run. */
static const char *take_redirection(struct command *command, const char *at, int number,
                                    struct command_files *files)
{
    bool reads = *at == '<', appends = *at == '>' && at[1] == '>';
    const char *end = redirection_end(at), *mode = reads ? "rt" : appends ? "at" : "wt";
    at += 1 + appends;
    if (number < 0)
        number = !reads;
    if (is_stream(at) && number < STREAMS) {
        *stream_at(&command->streams, (unsigned)number) =
            *stream_at(&command->streams, (unsigned)(at[1] - '0'));
        return end;
    }
    at += strspn(at, " \t");
    char *name = command_expand_late(command->process, at, (size_t)(end - at));
    if (name)
        command_take_quotes(name);
    bool is_open = false;
    if (name && *name && number < STREAMS)
        is_open = open_file(command, name, mode, (unsigned)number, files);
    else
        command_syntax_error(command);
    free(name);
    return is_open ? end : NULL;
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
    char *to = text;
    const char *at = text;
    bool quoted = false;
    while (at && *at) {
        quoted ^= *at == '"';
        if (!quoted && *at == '^') {
            *to++ = *at++;
            if (*at)
                *to++ = *at++;
        } else if (!quoted && strchr("<>", *at)) {
            int number = number_before(text, to);
            to -= number >= 0;
            at = take_redirection(command, at, number, files);
        } else {
            *to++ = *at++;
        }
    }
    *to = 0;
    return at;
}

void command_close_files(struct command_files *files)
{
    while (files->count)
        fclose(files->files[--files->count]);
}
