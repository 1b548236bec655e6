/* Commands that are about lines of commands: if, rem, call, cmd, exit. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_list.h"

/* Takes a word of letters at the text's beginning. Returns what stands behind it, or NULL. */
static char *behind_word(char *text, const char *word)
{
    size_t length = strlen(word);
    bool is_it = _strnicmp(text, word, length) == 0 && strchr(" \t,;=\"", text[length]);
    return is_it ? command_skip_blanks(text + length) : NULL;
}

/* Takes a word as it stands, without quotes. */
static char *next_word(char **text, const char *ends)
{
    char *word = *text, *to = word;
    bool quoted = false;
    for (; **text && (quoted || !strchr(ends, **text)); ++*text)
        if (**text == '"')
            quoted = !quoted;
        else
            *to++ = **text;
    if (**text)
        ++*text;
    *to = 0;
    *text = command_skip_blanks(*text);
    return word;
}

/* Whether the condition holds that stands behind if. Moves the text behind it. */
static bool condition(const struct command *command, char **text)
{
    char path[PATH_SIZE], *behind;
    if ((behind = behind_word(*text, "exist"))) {
        *text = behind;
        const char *name = next_word(text, " \t,;=");
        struct command_search search = {0};
        if (!command_path(command, name, path))
            return false;
        if (command_is_folder(path))
            return true;
        command_find(&search, path);
        if (search.some)
            command_find_end(&search);
        return search.some;
    }
    if ((behind = behind_word(*text, "defined"))) {
        *text = behind;
        return command_variable(command->process, next_word(text, " \t,;=")) != NULL;
    }
    if ((behind = behind_word(*text, "errorlevel"))) {
        *text = behind;
        return command->process->status >= atoi(next_word(text, " \t,;="));
    }
    behind = behind_word(*text, "/i");
    if (behind)
        *text = behind;
    bool same_case = !behind;
    const char *left = next_word(text, " \t=");
    const char *right = next_word(text, " \t,;=");
    return (same_case ? strcmp : _stricmp)(left, right) == 0;
}

/* Cuts a text at the else that stands behind the group which begins it. Returns what stands behind
 * else, NULL without one. */
static char *cut_at_else(char *text)
{
    char *end = *text == '(' ? command_group_end(text) : NULL;
    char *behind = end ? behind_word(command_skip_blanks(end), "else") : NULL;
    if (behind)
        *end = 0;
    return behind;
}

static int run_if(struct command *command, char *text)
{
    char *behind = behind_word(text, "not");
    bool wanted = !behind;
    text = behind ? behind : text;
    bool holds = condition(command, &text);
    char *otherwise = cut_at_else(text);
    if (!*text || (otherwise && !*otherwise))
        return command_syntax_error(command);
    char *runs = holds == wanted ? text : otherwise;
    return runs ? command_run_text(command->process, command->streams, runs)
                : command->process->status;
}

bool command_is_head(char *text)
{
    return behind_word(text, "if") || behind_word(text, "rem");
}

bool command_run_head(struct command *command, char *text, int *status)
{
    char *behind = behind_word(text, "if");
    bool is_remark = behind_word(text, "rem") != NULL;
    if (is_remark)
        *status = 0;
    else if (behind)
        *status = run_if(command, behind);
    return is_remark || behind;
}

int command_call(struct command *command)
{
    return command_run_line(command->process, command->streams, command->rest);
}

int command_run_lines(struct command *command)
{
    char line[1024];
    struct command_process *process = command->process;
    command_ver(command);
    command_print(command->streams.out,
                  "Copyright (c) 2009 Microsoft Corporation.  All rights reserved.\n");
    while (!process->ends) {
        command_print(command->streams.out, "\n%s>", process->folder);
        if (!command_read_line(command->streams.in, line, sizeof line))
            break;
        command_run_line(process, command->streams, line);
    }
    return process->status;
}

int command_cmd(struct command *command)
{
    for (char *at = command_skip_blanks(command->rest); *at == '/'; at = command_skip_blanks(at)) {
        char letter = (char)tolower((unsigned char)at[1]);
        at += 1 + strcspn(at + 1, " \t,;=/");
        if (letter == 'c' || letter == 'k' || letter == 'r')
            return command_run_inside(command, at);
    }
    return command_run_inside(command, NULL);
}

int command_exit(struct command *command)
{
    char *text = command_skip_blanks(command->rest);
    char *behind = behind_word(text, "/b");
    text = behind ? behind : text;
    command->process->ends = true;
    return *text ? atoi(text) : command->process->status;
}
