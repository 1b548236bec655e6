/* Finding a command by its name. */
#include "win32/commands/command_list.h"

#include <ctype.h>
#include <string.h>

static const struct row {
    const char *name;
    int (*run)(struct command *command);
    bool is_own;
} rows[] = {
#define COMMAND(name, function, own) {name, command_##function, own},
    COMMANDS
#undef COMMAND
};

/* Returns what stands behind the command's name, or NULL: the text begins with another. */
static char *behind_name(const struct row *row, char *text)
{
    size_t length = strlen(row->name);
    if (_strnicmp(text, row->name, length) != 0)
        return NULL;
    text += length;
    if (!row->is_own && (_strnicmp(text, ".exe", 4) == 0 || _strnicmp(text, ".com", 4) == 0))
        text += 4;
    return strchr(row->is_own ? " \t,;=/\\.:+([]" : " \t,;=/", *text) ? text : NULL;
}

/* The length of the word that is a command's name. */
static size_t name_length(const char *text)
{
    bool quoted = false;
    size_t length = 0;
    for (; text[length] && (quoted || !strchr(" \t,;=/", text[length])); length++)
        quoted ^= text[length] == '"';
    return length;
}

/* Takes off the folder of Windows' programs, and its quotes: "C:\Windows\System32\cmd.exe" /c ...
 */
static char *plain_name(char *text)
{
    static const char folder[] = "C:\\Windows\\System32\\";
    bool quoted = *text == '"';
    size_t length = name_length(text);
    if (_strnicmp(text + quoted, folder, sizeof folder - 1) != 0)
        return text;
    if (quoted && text[length - 1] == '"')
        memmove(text + length - 1, text + length, strlen(text + length - 1));
    return text + quoted + sizeof folder - 1;
}

static int run_unknown(const struct command *command, const char *text)
{
    command_print(command->streams.error,
                  "'%.*s' is not recognized as an internal or external command,\n"
                  "operable program or batch file.\n",
                  (int)name_length(text), text);
    return 1;
}

int command_run(struct command *command, char *text)
{
    bool is_drive =
        isalpha((unsigned char)text[0]) && text[1] == ':' && !*command_skip_blanks(text + 2);
    if (!*command_skip_blanks(text))
        return 0;
    if (is_drive)
        return toupper((unsigned char)*text) == 'C' ? 0
                                                    : command_refuse(command, ERROR_INVALID_DRIVE);
    text = plain_name(text);
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        command->rest = behind_name(row, text);
        if (command->rest)
            return row->run(command);
    }
    return run_unknown(command, text);
}
