/* Commands whose text goes as far as the line: rem and labels here, if and for in their files. */
#include <string.h>

#include "win32/commands/command.h"

static char *line_end(char *text)
{
    return text + strcspn(text, "\n");
}

static int run_remark(struct command *command, char *text)
{
    (void)command, (void)text;
    return 0;
}

static const struct head {
    const char *name;
    char *(*end)(char *text); /* of what stands behind the name */
    int (*run)(struct command *command, char *text);
} heads[] = {
    {":", line_end, run_remark},
    {"for", command_for_end, command_run_for},
    {"if", command_if_end, command_run_if},
    {"rem", line_end, run_remark},
};

char *command_behind_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    bool is_it = _strnicmp(text, word, length) == 0 && strchr(" \t,;=\"(\n", text[length]);
    return is_it ? command_skip_blanks(text + length) : NULL;
}

/* Finds the head that begins the text, and what stands behind its name. */
static const struct head *find_head(char *text, char **behind)
{
    for (const struct head *head = heads; head < heads + sizeof heads / sizeof *heads; head++) {
        bool is_label = *head->name == ':' && *text == ':';
        *behind = is_label ? text : command_behind_word(text, head->name);
        if (*behind)
            return head;
    }
    return NULL;
}

char *command_head_end(char *text)
{
    char *behind;
    const struct head *head = find_head(text, &behind);
    return head ? head->end(behind) : NULL;
}

bool command_run_head(struct command *command, char *text, int *status)
{
    char *behind;
    const struct head *head = find_head(text, &behind);
    if (head)
        *status = head->run(command, behind);
    return head;
}
