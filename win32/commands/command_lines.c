/* for /f: lines of files, of a text or of a command, cut into words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stdio_impl.h"
#include "win32/commands/command_for.h"

enum { MOST_WORDS = 31 };

struct options {
    char comment; /* a line that begins with it is left out */
    unsigned skip;
    char delimiters[64];
    bool wants[MOST_WORDS + 1]; /* which words, from 1 on: variables get them in their order */
    bool takes_rest;            /* one more variable gets what is behind them */
    bool has_quoted_names;
};

/* Reads tokens=1,3-5* . */
static const char *read_tokens(const char *at, struct options *options)
{
    memset(options->wants, 0, sizeof options->wants);
    while (isdigit((unsigned char)*at) || *at == ',') {
        char *end;
        unsigned long first = *at == ',' ? 0 : strtoul(at, &end, 10), last = first;
        if (!first) {
            at++;
            continue;
        }
        if (*end == '-')
            last = strtoul(end + 1, &end, 10);
        for (; first <= last && first <= MOST_WORDS; first++)
            options->wants[first] = true;
        at = end;
    }
    options->takes_rest = *at == '*';
    return at + options->takes_rest;
}

/* The blank behind delims= is a delimiter if nothing stands behind it. */
static const char *read_delimiters(const char *at, struct options *options)
{
    size_t length = strcspn(at, " ");
    bool is_last = !at[length] || !at[length + strspn(at + length, " ")];
    length += is_last && at[length];
    snprintf(options->delimiters, sizeof options->delimiters, "%.*s", (int)length, at);
    return at + length;
}

static bool read_options(const char *at, struct options *options)
{
    *options = (struct options){.comment = ';', .delimiters = " \t", .wants = {[1] = true}};
    for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
        char *end = NULL;
        if (_strnicmp(at, "eol=", 4) == 0 && at[4]) {
            options->comment = at[4];
            at += 5;
        } else if (_strnicmp(at, "skip=", 5) == 0) {
            options->skip = (unsigned)strtoul(at + 5, &end, 0);
            at = end;
        } else if (_strnicmp(at, "delims=", 7) == 0) {
            at = read_delimiters(at + 7, options);
        } else if (_strnicmp(at, "tokens=", 7) == 0) {
            at = read_tokens(at + 7, options);
        } else if (_strnicmp(at, "usebackq", 8) == 0) {
            options->has_quoted_names = true;
            at += 8;
        } else {
            return false;
        }
    }
    return true;
}

/* Cuts a line, and runs for its words. A line without the first of the wanted words is left out.
 * Returns 0: for is at its end. */
static int run_line(struct for_run *run, const struct options *options, char *line)
{
    char *words[MOST_WORDS + 1], *values[MOST_WORDS + 1];
    unsigned found = 0, count = 0, last = MOST_WORDS;
    char *at = line + strspn(line, options->delimiters), *rest = at;
    while (last && !options->wants[last])
        last--;
    bool has_one = !last;
    if (!*at || *at == options->comment)
        return 1;
    while (*at && found < last) {
        words[++found] = at;
        at += strcspn(at, options->delimiters);
        if (*at)
            *at++ = 0;
        at += strspn(at, options->delimiters);
        rest = at;
    }
    for (unsigned i = 1; i <= last; i++)
        if (options->wants[i]) {
            values[count++] = i <= found ? words[i] : "";
            has_one |= i <= found;
        }
    if (options->takes_rest)
        values[count++] = found == last ? rest : "";
    return has_one ? command_for_each(run, count, (const char *const *)values) : 1;
}

static int run_stream(struct for_run *run, const struct options *options, FILE *file)
{
    char *line = malloc(COMMAND_LINE_SIZE);
    int goes_on = 1;
    for (unsigned number = 0; goes_on && line && command_read_line(file, line, COMMAND_LINE_SIZE);)
        if (number++ >= options->skip)
            goes_on = run_line(run, options, line);
    free(line);
    return goes_on;
}

static void run_command(struct for_run *run, const struct options *options, const char *text)
{
    struct command inside = run->command;
    FILE *file = tmpfile();
    if (!file) {
        run->status = command_refuse(&inside, ERROR_NOT_ENOUGH_MEMORY);
        return;
    }
    file->text = true;
    inside.streams.out = file;
    command_run_inside(&inside, text, false);
    rewind(file);
    run_stream(run, options, file);
    fclose(file);
}

/* The names of files, which quotes may enclose with usebackq. */
static void run_files(struct for_run *run, const struct options *options, const char *set)
{
    char path[PATH_SIZE], name[PATH_SIZE];
    int goes_on = 1;
    while (goes_on && *(set += strspn(set, " \t,;=\n"))) {
        bool quoted = *set == '"';
        size_t length = strcspn(set += quoted, quoted ? "\"" : " \t,;=\n");
        snprintf(name, sizeof name, "%.*s", (int)length, set);
        set += length + (quoted && set[length]);
        FILE *file = command_path(&run->command, name, path) ? fopen(path, "rt") : NULL;
        if (!file) {
            command_print(run->command.streams.error, "The system cannot find the file %s.\n",
                          name);
            run->status = run->command.process->status = 1;
            return;
        }
        goes_on = run_stream(run, options, file);
        fclose(file);
    }
}

/* Whether this sign encloses the text: then it goes. */
static bool is_enclosed(char **text, char sign)
{
    char *at = *text + strspn(*text, " \t");
    size_t length = strlen(at);
    while (length && strchr(" \t", at[length - 1]))
        length--;
    if (length < 2 || *at != sign || at[length - 1] != sign)
        return false;
    at[length - 1] = 0;
    *text = at + 1;
    return true;
}

void command_for_lines(struct for_run *run, char *set, const char *option)
{
    struct options options;
    if (!read_options(option, &options)) {
        run->status = run->command.process->status = command_syntax_error(&run->command);
        return;
    }
    bool is_new = options.has_quoted_names;
    if (is_enclosed(&set, is_new ? '`' : '\''))
        run_command(run, &options, set);
    else if (is_enclosed(&set, is_new ? '\'' : '"'))
        run_line(run, &options, set);
    else
        run_files(run, &options, set);
}
