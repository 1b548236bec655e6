/* for: a command runs for each word, file, number or line. */
#include <ctype.h>
#include <fileapi.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_for.h"

static const char blanks[] = " \t,;=\n"; /* between the words of a set */

/* Reads for's text. Returns where its command begins, NULL: it is none, or the end of a text in
 * which ) is not there. */
static const char *read_for(const char *at, struct for_head *head)
{
    bool quoted = false;
    *head = (struct for_head){0};
    for (; *at == '/'; at = command_skip_blanks(at)) {
        head->kind = (char)tolower((unsigned char)at[1]);
        if (!head->kind || !strchr("dflr", head->kind))
            return NULL;
        at = command_skip_blanks(at + 2);
        size_t length = *at == '"' ? 1 + strcspn(at + 1, "\"") : strcspn(at, " \t");
        if (*at != '%' && *at != '/' && (head->kind == 'f' || head->kind == 'r')) {
            quoted = *at == '"' && at[length] == '"';
            head->option = at + quoted;
            head->option_length = length - quoted;
            at += length + quoted;
        }
    }
    if (*at != '%' || !at[1])
        return NULL;
    head->letter = at[1];
    at = command_behind_word(command_skip_blanks(at + 2), "in");
    if (!at || *at != '(')
        return NULL;
    head->set = ++at;
    for (quoted = false; *at && (quoted || *at != ')'); at++) {
        quoted = *at == '"' ? !quoted : quoted && *at != '\n';
        at += !quoted && *at == '^' && at[1];
    }
    head->set_length = (size_t)(at - head->set);
    return *at ? command_behind_word(command_skip_blanks(at + 1), "do") : at;
}

char *command_for_end(char *text)
{
    struct for_head head;
    return (char *)read_for(text, &head);
}

bool command_is_for(const char *text)
{
    return command_behind_word(text, "for");
}

/* ---------------------------------------------------------------- what it runs for */

int command_for_each(struct for_run *run, unsigned count, const char *const values[])
{
    struct command_process *process = run->command.process;
    struct command_loop loop = {.outer = process->loop, .first = run->head.letter};
    char *text = strdup(run->text);
    bool has_memory = text;
    for (; has_memory && loop.count < count; loop.count++)
        has_memory = (loop.values[loop.count] = strdup(values[loop.count]));
    if (has_memory) {
        process->loop = &loop;
        run->status = command_run_text(process, run->command.streams, text);
        process->loop = loop.outer;
    }
    while (loop.count)
        free(loop.values[--loop.count]);
    free(text);
    if (!has_memory)
        run->status = -1;
    return has_memory && !command_stops(process);
}

static int run_for_one(struct for_run *run, const char *value)
{
    return command_for_each(run, 1, &value);
}

/* A word with * or ? means files, for /d folders; their names stand behind the word's folder. */
static int run_for_files(struct for_run *run, const char *word)
{
    char pattern[PATH_SIZE], value[PATH_SIZE];
    struct command_search search;
    size_t folder = (size_t)(path_last_part(word) - word);
    int goes_on = 1;
    if (!command_path(&run->command, word, pattern))
        return 1;
    for (command_find(&search, pattern); search.some; command_find_next(&search)) {
        bool fits = search.found.is_folder == (run->head.kind == 'd') &&
                    !(search.found.attributes & FILE_ATTRIBUTE_HIDDEN);
        if (fits && snprintf(value, sizeof value, "%.*s%s", (int)folder, word, search.found.name) <
                        PATH_SIZE)
            goes_on = run_for_one(run, value);
        if (!goes_on) {
            command_find_end(&search);
            break;
        }
    }
    return goes_on;
}

/* Cuts the set into words, and runs for each; quotes stay. A folder stands before them for /r. */
static int run_for_words(struct for_run *run, const char *set, const char *folder)
{
    bool has_slash = !folder || folder[strlen(folder) - 1] == '\\';
    size_t room = strlen(set) + (folder ? strlen(folder) : 0) + 2;
    char *word = malloc(room);
    int goes_on = word != NULL;
    if (!word)
        run->status = -1;
    for (const char *at = set + strspn(set, blanks); goes_on && *at; at += strspn(at, blanks)) {
        size_t length = 0;
        for (bool quoted = false; at[length] && (quoted || !strchr(blanks, at[length])); length++)
            quoted ^= at[length] == '"';
        snprintf(word, room, "%s%s%.*s", folder ? folder : "", has_slash ? "" : "\\", (int)length,
                 at);
        at += length;
        goes_on = strpbrk(word, "*?") ? run_for_files(run, word) : run_for_one(run, word);
    }
    free(word);
    return goes_on;
}

/* for /r: the words of the set in a folder and in each below it. */
static int run_for_tree(struct for_run *run, const char *set, const char *folder)
{
    char pattern[PATH_SIZE];
    struct command_search search;
    int goes_on = run_for_words(run, set, folder);
    if (!goes_on || !command_join(pattern, folder, "*"))
        return goes_on;
    for (command_find(&search, pattern); search.some; command_find_next(&search)) {
        if (search.found.is_folder && *search.path)
            goes_on = run_for_tree(run, set, search.path);
        if (!goes_on) {
            command_find_end(&search);
            break;
        }
    }
    return goes_on;
}

/* for /l: (first,step,last). */
static void run_for_numbers(struct for_run *run, const char *set)
{
    long numbers[3] = {0};
    char text[16];
    for (int i = 0; i < 3; i++) {
        set += strspn(set, blanks);
        numbers[i] = strtol(set, NULL, 0); /* 0 for a word that is no number */
        set += strcspn(set, blanks);
    }
    for (long long i = numbers[0], step = numbers[1]; step < 0 ? i >= numbers[2] : i <= numbers[2];
         i += step) {
        sprintf(text, "%ld", (long)i);
        if (!run_for_one(run, text))
            break;
    }
}

int command_run_for(struct command *command, char *text)
{
    struct for_run run = {.command = *command};
    char root[PATH_SIZE];
    run.text = read_for(text, &run.head);
    if (!run.text || !*run.text)
        return command->process->status = command_syntax_error(command);
    const struct for_head *head = &run.head;
    char *set = command_expand_late(command->process, head->set, head->set_length);
    char *option = command_expand_late(command->process, head->option, head->option_length);
    if (!set || !option)
        run.status = -1;
    else if (head->kind == 'f')
        command_for_lines(&run, set, option);
    else if (head->kind == 'l')
        run_for_numbers(&run, set);
    else if (head->kind == 'r' && command_path(command, *option ? option : ".", root))
        run_for_tree(&run, set, root);
    else if (head->kind != 'r')
        run_for_words(&run, set, NULL);
    free(set);
    free(option);
    return run.status;
}
