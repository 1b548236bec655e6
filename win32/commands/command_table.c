/* Finding a command by its name. */
#include "win32/commands/command_list.h"

#include <ctype.h>
#include <string.h>

static const struct row {
    const char *name;
    int (*run)(struct command *command);
    enum command_kind kind;
} rows[] = {
#define COMMAND(name, function, kind) {name, command_##function, kind},
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
    if (row->kind == PROGRAM &&
        (_strnicmp(text, ".exe", 4) == 0 || _strnicmp(text, ".com", 4) == 0))
        text += 4;
    return strchr(row->kind != PROGRAM ? " \t,;=/\\.:+([]" : " \t,;=/", *text) ? text : NULL;
}

static const struct row *row_of(char *text, char **behind)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        if ((*behind = behind_name(row, text)))
            return row;
    return NULL;
}

bool command_is_known(char *text)
{
    char *behind;
    return row_of(text, &behind);
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

char *command_take_name(char *text, char name[PATH_SIZE])
{
    size_t length = name_length(text), count = 0;
    for (size_t i = 0; i < length && count < PATH_SIZE - 1; i++)
        if (text[i] != '"')
            name[count++] = text[i];
    name[count] = 0;
    return text + length;
}

/* Runs a batch file of this name, if there is one. Other programs would be processes. */
static int run_file(struct command *command, char *text)
{
    enum { NOT_FOUND = 9009, /* errorlevel in batch files; the status of cmd /c is 1 */ };
    char path[PATH_SIZE], name[PATH_SIZE];
    command->rest = command_take_name(text, name);
    if (!command_find_program(command, name, path)) {
        command_print(command->streams.error,
                      "'%.*s' is not recognized as an internal or external command,\n"
                      "operable program or batch file.\n",
                      (int)(command->rest - text), text);
        return command->process->batch ? NOT_FOUND : 1;
    }
    if (command_is_batch(path))
        return command_run_batch(command, path, name);
    return command_refuse(command, ERROR_ACCESS_DENIED);
}

/* Runs what has been found, and tells errorlevel. */
static int run_row(struct command *command, const struct row *row, char *text)
{
    int status = row ? row->run(command) : run_file(command, text);
    bool keeps = row && row->kind == KEEPS && !status;
    if (!keeps)
        command->process->status = status;
    return status;
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
    return run_row(command, row_of(text, &command->rest), text);
}
