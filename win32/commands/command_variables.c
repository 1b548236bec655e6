/* The variables of a command processor. */
#include <stdlib.h>
#include <string.h>

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

const char *command_variable(const struct command_process *process, const char *name)
{
    bool found;
    size_t length = strlen(name);
    const char *row = find_row(process->variables, name, length, &found);
    return found ? row + length + 1 : NULL;
}

bool command_set_variable(struct command_process *process, const char *name, const char *value)
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

char *command_copy_variables(const struct command_process *process)
{
    const char *end = process->variables;
    while (*end)
        end += strlen(end) + 1;
    size_t size = (size_t)(end + 1 - process->variables);
    char *copy = malloc(size);
    return copy ? memcpy(copy, process->variables, size) : NULL;
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

/* Takes off quotes that begin the text, and what is behind the last: set "NAME=text". */
static char *without_quotes(char *text)
{
    char *last = strrchr(text, '"');
    if (*text != '"' || last == text)
        return text;
    *last = 0;
    return text + 1;
}

/* set /a: a batch file computes in silence. */
static int set_by_sum(struct command *command, char *text)
{
    int value, status;
    const char *reason = command_compute(command->process, without_quotes(text), &value, &status);
    if (reason)
        command_print(command->streams.error, "%s\n", reason);
    else if (!command->process->batch)
        command_print(command->streams.out, "%d", value);
    return status;
}

/* set /p NAME=question: the variable gets a line of the input. Without a name the question alone is
 * wanted, because no line's end stands behind it. */
static int set_by_answer(struct command *command, char *text)
{
    char line[1024], *equals;
    text = without_quotes(text);
    equals = strchr(text, '=');
    if (!equals)
        return command_syntax_error(command);
    *equals = 0;
    command_print(command->streams.out, "%s", without_quotes(equals + 1));
    if (!command_read_line(command->streams.in, line, sizeof line) || !*line || !*text)
        return 1;
    return command_set_variable(command->process, text, line)
               ? 0
               : command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
}

int command_set(struct command *command)
{
    char *text = command_skip_blanks(command->rest), *equals;
    if (_strnicmp(text, "/p", 2) == 0)
        return set_by_answer(command, text + 2 + strspn(text + 2, " \t"));
    if (_strnicmp(text, "/a", 2) == 0)
        return set_by_sum(command, command_skip_blanks(text + 2));
    if (*text == '/')
        return command_syntax_error(command);
    text = without_quotes(text);
    equals = *text ? strchr(text + 1, '=') : NULL;
    if (equals) {
        *equals = 0;
        return command_set_variable(command->process, text, equals + 1)
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
        return command_set_variable(command->process, "PATH", strcmp(rest, ";") == 0 ? "" : rest)
                   ? 0
                   : command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    if (path)
        command_print(command->streams.out, "PATH=%s\n", path);
    else
        command_print(command->streams.out, "No Path\n");
    return 0;
}
