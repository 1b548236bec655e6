/* Texts in place of names: variables and arguments when a line is read, for's variables
 * and !NAME! when a command runs. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/name_order.h"
#include "win32/commands/command.h"

/* A text that grows. `text` is NULL without memory. */
struct made {
    char *text;
    size_t size;
};

static void append_part(struct made *made, const char *part, size_t length)
{
    char *longer = made->text ? realloc(made->text, made->size + length + 1) : NULL;
    if (!longer) {
        free(made->text);
        made->text = NULL;
        return;
    }
    memcpy(longer + made->size, part, length);
    made->text = longer;
    made->size += length;
    longer[made->size] = 0;
}

/* Appends a text of malloc, and frees it. */
static void append_made(struct made *made, char *part)
{
    if (part)
        append_part(made, part, strlen(part));
    free(part);
}

/* ---------------------------------------------------------------- a variable */

/* Variables that are made when they are asked for, unless the processor has one of the name. */
static const char *made_variable(const struct command_process *process, const char *name,
                                 char text[PATH_SIZE])
{
    static const char *const names[] = {"CD",     "DATE",       "TIME",
                                        "RANDOM", "ERRORLEVEL", "CMDEXTVERSION"};
    enum { CD, DATE, TIME, RANDOM, ERROR_LEVEL, EXTENSIONS, NAMES };
    time_t now = time(NULL);
    const struct tm *date = localtime(&now);
    for (int i = 0; i < NAMES; i++) {
        if (name_compare(names[i], name) != 0)
            continue;
        if (i == CD)
            return process->folder;
        if (i == DATE)
            strftime(text, PATH_SIZE, "%a %m/%d/%Y", date);
        else if (i == TIME)
            strftime(text, PATH_SIZE, "%H:%M:%S.00", date);
        else
            sprintf(text, "%d", i == RANDOM ? rand() : i == EXTENSIONS ? 2 : process->status);
        return text;
    }
    return NULL;
}

/* Appends the part of a value that ~first,count means. Numbers below 0 count from its end. */
static void append_cut(struct made *made, const char *value, char *form)
{
    char *comma;
    long length = (long)strlen(value), first = strtol(form, &comma, 0), count = length;
    if (*comma == ',')
        count = strtol(comma + 1, NULL, 0);
    first = first < 0 ? first + length : first;
    first = first < 0 ? 0 : first > length ? length : first;
    count = count < 0 ? length + count - first : count;
    count = count < 0 ? 0 : count > length - first ? length - first : count;
    append_part(made, value + first, (size_t)count);
}

/* Appends a value in which one text stands in place of another. A * before the other means all that
 * is before it, too. */
static void append_replaced(struct made *made, const char *value, const char *old, const char *new)
{
    bool takes_before = *old == '*';
    old += takes_before;
    size_t length = strlen(old);
    while (*value) {
        const char *at = value;
        while (*at && name_compare_part(at, old, length) != 0)
            at++;
        if (!*at || !length)
            break;
        if (!takes_before)
            append_part(made, value, (size_t)(at - value));
        append_part(made, new, strlen(new));
        value = at + length;
        if (takes_before)
            break;
    }
    append_part(made, value, strlen(value));
}

/* Appends what NAME, NAME:~first,count or NAME:old=new means. Returns false: there is no such
 * variable. */
static bool append_variable(struct made *made, const struct command_process *process,
                            const char *from, size_t length)
{
    char own[PATH_SIZE], *form = malloc(length + 1), *colon = NULL;
    const char *value = NULL;
    if (form && length) {
        memcpy(form, from, length);
        form[length] = 0;
        value = command_variable(process, form);
        colon = value ? NULL : strchr(form + 1, ':');
        if (colon)
            *colon++ = 0;
        value = value ? value : command_variable(process, form);
        value = value ? value : made_variable(process, form, own);
    }
    char *equals = colon ? strchr(colon + (*colon != 0), '=') : NULL;
    if (value && colon && *colon == '~') {
        append_cut(made, value, colon + 1);
    } else if (value && equals) {
        *equals = 0;
        append_replaced(made, value, colon, equals + 1);
    } else if (value && colon) {
        value = NULL;
    } else if (value) {
        append_part(made, value, strlen(value));
    }
    free(form);
    return value;
}

/* ---------------------------------------------------------------- when a line is read */

/* Appends an argument: %1, %*, %~dp0. Returns what stands behind it; NULL: it is none. */
static const char *append_argument(struct made *made, const struct command_process *process,
                                   const char *at)
{
    size_t letters = at[1] == '~' ? 1 + strspn(at + 2, "fdpnxsatzFDPNXSATZ") : 0;
    char sign = at[1 + letters];
    bool is_one = isdigit((unsigned char)sign) || (sign == '*' && !letters);
    const char *argument = NULL;
    if (is_one)
        argument = command_argument(process, sign == '*' ? -1 : sign - '0');
    if (!argument)
        return NULL;
    if (letters)
        append_made(made, command_name_parts(process, at + 2, letters - 1, argument));
    else
        append_part(made, argument, strlen(argument));
    return at + letters + 2;
}

/* A variable that is not there is empty in a batch file, and stays as it stands elsewhere. */
char *command_expand(const struct command_process *process, const char *line)
{
    struct made made = {.text = strdup("")};
    while (*line) {
        size_t plain = strcspn(line, "%");
        append_part(&made, line, plain);
        line += plain;
        if (!*line)
            break;
        bool is_sign = process->batch && line[1] == '%';
        const char *behind = is_sign ? NULL : append_argument(&made, process, line);
        const char *end = is_sign || behind ? NULL : strchr(line + 1, '%');
        if (is_sign) {
            append_part(&made, line, 1);
            line += 2;
        } else if (behind) {
            line = behind;
        } else if (end && (append_variable(&made, process, line + 1, (size_t)(end - line - 1)) ||
                           process->batch)) {
            line = end + 1;
        } else {
            append_part(&made, line, !process->batch);
            line++;
        }
    }
    return made.text;
}

/* ---------------------------------------------------------------- when a command runs */

/* The text of a variable of for, or NULL. */
static const char *loop_value(const struct command_process *process, char letter)
{
    for (const struct command_loop *loop = process->loop; loop; loop = loop->outer)
        if (letter >= loop->first && letter - loop->first < (int)loop->count)
            return loop->values[letter - loop->first];
    return NULL;
}

/* Appends a variable of for: %i, %~nxi. As many letters as can belong to ~. Returns what stands
 * behind it; NULL: it is none. */
static const char *append_loop_variable(struct made *made, const struct command_process *process,
                                        const char *at, const char *end)
{
    const char *value = at + 1 < end ? loop_value(process, at[1]) : NULL;
    if (value) {
        append_part(made, value, strlen(value));
        return at + 2;
    }
    if (at + 2 >= end || at[1] != '~')
        return NULL;
    size_t letters = strspn(at + 2, "fdpnxsatzFDPNXSATZ");
    for (const char *last = at + 2 + letters; last >= at + 2; last--) {
        value = last < end ? loop_value(process, *last) : NULL;
        if (value) {
            append_made(made, command_name_parts(process, at + 2, (size_t)(last - at - 2), value));
            return last + 1;
        }
    }
    return NULL;
}

/* Takes for's variables, and the ^ that protect. A text that for gives protects nothing. */
static void append_early(struct made *made, const struct command_process *process, const char *text,
                         const char *end)
{
    bool quoted = false;
    while (text < end) {
        const char *behind = *text == '%' ? append_loop_variable(made, process, text, end) : NULL;
        if (behind) {
            text = behind;
            continue;
        }
        quoted ^= *text == '"';
        text += *text == '^' && !quoted;
        if (text < end)
            append_part(made, text++, 1);
    }
}

/* Takes the variables of !NAME!. Where a ! is, ^ protects from it, in quotes, too. */
static void append_delayed(struct made *made, const struct command_process *process,
                           const char *text)
{
    while (*text) {
        const char *other = *text == '!' ? strchr(text + 1, '!') : NULL;
        if (other) {
            append_variable(made, process, text + 1, (size_t)(other - text - 1));
            text = other;
        } else if (*text != '!') {
            text += *text == '^' && text[1];
            append_part(made, text, 1);
        }
        text++;
    }
}

char *command_expand_late(const struct command_process *process, const char *text, size_t length)
{
    struct made early = {.text = strdup("")}, made = {.text = strdup("")};
    append_early(&early, process, text, text + length);
    if (!process->delays || !early.text || !strchr(early.text, '!')) {
        free(made.text);
        return early.text;
    }
    append_delayed(&made, process, early.text);
    free(early.text);
    return made.text;
}
