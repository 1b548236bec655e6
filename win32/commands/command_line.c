/* A command line: commands with & && || and | between them, and groups in parentheses. */
#include "win32/commands/command.h"

#include <errhandlingapi.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/environment.h"
#include "lib/stdio_impl.h"

/* From the one that binds least on. The lines of a group end a command whatever it is, & does not
 * end those that are heads. */
enum level { LINES, IN_TURN, IF_FAILED, IF_DONE, INTO_NEXT, ALONE };
static const char *const operators[] = {"\n", "&", "||", "&&", "|"};

enum { DEEPEST = 64 /* groups and processors in each other: they take stack */ };

struct run {
    struct command_process *process;
    struct command_streams streams;
};

static int run_level(struct run run, char *text, enum level level);

/* Walks over a text as a line's reader does. */
struct reader {
    bool quoted;
    bool begins;    /* a command begins here, so that ( opens a group */
    bool closed;    /* a group has ended, so that else can follow */
    unsigned depth; /* of groups */
};

static bool is_else(const char *at)
{
    return _strnicmp(at, "else", 4) == 0 && at[4] && strchr(" \t(", at[4]);
}

/* Takes a character that protects nothing, outside of quotes. */
static void read_plain(struct reader *reader, char sign)
{
    bool closes = sign == ')' && reader->depth;
    if (sign == '(' && reader->begins)
        reader->depth++;
    else if (closes)
        reader->depth--;
    else
        reader->begins = strchr("&|\n", sign) || (reader->begins && strchr(" \t,;=@", sign));
    reader->closed = closes || (reader->closed && strchr(" \t", sign));
}

/* Takes the character that stands here. Returns how many characters belong to it: 2 for ^ and what
 * it protects, 4 for else, all up to its command for if or for, up to ( for redirections of a
 * group. */
static size_t read_on(struct reader *reader, char *at)
{
    char *head = reader->begins ? command_head_end(at) : NULL;
    char *group = reader->begins ? command_behind_redirections(at) : at;
    if (group > at && *group == '(')
        return (size_t)(group - at);
    if (*at == '"' || *at == '\n') {
        reader->quoted = *at == '"' && !reader->quoted;
        reader->begins = *at == '\n';
        reader->closed = false;
    } else if (reader->quoted) {
        return 1;
    } else if (head || (reader->closed && is_else(at))) {
        reader->begins = true;
        reader->closed = false;
        reader->depth += head && !*head && command_is_for(at);
        return head ? (size_t)(head - at) : 4;
    } else if (*at == '^' && at[1]) {
        reader->begins = reader->closed = false;
        return 2;
    } else {
        read_plain(reader, *at);
    }
    return 1;
}

/* The operator that stands here, as long as it goes; 0: none. */
static size_t operator_length(const char *text, const char *at)
{
    bool is_one = strchr("|\n", *at) || (*at == '&' && (at == text || !strchr("<>", at[-1])));
    return is_one ? 1 + (*at != '\n' && at[1] == *at) : 0;
}

/* Finds the first of these operators outside of quotes and groups. Signs behind heads are theirs,
 * up to the line's end. */
static char *find_operator(char *text, const char *wanted)
{
    struct reader reader = {.begins = true};
    for (char *at = text; *at;) {
        if (reader.begins && !reader.depth && *wanted != '\n' && command_head_end(at))
            break;
        size_t length = read_on(&reader, at);
        if (length == 1 && !reader.quoted && !reader.depth && operator_length(text, at)) {
            length = operator_length(text, at);
            if (length == strlen(wanted) && *at == *wanted)
                return at;
        }
        at += length;
    }
    return NULL;
}

bool command_is_open(char *text)
{
    struct reader reader = {.begins = true};
    while (*text)
        text += read_on(&reader, text);
    return reader.depth;
}

static bool is_blank_text(const char *text)
{
    return !*command_skip_blanks(text);
}

/* Runs two commands of which the second reads what the first has written. */
static int run_into_next(struct run run, char *left, char *right)
{
    FILE *between = tmpfile();
    if (!between)
        return command_refuse(&(struct command){.process = run.process, .streams = run.streams},
                              ERROR_NOT_ENOUGH_MEMORY);
    between->text = true;
    struct run first = run;
    first.streams.out = between;
    run_level(first, left, ALONE);
    rewind(between);
    run.streams.in = between;
    int status =
        command_stops(run.process) ? run.process->status : run_level(run, right, INTO_NEXT);
    fclose(between);
    return status;
}

char *command_group_end(char *text)
{
    struct reader reader = {.begins = true};
    char *end = text;
    do
        end += read_on(&reader, end);
    while (*end && reader.depth);
    return reader.depth ? NULL : end;
}

/* Runs a group. Its redirections stand before it, in the text, and behind it. */
static int run_group(struct command *command, char *text, char *group)
{
    char *end = command_group_end(group);
    struct command_files files = {0};
    int status = 1;
    if (!end)
        return command->process->status = command_syntax_error(command);
    *group = end[-1] = 0;
    if (command_redirect(command, text, &files) && command_redirect(command, end, &files))
        status = run_level((struct run){command->process, command->streams}, group + 1, LINES);
    else
        command->process->status = status;
    command_close_files(&files);
    return status;
}

static int run_alone(struct run run, char *text)
{
    struct command command = {.process = run.process, .streams = run.streams};
    struct command_files files = {0};
    int status = 1;
    text += strspn(text, " \t,;=@");
    char *group = command_behind_redirections(text);
    if (*group == '(')
        return run_group(&command, text, group);
    if (!command_redirect(&command, text, &files)) {
        run.process->status = status;
    } else {
        char *ready = command_expand_late(run.process, text, strlen(text));
        status = ready ? command_run(&command, ready + strspn(ready, " \t,;=@")) : -1;
        free(ready);
    }
    command_close_files(&files);
    return status;
}

/* Says that a line is none. */
static int refuse_line(struct run run, const char *sign)
{
    if (sign)
        command_print(run.streams.error, "%s was unexpected at this time.\n", sign);
    else
        command_print(run.streams.error, "The syntax of the command is incorrect.\n");
    return run.process->status = 1;
}

/* Runs commands with the operator of this level between them. */
static int run_row(struct run run, char *text, enum level level)
{
    struct command head = {.process = run.process, .streams = run.streams};
    for (;;) {
        const char *between = operators[level];
        bool in_order = level <= IN_TURN;
        int status = 0;
        if (level != LINES && command_run_head(&head, text + strspn(text, " \t,;=@"), &status))
            return status;
        char *found = find_operator(text, between);
        if (!found)
            return run_level(run, text, level + 1);
        char *right = found + strlen(between);
        *found = 0;
        bool is_blank = is_blank_text(text);
        if (is_blank && level != LINES)
            return refuse_line(run, between);
        if (!in_order && is_blank_text(right))
            return refuse_line(run, NULL);
        if (level == INTO_NEXT)
            return run_into_next(run, text, right);
        if (!is_blank)
            status = run_level(run, text, level + 1);
        bool goes_on = in_order || (level == IF_FAILED) == (status != 0);
        if (!goes_on || command_stops(run.process) || is_blank_text(right))
            return status;
        text = right;
    }
}

static int run_level(struct run run, char *text, enum level level)
{
    struct command_process *process = run.process;
    if (level == ALONE)
        return run_alone(run, text);
    if (level != LINES)
        return run_row(run, text, level);
    if (process->depth == DEEPEST)
        return refuse_line(run, NULL);
    process->depth++;
    int status = run_row(run, text, level);
    process->depth--;
    return status;
}

int command_run_text(struct command_process *process, struct command_streams streams, char *text)
{
    return run_level((struct run){process, streams}, text, LINES);
}

int command_run_line(struct command_process *process, struct command_streams streams,
                     const char *line)
{
    char *text = command_expand(process, line);
    if (!text)
        return -1;
    int status = is_blank_text(text) ? 0 : command_run_text(process, streams, text);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- processors */

/* Whether quotes that begin a line stay: there are no others, and they enclose a program's name
 * that has blanks. */
static bool keeps_quotes(const struct command *command, const char *line)
{
    char name[PATH_SIZE], path[PATH_SIZE];
    const char *end = strchr(line + 1, '"');
    if (!end || strchr(end + 1, '"') || strpbrk(line, "&<>()@^|"))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(end - line - 1), line + 1);
    return strpbrk(name, " \t") && command_find_program(command, name, path);
}

/* Returns a copy of what stands behind cmd /c. Quotes that begin it, and the last ones, go. */
static char *without_outer_quotes(const struct command *command, const char *line)
{
    char *copy = strdup(line + strspn(line, " \t"));
    char *last = copy && *copy == '"' ? strrchr(copy + 1, '"') : NULL;
    if (copy && *copy == '"' && !keeps_quotes(command, copy)) {
        if (last)
            memmove(last, last + 1, strlen(last));
        memmove(copy, copy + 1, strlen(copy));
    }
    return copy;
}

/* Runs a line, or without one the lines of the input. Gives the variables back. */
static int run_to_end(struct command command, const char *line)
{
    struct command_process *process = command.process;
    char *copy = line && process->variables ? without_outer_quotes(&command, line) : NULL;
    int status = -1;
    if (copy)
        status = command_run_line(process, command.streams, copy);
    else if (!line && process->variables)
        status = command_run_lines(&command);
    free(copy);
    command_forget_places(process);
    free(process->variables);
    return status;
}

int command_process_run(const char *line, struct command_streams streams)
{
    struct command_process process = {.variables = environment_block()};
    struct path path;
    int error = errno;
    DWORD last_error = GetLastError();
    path_make(&path, ".");
    strcpy(process.folder, path.text);
    int status = run_to_end((struct command){.process = &process, .streams = streams}, line);
    SetLastError(last_error); /* errors are told, as by another process */
    errno = status == -1 ? ENOMEM : error;
    return status;
}

int command_run_inside(const struct command *parent, const char *line, bool delays)
{
    const struct command_process *outer = parent->process;
    struct command_process process = {.variables = command_copy_variables(outer),
                                      .depth = outer->depth,
                                      .status = outer->status,
                                      .is_over = outer->is_over,
                                      .delays = delays};
    strcpy(process.folder, outer->folder);
    return run_to_end((struct command){.process = &process, .streams = parent->streams}, line);
}
