/* Batch files: lines of a file, their arguments, goto, call of a label, setlocal. */
#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_list.h"

/* Variables, folder and kind of lines that setlocal keeps. */
struct kept {
    struct kept *outer;
    char *variables; /* from malloc */
    char folder[PATH_SIZE];
    bool delays;
};

/* A file whose lines run, or lines of one that call runs. */
struct command_batch {
    struct command_batch *outer;
    const char *text, *next; /* the whole file, the line that comes next */
    const char *path;
    char *arguments;   /* behind the name, as they stand; from malloc */
    char **words;      /* the name and them, up to NULL */
    unsigned shift[2]; /* by how many: the name, the others */
    struct kept *kept;
};

/* ---------------------------------------------------------------- arguments */

static const char blanks[] = " \t,;=";

/* Cuts arguments into words, which keep their quotes. Returns what free takes; NULL without memory.
 */
static char **cut_words(const char *name, const char *arguments)
{
    size_t length = strlen(arguments), most = length / 2 + 3;
    char **words = malloc(most * sizeof *words + 2 * length + strlen(name) + 3), **word = words;
    if (!words)
        return NULL;
    char *to = (char *)(words + most);
    *word++ = strcpy(to, name);
    to += strlen(name) + 1;
    for (const char *at = arguments + strspn(arguments, blanks); *at; at += strspn(at, blanks)) {
        bool quoted = false;
        *word++ = to;
        for (; *at && (quoted || !strchr(blanks, *at)); *to++ = *at++)
            quoted ^= *at == '"';
        *to++ = 0;
    }
    *word = NULL;
    return words;
}

const char *command_argument(const struct command_process *process, int number)
{
    const struct command_batch *batch = process->batch;
    if (!batch || number < 0)
        return batch ? batch->arguments : NULL;
    char **word = batch->words;
    for (number += (int)batch->shift[number != 0]; number && *word; number--)
        word++;
    return *word ? *word : "";
}

/* shift, or shift /1: the name stays. Others than these are shifted by all. */
int command_shift(struct command *command)
{
    struct command_batch *batch = command->process->batch;
    const char *at = command_skip_blanks(command->rest);
    bool keeps_name = *at == '/' && at[1] > '0' && at[1] <= '9';
    if (batch) {
        batch->shift[0] += !keeps_name;
        batch->shift[1]++;
    }
    return 0;
}

/* ---------------------------------------------------------------- setlocal */

int command_setlocal(struct command *command)
{
    struct command_process *process = command->process;
    const char *word = command_skip_blanks(command->rest);
    struct kept *kept = process->batch ? malloc(sizeof *kept) : NULL;
    if (kept) {
        *kept = (struct kept){.outer = process->batch->kept,
                              .variables = command_copy_variables(process),
                              .delays = process->delays};
        strcpy(kept->folder, process->folder);
        process->batch->kept = kept;
    }
    if (kept && !kept->variables) {
        process->batch->kept = kept->outer;
        free(kept);
        return command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
    }
    for (; *word; word = command_skip_blanks(word + strcspn(word, blanks))) {
        if (_strnicmp(word, "enabledelayed", 13) == 0)
            process->delays = process->batch;
        else if (_strnicmp(word, "disabledelayed", 14) == 0)
            process->delays = false;
    }
    return 0;
}

static void give_back(struct command_process *process, struct command_batch *batch)
{
    struct kept *kept = batch->kept;
    batch->kept = kept->outer;
    free(process->variables);
    process->variables = kept->variables;
    process->delays = kept->delays;
    strcpy(process->folder, kept->folder);
    free(kept);
}

int command_endlocal(struct command *command)
{
    struct command_batch *batch = command->process->batch;
    if (batch && batch->kept)
        give_back(command->process, batch);
    return 0;
}

/* ---------------------------------------------------------------- lines */

/* Returns what stands behind the line's end. */
static const char *line_behind(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Whether ^ at a line's end joins it with the next: it protects nothing, and no quotes are open. */
static bool is_joined(const char *line)
{
    bool quoted = false;
    for (; *line; line++) {
        quoted = *line == '"' ? !quoted : quoted && *line != '\n';
        if (*line == '^' && !quoted && !*++line)
            return true;
    }
    return false;
}

/* Takes a line, in which variables become texts. Returns NULL without memory. */
static char *take_line(struct command_process *process)
{
    struct command_batch *batch = process->batch;
    size_t length = strcspn(batch->next, "\n");
    char *line = malloc(length + 1);
    if (line) {
        memcpy(line, batch->next, length);
        line[length] = 0;
    }
    batch->next = line_behind(batch->next);
    char *made = line ? command_expand(process, line) : NULL;
    free(line);
    return made;
}

/* Appends a line to a text, and frees both. Returns NULL without memory. */
static char *append_line(char *text, const char *between, char *line)
{
    char *made = line ? malloc(strlen(text) + strlen(line) + 2) : NULL;
    if (made)
        sprintf(made, "%s%s%s", text, between, line);
    free(text);
    free(line);
    return made;
}

/* Takes a command: a line, and as many as ^ or an open group adds. */
static char *take_command(struct command_process *process)
{
    char *text = take_line(process);
    while (text && *process->batch->next) {
        bool joins = is_joined(text);
        if (!joins && !command_is_open(text))
            break;
        if (joins)
            text[strlen(text) - 1] = 0;
        text = append_line(text, joins ? "" : "\n", take_line(process));
    }
    return text;
}

static void run_command(const struct command *command, char *text)
{
    struct command_process *process = command->process;
    char *at = text + strspn(text, " \t,;=");
    if (!*at || *at == ':')
        return;
    if (!process->is_silent && *at != '@')
        command_print(command->streams.out, "\n%s>%s\n", process->folder, text);
    command_run_text(process, command->streams, at);
}

/* Runs the lines of a file, from `next` on. */
static int run_lines(struct command *command, struct command_batch *batch, const char *name,
                     const char *arguments)
{
    struct command_process *process = command->process;
    struct command_loop *loop = process->loop;
    batch->outer = process->batch;
    batch->arguments = strdup(arguments + strspn(arguments, " \t"));
    batch->words = cut_words(name, arguments);
    process->batch = batch;
    process->loop = NULL;
    bool has_memory = batch->arguments && batch->words;
    while (has_memory && *batch->next && !command_ends(process)) {
        char *text = take_command(process);
        has_memory = text;
        process->jumps = false;
        if (text)
            run_command(command, text);
        free(text);
    }
    while (batch->kept)
        give_back(process, batch);
    free(batch->arguments);
    free(batch->words);
    process->batch = batch->outer;
    process->loop = loop;
    process->jumps = false;
    return has_memory ? process->status : -1;
}

/* Reads a file, without the CR of its lines; NULL, with the last error. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rt");
    char *text = NULL;
    size_t size = 0, room = 0, length = 1;
    while (file && length) {
        if (size + 1 >= room) {
            char *more = realloc(text, (room = 2 * room + 1024));
            if (!more)
                break;
            text = more;
        }
        length = fread(text + size, 1, room - size - 1, file);
        size += length;
        text[size] = 0;
    }
    if (file)
        fclose(file);
    if (length) {
        free(text);
        SetLastError(file ? ERROR_NOT_ENOUGH_MEMORY : ERROR_FILE_NOT_FOUND);
        return NULL;
    }
    return text;
}

/* A file that another begins without call is its end. */
int command_run_batch(struct command *command, const char *path, const char *name)
{
    struct command_process *process = command->process;
    bool is_first = !process->batch, comes_back = process->is_called || is_first;
    bool is_silent = process->is_silent;
    struct command_batch batch = {.path = path};
    char *text = read_file(path);
    process->is_called = false;
    if (!text)
        return command_refuse(command, GetLastError());
    batch.text = batch.next = text;
    int status = run_lines(command, &batch, name, command->rest);
    free(text);
    if (is_first)
        process->is_silent = is_silent;
    if (!comes_back)
        command_leave_batch(process);
    return status;
}

/* ---------------------------------------------------------------- labels */

static const char label_ends[] = " \t:+,;=&|<>\n"; /* behind a label's name */

bool command_leave_batch(struct command_process *process)
{
    if (!process->batch)
        return false;
    process->batch->next += strlen(process->batch->next);
    return process->jumps = true;
}

/* Finds the line behind a label, from here to the end, then from the beginning; NULL: there is
 * none. */
static const char *find_label(const struct command_batch *batch, const char *label, size_t length)
{
    const char *line = batch->next;
    for (bool again = false;; line = line_behind(line)) {
        if (!*line && again)
            return NULL;
        if (!*line) {
            again = true;
            line = batch->text;
        }
        const char *at = line + strspn(line, blanks);
        if (*at == ':' && _strnicmp(at + 1, label, length) == 0 &&
            strchr(label_ends, at[1 + length]))
            return line_behind(line);
        if (again && line >= batch->next)
            return NULL;
    }
}

static const char *label_line(const struct command *command, const char *label)
{
    const struct command_batch *batch = command->process->batch;
    size_t length = strcspn(label, label_ends);
    if (length == 3 && _strnicmp(label, "eof", 3) == 0)
        return batch->next + strlen(batch->next);
    const char *line = find_label(batch, label, length);
    if (!line)
        command_print(command->streams.error,
                      "The system cannot find the batch label specified - %.*s\n", (int)length,
                      label);
    return line;
}

/* Without the label the file ends. */
int command_goto(struct command *command)
{
    struct command_process *process = command->process;
    char *label = command_skip_blanks(command->rest);
    label += *label == ':';
    if (!process->batch)
        return 0;
    if (!*label) {
        command_print(command->streams.error, "No batch label specified to GOTO command.\n");
        return 1;
    }
    const char *line = label_line(command, label);
    command_leave_batch(process);
    if (line)
        process->batch->next = line;
    return !line;
}

int command_call_label(struct command *command, char *label)
{
    const struct command_batch *outer = command->process->batch;
    size_t length = strcspn(label, label_ends);
    char name[PATH_SIZE];
    if (!outer) {
        command_print(command->streams.error,
                      "Invalid attempt to call batch label outside of batch script.\n");
        return 1;
    }
    struct command_batch batch = {.text = outer->text, .path = outer->path};
    batch.next = label_line(command, label);
    snprintf(name, sizeof name, ":%.*s", (int)length, label);
    return batch.next ? run_lines(command, &batch, name, label + length) : 1;
}

const char *command_batch_path(const struct command_process *process)
{
    return process->batch ? process->batch->path : NULL;
}
