/* A command line: commands with & && || and | between them, and groups in parentheses. */
#include "win32/commands/command.h"

#include <errhandlingapi.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/environment.h"
#include "lib/stdio_impl.h"

/* From the one that binds least on. */
enum level { IN_TURN, IF_FAILED, IF_DONE, INTO_NEXT, ALONE };
static const char *const operators[] = {"&", "||", "&&", "|"};

enum { DEEPEST = 32 /* groups and processors in each other: they take stack */ };

struct run {
    struct command_process *process;
    struct command_streams streams;
};

static int run_level(struct run run, char *text, enum level level);

/* Walks over a text as a line's reader does. */
struct reader {
    bool quoted;
    bool begins;    /* a command begins here, so that ( opens a group */
    bool condition; /* of if: behind it a group can begin */
    bool closed;    /* a group has ended, so that else can follow */
    unsigned depth; /* of groups */
};

static bool is_else(const char *at)
{
    return _strnicmp(at, "else", 4) == 0 && at[4] && strchr(" \t", at[4]);
}

/* Takes the character that stands here. Returns how many characters belong to it: 2 for ^ and what
 * it protects, 4 for else. */
static size_t read_on(struct reader *reader, const char *at)
{
    size_t length = *at == '^' && !reader->quoted && at[1] ? 2 : 1;
    bool closes = false;
    if (length == 2) {
        reader->begins = false;
    } else if (*at == '"') {
        reader->quoted = !reader->quoted;
        reader->begins = false;
    } else if (!reader->quoted) {
        reader->condition |= reader->begins && _strnicmp(at, "if ", 3) == 0;
        closes = *at == ')' && reader->depth;
        if (reader->closed && is_else(at)) {
            length = 4;
            reader->begins = true;
        } else if (*at == '(' && (reader->begins || (reader->condition && strchr(" \t", at[-1])))) {
            reader->depth++;
            reader->begins = true;
            reader->condition = false;
        } else if (closes)
            reader->depth--;
        else
            reader->begins = strchr("&|", *at) || (reader->begins && strchr(" \t,;=@", *at));
    }
    reader->closed = closes || (reader->closed && strchr(" \t", *at));
    return length;
}

static bool is_operator(const char *text, const char *at)
{
    return *at == '|' || (*at == '&' && (at == text || !strchr("<>", at[-1])));
}

/* Finds the first of these operators outside of quotes and groups. Signs behind if and rem are
 * theirs. */
static char *find_operator(char *text, const char *wanted)
{
    struct reader reader = {.begins = true};
    for (char *at = text; *at;) {
        if (reader.begins && !reader.depth && command_is_head(at))
            break;
        size_t length = read_on(&reader, at);
        if (length == 1 && !reader.quoted && !reader.depth && is_operator(text, at)) {
            length += at[1] == at[0];
            if (length == strlen(wanted) && *at == *wanted)
                return at;
        }
        at += length;
    }
    return NULL;
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
    int status = run.process->ends ? run.process->status : run_level(run, right, INTO_NEXT);
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

/* Runs a group, whose ( stands at the text's beginning. */
static int run_group(struct command *command, char *text)
{
    char *end = command_group_end(text);
    if (!end)
        return command_syntax_error(command);
    struct command_files files = {0};
    end[-1] = 0;
    bool runs = command_redirect(command, end, &files);
    int status = 1;
    if (runs)
        status = run_level((struct run){command->process, command->streams}, text + 1, IN_TURN);
    command_close_files(&files);
    return status;
}

static int run_alone(struct run run, char *text)
{
    struct command command = {.process = run.process, .streams = run.streams};
    struct command_files files = {0};
    int status = 1;
    text += strspn(text, " \t,;=@");
    if (*text == '(')
        return run_group(&command, text);
    if (command_redirect(&command, text, &files))
        status = command_run(&command, text);
    command_close_files(&files);
    return status;
}

/* Runs commands with the operator of this level between them. */
static int run_row(struct run run, char *text, enum level level)
{
    struct command head = {.process = run.process, .streams = run.streams};
    for (;;) {
        const char *between = operators[level];
        int status;
        if (command_run_head(&head, text + strspn(text, " \t,;=@"), &status))
            return status;
        char *found = find_operator(text, between);
        if (!found)
            return run_level(run, text, level + 1);
        char *right = found + strlen(between);
        *found = 0;
        if (is_blank_text(text)) {
            command_print(run.streams.error, "%s was unexpected at this time.\n", between);
            return 1;
        }
        if (level != IN_TURN && is_blank_text(right))
            return command_syntax_error(&head);
        if (level == INTO_NEXT)
            return run_into_next(run, text, right);
        status = run_level(run, text, level + 1);
        bool goes_on = level == IN_TURN || (level == IF_FAILED) == (status != 0);
        if (!goes_on || run.process->ends || is_blank_text(right))
            return status;
        text = right;
    }
}

static int run_level(struct run run, char *text, enum level level)
{
    struct command_process *process = run.process;
    if (level == ALONE)
        return process->status = run_alone(run, text);
    if (level != IN_TURN)
        return process->status = run_row(run, text, level);
    if (process->depth == DEEPEST)
        return process->status = command_syntax_error(
                   &(struct command){.process = process, .streams = run.streams});
    process->depth++;
    process->status = run_row(run, text, level);
    process->depth--;
    return process->status;
}

int command_run_text(struct command_process *process, struct command_streams streams, char *text)
{
    return run_level((struct run){process, streams}, text, IN_TURN);
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

/* Returns a copy of what stands behind cmd /c. Quotes that begin it, and the last ones, go. */
static char *without_outer_quotes(const char *line)
{
    char *copy = strdup(line + strspn(line, " \t"));
    char *last = copy && *copy == '"' ? strrchr(copy + 1, '"') : NULL;
    if (copy && *copy == '"') {
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
    char *copy = line && process->variables ? without_outer_quotes(line) : NULL;
    int status = -1;
    if (copy)
        status = command_run_line(process, command.streams, copy);
    else if (!line && process->variables)
        status = command_run_lines(&command);
    free(copy);
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

int command_run_inside(const struct command *parent, const char *line)
{
    struct command_process process = *parent->process;
    const char *end = process.variables;
    while (*end)
        end += strlen(end) + 1;
    size_t size = (size_t)(end + 1 - process.variables);
    char *copy = malloc(size);
    process.variables = copy ? memcpy(copy, parent->process->variables, size) : NULL;
    return run_to_end((struct command){.process = &process, .streams = parent->streams}, line);
}
