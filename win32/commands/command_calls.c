/* system and _popen, which run commands in the program itself. */
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "win32/commands/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The files behind the program's descriptors at this moment: freopen and _dup2 change what commands
 * write to, SetStdHandle does not. */
static struct command_streams descriptors(void)
{
    return (struct command_streams){&stdio_files[0], &stdio_files[1], &stdio_files[2]};
}

int system(const char *command)
{
    return command ? command_process_run(command, descriptors()) : 1;
}

int _wsystem(const wchar_t *command)
{
    char *narrow = command ? wide_narrow_copy(command) : NULL;
    int status = command && !narrow ? -1 : system(narrow);
    free(narrow);
    return status;
}

/* ---------------------------------------------------------------- pipes */

/* A pipe is a file without a name. A command that writes to it has ended when the program gets it.
 * A command that reads runs when the program closes the pipe, because only then its input is
 * complete. */
static struct command_pipe {
    bool is_open;
    int status;    /* of a command that has run */
    char *command; /* else: what is to run */
} pipes[STDIO_FILES];

/* Reads a mode. Returns r or w, 0 with errno: it is none. */
static char pipe_mode(const char *mode, bool *text)
{
    mode += strspn(mode, " ");
    char way = *mode++;
    mode += strspn(mode, " ");
    if ((way != 'r' && way != 'w') || (*mode && !strchr("bt", *mode))) {
        invalid_parameter(EINVAL, "_popen");
        return 0;
    }
    *text = *mode ? *mode == 't' : _fmode != _O_BINARY;
    return way;
}

FILE *_popen(const char *command, const char *mode)
{
    bool text;
    if (!is_given(command, "_popen") || !is_given(mode, "_popen"))
        return NULL;
    char way = pipe_mode(mode, &text);
    FILE *file = way ? tmpfile() : NULL;
    if (!file)
        return NULL;
    struct command_pipe made = {.is_open = true};
    /* A command that is read from has ended when _popen returns; one that is written to begins in
     * _pclose, when all its input is there. */
    if (way == 'r') {
        struct command_streams streams = descriptors();
        streams.out = file;
        file->text = true;
        made.status = command_process_run(command, streams);
        rewind(file);
    } else {
        made.command = strdup(command);
    }
    if (way == 'w' && !made.command) {
        fclose(file);
        return NULL;
    }
    file->reads = way == 'r';
    file->writes = way == 'w';
    file->text = text;
    pipes[_fileno(file)] = made;
    return file;
}

FILE *_wpopen(const wchar_t *command, const wchar_t *mode)
{
    char *narrow = command ? wide_narrow_copy(command) : NULL;
    char *narrow_mode = mode ? wide_narrow_copy(mode) : NULL;
    bool lacks_memory = (command && !narrow) || (mode && !narrow_mode);
    FILE *file = lacks_memory ? NULL : _popen(narrow, narrow_mode);
    free(narrow);
    free(narrow_mode);
    return file;
}

int _pclose(FILE *file)
{
    if (!is_given(file, "_pclose"))
        return -1;
    int number = _fileno(file);
    if (number < 0 || number >= STDIO_FILES || !pipes[number].is_open) {
        errno = EBADF;
        return -1;
    }
    struct command_pipe pipe = pipes[number];
    pipes[number] = (struct command_pipe){0};
    if (pipe.command) {
        struct command_streams streams = descriptors();
        streams.in = file;
        file->reads = true;
        file->writes = false;
        file->text = true;
        rewind(file);
        pipe.status = command_process_run(pipe.command, streams);
        free(pipe.command);
    }
    fclose(file);
    return pipe.status;
}
