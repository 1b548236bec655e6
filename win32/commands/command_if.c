/* if: a condition, a command, and else. */
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command.h"

struct part {
    const char *at;
    size_t length;
};

enum comparison { EQUAL, NOT_EQUAL, LESS, NOT_GREATER, GREATER, NOT_LESS, SAME_TEXT };
static const char *const comparisons[] = {"equ", "neq", "lss", "leq", "gtr", "geq"};

/* Conditions of one word. */
struct condition;
static bool exists(const struct command *command, const char *word);
static bool is_defined(const struct command *command, const char *word);
static bool has_status(const struct command *command, const char *word);
static bool has_extensions(const struct command *command, const char *word);

static const struct question {
    const char *name;
    bool (*holds)(const struct command *command, const char *word);
} questions[] = {
    {"exist", exists},
    {"defined", is_defined},
    {"errorlevel", has_status},
    {"cmdextversion", has_extensions},
};

struct condition {
    bool is_negated, any_case;
    const struct question *question; /* NULL: two words are compared */
    enum comparison comparison;
    struct part left, right;
};

/* Takes a word as it stands, and the blanks behind it. */
static const char *take_part(const char *at, const char *ends, struct part *part)
{
    bool quoted = false;
    part->at = at;
    for (; *at && *at != '\n' && (quoted || !strchr(ends, *at)); at++) {
        quoted ^= *at == '"';
        at += !quoted && *at == '^' && at[1];
    }
    part->length = (size_t)(at - part->at);
    return at + strspn(at, " \t,;");
}

/* Reads what stands between the words that are compared. Returns NULL: it is nothing of this. */
static const char *take_comparison(const char *at, enum comparison *comparison)
{
    *comparison = SAME_TEXT;
    if (strncmp(at, "==", 2) == 0)
        return command_skip_blanks(at);
    for (unsigned i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        const char *behind = command_behind_word(at, comparisons[i]);
        *comparison = (enum comparison)i;
        if (behind)
            return behind;
    }
    return NULL;
}

/* Reads a condition. Returns where its command begins, or the text's end: it is none. */
static const char *read_condition(const char *at, struct condition *condition)
{
    const char *behind;
    *condition = (struct condition){0};
    for (;;) {
        if ((behind = command_behind_word(at, "not")))
            condition->is_negated = !condition->is_negated;
        else if ((behind = command_behind_word(at, "/i")))
            condition->any_case = true;
        else
            break;
        at = behind;
    }
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        if ((behind = command_behind_word(at, questions[i].name))) {
            condition->question = &questions[i];
            return take_part(command_skip_blanks(behind), " \t,;=", &condition->left);
        }
    at = take_part(at, " \t=", &condition->left);
    at = take_comparison(at, &condition->comparison);
    if (at)
        at = take_part(at, " \t,;=", &condition->right);
    return at && condition->right.length ? at : condition->left.at + strlen(condition->left.at);
}

char *command_if_end(char *text)
{
    struct condition condition;
    return (char *)read_condition(text, &condition);
}

/* ---------------------------------------------------------------- whether it holds */

static bool exists(const struct command *command, const char *word)
{
    char path[PATH_SIZE];
    struct command_search search = {0};
    if (!command_path(command, word, path))
        return false;
    if (command_is_folder(path))
        return true;
    command_find(&search, path);
    if (search.some)
        command_find_end(&search);
    return search.some;
}

static bool is_defined(const struct command *command, const char *word)
{
    return command_variable(command->process, word) != NULL;
}

static bool has_status(const struct command *command, const char *word)
{
    return command->process->status >= atoi(word);
}

static bool has_extensions(const struct command *command, const char *word)
{
    (void)command;
    return atoi(word) <= 2;
}

/* Two numbers are compared as such, but not by ==; other words by their letters. */
static bool compares(enum comparison comparison, bool any_case, const char *left, const char *right)
{
    char *left_end, *right_end;
    long first = strtol(left, &left_end, 0), second = strtol(right, &right_end, 0);
    int order = (any_case ? _stricmp : strcmp)(left, right);
    if (comparison != SAME_TEXT && *left && *right && !*left_end && !*right_end)
        order = (first > second) - (first < second);
    switch (comparison) {
    case EQUAL:
    case SAME_TEXT:
        return order == 0;
    case NOT_EQUAL:
        return order != 0;
    case LESS:
        return order < 0;
    case NOT_GREATER:
        return order <= 0;
    case GREATER:
        return order > 0;
    default:
        return order >= 0;
    }
}

static bool holds(const struct command *command, const struct condition *condition)
{
    const struct part *left = &condition->left, *right = &condition->right;
    char *first = command_expand_late(command->process, left->at, left->length);
    char *second = command_expand_late(command->process, right->at, right->at ? right->length : 0);
    bool answer = false;
    if (first && second && condition->question) {
        command_take_quotes(first);
        answer = condition->question->holds(command, first);
    } else if (first && second) {
        answer = compares(condition->comparison, condition->any_case, first, second);
    }
    free(first);
    free(second);
    return answer;
}

/* ---------------------------------------------------------------- the command */

/* Cuts a text at the else that stands behind the group which begins it. Returns what stands behind
 * else, NULL without one. */
static char *cut_at_else(char *text)
{
    char *end = *text == '(' ? command_group_end(text) : NULL;
    char *behind = end ? command_behind_word(command_skip_blanks(end), "else") : NULL;
    if (behind)
        *end = 0;
    return behind;
}

int command_run_if(struct command *command, char *text)
{
    struct condition condition;
    text = (char *)read_condition(text, &condition);
    if (!*text)
        return command->process->status = command_syntax_error(command);
    bool runs = holds(command, &condition) != condition.is_negated;
    char *otherwise = cut_at_else(text);
    if (otherwise && !*otherwise)
        return command->process->status = command_syntax_error(command);
    if (!runs)
        text = otherwise;
    return text ? command_run_text(command->process, command->streams, text)
                : command->process->status;
}
