/* Commands that run others: call, cmd, start, exit. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_list.h"

/* The text is expanded once more. A label is one of the batch file that runs. */
int command_call(struct command *command)
{
    struct command_process *process = command->process;
    char *text = command_expand(process, command_skip_blanks(command->rest));
    int status = -1;
    if (text && *text == ':') {
        status = command_call_label(command, text + 1);
    } else if (text) {
        process->is_called = true;
        status = command_run_text(process, command->streams, text);
        process->is_called = false;
    }
    free(text);
    return status;
}

int command_run_lines(struct command *command)
{
    char *line = malloc(COMMAND_LINE_SIZE);
    bool has_memory = line;
    struct command_process *process = command->process;
    command_ver(command);
    command_print(command->streams.out,
                  "Copyright (c) 2009 Microsoft Corporation.  All rights reserved.\n");
    while (has_memory && !command_ends(process)) {
        if (!process->is_silent)
            command_print(command->streams.out, "\n%s>", process->folder);
        if (!command_read_line(command->streams.in, line, COMMAND_LINE_SIZE))
            break;
        command_run_line(process, command->streams, line);
    }
    free(line);
    return has_memory ? process->status : -1;
}

/* cmd /v:on /c line: /v delays variables. */
int command_cmd(struct command *command)
{
    bool delays = false;
    for (char *at = command_skip_blanks(command->rest); *at == '/'; at = command_skip_blanks(at)) {
        char letter = (char)tolower((unsigned char)at[1]);
        if (letter == 'v')
            delays = _strnicmp(at + 2, ":off", 4) != 0;
        at += 1 + strcspn(at + 1, " \t,;=/");
        if (letter == 'c' || letter == 'k' || letter == 'r')
            return command_run_inside(command, at, delays);
    }
    return command_run_inside(command, NULL, delays);
}

/* start ["title"] [switches] command. There is one process, so start waits. */
int command_start(struct command *command)
{
    char *at = command_skip_blanks(command->rest), path[PATH_SIZE], name[PATH_SIZE];
    if (*at == '"')
        at = command_skip_blanks(at + 1 + strcspn(at + 1, "\"") + (strchr(at + 1, '"') != NULL));
    while (*at == '/') {
        size_t length = strcspn(at, " \t");
        bool has_folder = length == 2 && tolower((unsigned char)at[1]) == 'd';
        at = command_skip_blanks(at + length);
        if (has_folder)
            at = command_skip_blanks(at + strcspn(at, " \t"));
    }
    if (!*at)
        return command_run_inside(command, NULL, false);
    command_take_name(at, name);
    at[-1] = '@'; /* quotes that begin the line stay */
    if (command_is_known(at) || command_find_program(command, name, path))
        return command_run_inside(command, at - 1, false);
    command_print(command->streams.error, "The system cannot find the file %s.\n", name);
    return 1;
}

/* exit /b ends the batch file, exit the processor. */
int command_exit(struct command *command)
{
    struct command_process *process = command->process;
    char *text = command_skip_blanks(command->rest);
    char *behind = command_behind_word(text, "/b");
    text = behind ? behind : text;
    if (!behind || !command_leave_batch(process))
        process->ends = true;
    if (*text)
        process->status = atoi(text);
    return process->status;
}
