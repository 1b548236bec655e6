/* The variables of a command processor, and %NAME% in its lines. */
#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/name_order.h"
#include "win32/commands/command_list.h"

/* Returns the variable's row in the block, or the row before which it would stand. */
static const char *find_row(const char *block, const char *name, size_t length, bool *found)
{
    const char *row = block;
    *found = false;
    for (; *row; row += strlen(row) + 1) {
        size_t own = strcspn(row + 1, "=") + 1, both = length < own ? length : own;
        int order = name_compare_part(row, name, both);
        *found = order == 0 && own == length;
        if (order > 0 || (order == 0 && own >= length))
            break;
    }
    return row;
}

static const char *find_value(const struct command_process *process, const char *name,
                              size_t length)
{
    bool found;
    const char *row = find_row(process->variables, name, length, &found);
    return found ? row + length + 1 : NULL;
}

const char *command_variable(const struct command_process *process, const char *name)
{
    return find_value(process, name, strlen(name));
}

/* Gives a variable a text, or takes it away without one. Returns false without memory. */
static bool set_variable(struct command_process *process, const char *name, const char *value)
{
    bool found;
    char *block = process->variables, *end = block;
    size_t length = strlen(name), row_size = *value ? length + strlen(value) + 2 : 0;
    const char *row = find_row(block, name, length, &found);
    const char *behind = found ? row + strlen(row) + 1 : row;
    while (*end)
        end += strlen(end) + 1;
    size_t before = (size_t)(row - block), after = (size_t)(end + 1 - behind);
    char *made = malloc(before + row_size + after);
    if (!made)
        return false;
    memcpy(made, block, before);
    if (row_size)
        sprintf(made + before, "%s=%s", name, value);
    memcpy(made + before + row_size, behind, after);
    process->variables = made;
    free(block);
    return true;
}

/* ---------------------------------------------------------------- %NAME% */

/* Variables that are made when they are asked for, unless the processor has one of the name. */
static const char *made_variable(const struct command_process *process, const char *name,
                                 size_t length, char text[PATH_SIZE])
{
    static const char *const names[] = {"CD", "DATE", "TIME", "RANDOM", "ERRORLEVEL"};
    enum { CD, DATE, TIME, RANDOM, ERROR_LEVEL, NAMES };
    time_t now = time(NULL);
    const struct tm *date = localtime(&now);
    for (int i = 0; i < NAMES; i++) {
        if (strlen(names[i]) != length || name_compare_part(names[i], name, length) != 0)
            continue;
        if (i == CD)
            return process->folder;
        if (i == DATE)
            strftime(text, PATH_SIZE, "%a %m/%d/%Y", date);
        else if (i == TIME)
            strftime(text, PATH_SIZE, "%H:%M:%S.00", date);
        else
            sprintf(text, "%d", i == RANDOM ? rand() : process->status);
        return text;
    }
    return NULL;
}

/* Appends to a text of malloc, and frees it if there is no more memory. */
static char *append_part(char *text, size_t *size, const char *part, size_t length)
{
    char *longer = text ? realloc(text, *size + length + 1) : NULL;
    if (!longer) {
        free(text);
        return NULL;
    }
    memcpy(longer + *size, part, length);
    *size += length;
    longer[*size] = 0;
    return longer;
}

char *command_expand(const struct command_process *process, const char *line)
{
    char text[PATH_SIZE], *expanded = strdup("");
    size_t size = 0;
    while (*line) {
        const char *end = *line == '%' ? strchr(line + 1, '%') : NULL, *value = NULL;
        size_t length = end ? (size_t)(end - line - 1) : 0;
        if (length)
            value = find_value(process, line + 1, length);
        if (length && !value)
            value = made_variable(process, line + 1, length, text);
        size_t plain = 1 + strcspn(line + 1, "%");
        expanded =
            append_part(expanded, &size, value ? value : line, value ? strlen(value) : plain);
        line = value ? end + 1 : line + plain;
    }
    return expanded;
}

/* ---------------------------------------------------------------- set, path */

/* Prints the variables whose names begin so. Returns how many. */
static int print_variables(const struct command *command, const char *beginning)
{
    int count = 0;
    for (const char *row = command->process->variables; *row; row += strlen(row) + 1)
        if (*row != '=' && name_compare_part(row, beginning, strlen(beginning)) == 0) {
            command_print(command->streams.out, "%s\n", row);
            count++;
        }
    return count;
}

/* set /p NAME=question: the variable gets a line of the input. */
static int set_by_answer(struct command *command, char *text)
{
    char line[1024], *equals = strchr(text, '=');
    if (!equals || equals == text)
        return command_syntax_error(command);
    *equals = 0;
    command_print(command->streams.out, "%s", equals + 1);
    if (!command_read_line(command->streams.in, line, sizeof line) || !*line)
        return 1;
    return set_variable(command->process, text, line)
               ? 0
               : command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
}

int command_set(struct command *command)
{
    char *text = command_skip_blanks(command->rest), *equals;
    if (_strnicmp(text, "/p", 2) == 0)
        return set_by_answer(command, command_skip_blanks(text + 2));
    if (*text == '/')
        return command_syntax_error(command);
    if (*text == '"' && strrchr(text, '"') > text) { /* set "NAME=text" */
        *strrchr(text, '"') = 0;
        text++;
    }
    equals = *text ? strchr(text + 1, '=') : NULL;
    if (equals) {
        *equals = 0;
        return set_variable(command->process, text, equals + 1)
                   ? 0
                   : command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    }
    for (size_t length = strlen(text); length && text[length - 1] == ' ';)
        text[--length] = 0;
    if (print_variables(command, text) || !*text)
        return 0;
    command_print(command->streams.error, "Environment variable %s not defined\n", text);
    return 1;
}

int command_path_variable(struct command *command)
{
    const char *rest = command->rest + strspn(command->rest, " \t=");
    const char *path = command_variable(command->process, "PATH");
    if (*rest)
        return set_variable(command->process, "PATH", strcmp(rest, ";") == 0 ? "" : rest)
                   ? 0
                   : command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    if (path)
        command_print(command->streams.out, "PATH=%s\n", path);
    else
        command_print(command->streams.out, "No Path\n");
    return 0;
}
