/* Cuts the command line. */
#include "kernel/arguments.h"

#include "boot/boot.h"
#include "kernel/call/start.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX   "trapline:"
#define SCHEDULE "schedule="

SHARED_DATA static char text[BOOT_COMMAND_SIZE];
SHARED_DATA static char *words[BOOT_COMMAND_SIZE / 2 + 1];
static struct arguments result;

/* Copies the next word from *line to *to and moves both behind it. Returns false at the end of the
 * line. */
static bool next_word(const char **line, char **to)
{
    const char *from = *line;
    while (*from == ' ' || *from == '\t')
        from++;
    if (!*from)
        return false;
    char quote = 0;
    for (; *from && (quote || (*from != ' ' && *from != '\t')); from++) {
        if (*from == '\\' && quote != '\'' && from[1])
            *(*to)++ = *++from;
        else if (quote ? *from == quote : *from == '\'' || *from == '"')
            quote = quote ? 0 : *from;
        else
            *(*to)++ = *from;
    }
    *(*to)++ = 0;
    *line = from;
    return true;
}

static bool take_option(const char *option)
{
    const struct {
        const char *word;
        bool *is_on;
    } switches[] = {
        {"trace", &result.options.trace},
        {"moments", &result.options.moments},
        {"safeseh", &result.options.safeseh},
        {"sehop", &result.options.sehop},
        {"input=pipe", &result.options.input_is_pipe},
        {"output=terminal", &result.options.output_is_terminal},
        {"output=pipe", &result.options.output_is_pipe},
        {"error=pipe", &result.options.error_is_pipe},
        {"error=apart", &result.options.error_is_apart},
        {"missing=late", &result.options.missing_late},
        {"out", &result.options.out},
        {"schedule-steps", &result.options.schedule_steps},
        {"schedule-sleepers", &result.options.schedule_sleepers},
    };
    for (unsigned i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (strcmp(option, switches[i].word) == 0)
            return *switches[i].is_on = true;
    if (strcmp(option, "ring=3") == 0 || strcmp(option, "ring=0") == 0) {
        result.options.ring = (unsigned)(option[5] - '0');
        return true;
    }
    if (strncmp(option, SCHEDULE, strlen(SCHEDULE)) == 0) {
        result.options.schedule = option + strlen(SCHEDULE);
        return true;
    }
    if (strncmp(option, "tick=", 5) == 0) {
        char *end;
        errno = 0;
        uint32_t tick = (uint32_t)strtoul(option + 5, &end, 0);
        if (!isdigit((unsigned char)option[5]) || *end || errno)
            return false;
        result.options.first_tick = tick;
        return true;
    }
    return false;
}

const struct arguments *arguments_parse(const char *line)
{
    char *to = text;
    result = (struct arguments){.words = words};
    for (char *word = to; next_word(&line, &to); word = to) {
        if (result.count && strncmp(word, PREFIX, strlen(PREFIX)) == 0) {
            if (!take_option(word + strlen(PREFIX)) && !result.unknown_option)
                result.unknown_option = word;
        } else {
            words[result.count++] = word;
        }
    }
    words[result.count] = NULL;
    return &result;
}

bool arguments_last_word(const char *line, char *to)
{
    bool found = false;
    for (char *end = to; next_word(&line, &end); end = to)
        found = true;
    return found;
}

const struct runtime_options *runtime_options(void)
{
    return &result.options;
}
