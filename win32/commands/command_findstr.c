/* findstr: lines in which one of several texts is, as they stand or as expressions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command_list.h"

enum { MOST_TEXTS = 64 };

struct wanted {
    const char *texts[MOST_TEXTS];
    unsigned count;
    bool is_plain, any_case, at_begin, at_end, whole, others, numbers, names_alone;
};

/* ---------------------------------------------------------------- expressions */

static int letter_of(const struct wanted *wanted, char letter)
{
    return wanted->any_case ? tolower((unsigned char)letter) : (unsigned char)letter;
}

/* Where the part of an expression ends that means one character. */
static const char *part_end(const struct wanted *wanted, const char *part)
{
    if (wanted->is_plain)
        return part + 1;
    if (*part == '\\' && part[1])
        return part + 2;
    const char *end = *part == '[' && part[1] ? strchr(part + 2, ']') : NULL;
    return end ? end + 1 : part + 1;
}

/* Whether a character is in a class: [abc], [^a-z]. */
static bool is_in_class(const struct wanted *wanted, const char *part, const char *end, char letter)
{
    bool is_negated = part[1] == '^', is_in = false;
    int wanted_letter = letter_of(wanted, letter);
    for (part += 1 + is_negated; part < end - 1; part++) {
        bool is_range = part[1] == '-' && part + 2 < end - 1;
        int first = letter_of(wanted, *part), last = is_range ? letter_of(wanted, part[2]) : first;
        is_in |= wanted_letter >= first && wanted_letter <= last;
        part += 2 * is_range;
    }
    return is_in != is_negated;
}

static bool fits(const struct wanted *wanted, const char *part, const char *end, char letter)
{
    if (!wanted->is_plain && *part == '.')
        return true;
    if (!wanted->is_plain && *part == '[' && end > part + 1)
        return is_in_class(wanted, part, end, letter);
    return letter_of(wanted, end[-1]) == letter_of(wanted, letter);
}

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Whether a word begins at this place of the line for <, ends there for >. */
static bool is_word_edge(const char *line, size_t place, char edge)
{
    bool before = place && is_word(line[place - 1]), behind = is_word(line[place]);
    return before != behind && behind == (edge == '<');
}

/* Takes the text part by part, and keeps at which places of the line it can have got. So the time
 * grows with both lengths alone, however many * there are. */
static bool has_text(const struct wanted *wanted, const char *text, const char *line)
{
    bool is_there[COMMAND_LINE_SIZE], has_signs = !wanted->is_plain;
    bool is_anchored = has_signs && *text == '^';
    size_t length = strlen(line);
    memset(is_there, !(is_anchored || wanted->at_begin || wanted->whole), length + 1);
    is_there[0] = true;
    for (text += is_anchored; *text;) {
        const char *end = part_end(wanted, text);
        if (has_signs && *text == '$' && !text[1]) {
            memset(is_there, false, length);
        } else if (has_signs && *text == '\\' && (text[1] == '<' || text[1] == '>')) {
            for (size_t i = 0; i <= length; i++)
                is_there[i] = is_there[i] && is_word_edge(line, i, text[1]);
        } else if (has_signs && *end == '*') {
            for (size_t i = 0; i < length; i++)
                is_there[i + 1] |= is_there[i] && fits(wanted, text, end, line[i]);
            end++;
        } else {
            for (size_t i = length; i; i--)
                is_there[i] = is_there[i - 1] && fits(wanted, text, end, line[i - 1]);
            is_there[0] = false;
        }
        text = end;
    }
    return wanted->at_end || wanted->whole ? is_there[length]
                                           : memchr(is_there, 1, length + 1) != NULL;
}

static bool is_wanted(const struct wanted *wanted, const char *line)
{
    bool has = false;
    for (unsigned i = 0; i < wanted->count && !has; i++)
        has = has_text(wanted, wanted->texts[i], line);
    return has != wanted->others;
}

/* ---------------------------------------------------------------- files */

/* Shows the lines of a file that are wanted, behind its name if it is one of several. Returns how
 * many. */
static unsigned show_lines(const struct command *command, const struct wanted *wanted, FILE *file,
                           const char *name)
{
    char *line = malloc(COMMAND_LINE_SIZE);
    unsigned count = 0;
    for (unsigned number = 1; line && command_read_line(file, line, COMMAND_LINE_SIZE); number++) {
        if (!is_wanted(wanted, line))
            continue;
        count++;
        if (wanted->names_alone) {
            command_print(command->streams.out, "%s\n", name ? name : "");
            break;
        }
        if (name)
            command_print(command->streams.out, "%s:", name);
        if (wanted->numbers)
            command_print(command->streams.out, "%u:", number);
        command_print(command->streams.out, "%s\n", line);
    }
    free(line);
    return count;
}

/* The files of a name, which stands before lines if it can mean several. */
static unsigned show_files(const struct command *command, const struct wanted *wanted,
                           const char *name, bool is_one)
{
    char path[PATH_SIZE], shown[PATH_SIZE];
    struct command_search search;
    unsigned count = 0, opened = 0;
    size_t folder = (size_t)(path_last_part(name) - name);
    is_one = is_one && !strpbrk(name, "*?") && !wanted->names_alone;
    search.some = command_path(command, name, path);
    if (search.some)
        command_find(&search, path);
    for (; search.some; command_find_next(&search)) {
        FILE *file = search.found.is_folder ? NULL : fopen(search.path, "rt");
        if (!file)
            continue;
        opened++;
        snprintf(shown, sizeof shown, "%.*s%s", (int)folder, name, search.found.name);
        count += show_lines(command, wanted, file, is_one ? NULL : shown);
        fclose(file);
    }
    if (!opened)
        command_print(command->streams.error, "FINDSTR: Cannot open %s\n", name);
    return count;
}

/* Whether a text is an expression if no switch says which it is. */
static bool is_expression(const char *text)
{
    return text[strcspn(text, ".*^$[\\")];
}

static void add_text(struct wanted *wanted, const char *text)
{
    if (*text && wanted->count < MOST_TEXTS)
        wanted->texts[wanted->count++] = text;
}

/* Cuts at blanks. */
static void add_texts(struct wanted *wanted, char *text)
{
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        add_text(wanted, word);
}

int command_findstr(struct command *command)
{
    struct command_words words;
    struct wanted wanted = {0};
    unsigned first = 0, count = 0;
    if (!command_cut(command, "belrsivxnmopc", &words)) {
        command_free_words(&words);
        return 2;
    }
    for (unsigned i = 0; i < words.switch_count; i++)
        if (tolower((unsigned char)words.switches[i][0]) == 'c' && words.switches[i][1] == ':')
            add_text(&wanted, words.switches[i] + 2);
    if (!wanted.count && words.count)
        add_texts(&wanted, words.names[first++]);
    wanted.is_plain = command_switch(&words, 'l') || (first == 0 && !command_switch(&words, 'r'));
    bool is_told = wanted.is_plain || command_switch(&words, 'r');
    bool is_one_expression = false;
    for (unsigned i = 0; i < wanted.count; i++)
        is_one_expression |= is_expression(wanted.texts[i]);
    wanted.is_plain |= !is_told && !is_one_expression;
    wanted.any_case = command_switch(&words, 'i');
    wanted.at_begin = command_switch(&words, 'b');
    wanted.at_end = command_switch(&words, 'e');
    wanted.whole = command_switch(&words, 'x');
    wanted.others = command_switch(&words, 'v');
    wanted.numbers = command_switch(&words, 'n');
    wanted.names_alone = command_switch(&words, 'm');
    if (!wanted.count)
        command_print(command->streams.error, "FINDSTR: Bad command line\n");
    else if (first == words.count)
        count = show_lines(command, &wanted, command->streams.in, NULL);
    for (unsigned i = first; wanted.count && i < words.count; i++)
        count += show_files(command, &wanted, words.names[i], words.count == first + 1);
    int status = !wanted.count ? 2 : !count;
    command_free_words(&words);
    return status;
}
