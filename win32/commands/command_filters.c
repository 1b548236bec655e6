/* sort and find, which read lines. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/name_order.h"
#include "win32/commands/command_list.h"

/* Returns the file of the last of these words, or the input; NULL, and says why. */
static FILE *open_lines(struct command *command, const struct command_words *words, unsigned first,
                        bool *opened)
{
    char path[PATH_SIZE];
    *opened = words->count > first;
    if (!*opened)
        return command->streams.in;
    FILE *file = command_path(command, words->names[first], path) ? fopen(path, "rt") : NULL;
    if (!file)
        command_refuse(command, ERROR_FILE_NOT_FOUND);
    return file;
}

static int compare_lines(const void *left, const void *right)
{
    return name_compare(*(char *const *)left, *(char *const *)right);
}

int command_sort(struct command *command)
{
    struct command_words words;
    char line[COMMAND_LINE_SIZE], **lines = NULL;
    size_t count = 0, room = 0;
    bool opened = false;
    FILE *file = command_cut(command, "r", &words) ? open_lines(command, &words, 0, &opened) : NULL;
    int status = !file;
    while (file && command_read_line(file, line, sizeof line)) {
        if (count == room) {
            char **more = realloc(lines, (room = 2 * room + 16) * sizeof *lines);
            if (!more)
                break;
            lines = more;
        }
        lines[count] = strdup(line);
        if (!lines[count])
            break;
        count++;
    }
    if (file && !feof(file))
        status = command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    if (count)
        qsort(lines, count, sizeof *lines, compare_lines);
    bool turned = file && command_switch(&words, 'r');
    for (size_t i = 0; i < count; i++)
        command_print(command->streams.out, "%s\n", lines[turned ? count - 1 - i : i]);
    while (count)
        free(lines[--count]);
    free(lines);
    if (opened && file)
        fclose(file);
    command_free_words(&words);
    return status;
}

/* Whether the line has the text. */
static bool has_text(const char *line, const char *text, bool any_case)
{
    size_t length = strlen(text);
    for (; length && *line; line++)
        if ((any_case ? name_compare_part(line, text, length) : strncmp(line, text, length)) == 0)
            return true;
    return false;
}

/* find "text": shows the lines that have it. The status is 0 if there is one. */
int command_find_text(struct command *command)
{
    struct command_words words;
    char line[COMMAND_LINE_SIZE];
    bool opened = false, is_cut = command_cut(command, "ivcn", &words), some = false;
    unsigned number = 0, count = 0;
    FILE *file = NULL;
    if (is_cut && (!words.count || !strchr(command->rest, '"')))
        command_print(command->streams.error, "FIND: Parameter format not correct\n");
    else if (is_cut)
        file = open_lines(command, &words, 1, &opened);
    int status = file ? 1 : 2;
    bool any_case = file && command_switch(&words, 'i'),
         others = file && command_switch(&words, 'v'), counts = file && command_switch(&words, 'c'),
         numbers = file && command_switch(&words, 'n');
    if (opened && file)
        command_print(command->streams.out, counts ? "\n---------- %s" : "\n---------- %s\n",
                      _strupr(words.names[1]));
    while (file && command_read_line(file, line, sizeof line)) {
        number++;
        if (has_text(line, words.names[0], any_case) == others)
            continue;
        some = true;
        count++;
        if (numbers && !counts)
            command_print(command->streams.out, "[%u]", number);
        if (!counts)
            command_print(command->streams.out, "%s\n", line);
    }
    if (counts)
        command_print(command->streams.out, opened ? ": %u\n" : "%u\n", count);
    if (opened && file)
        fclose(file);
    command_free_words(&words);
    return some ? 0 : status;
}
