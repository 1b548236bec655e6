/* The output and the questions of commands, the words of their arguments, and the paths that the
 * words mean. */
#include "win32/commands/command.h"

#include <ctype.h>
#include <errhandlingapi.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <winbase.h>

#include "lib/folders.h"
#include "lib/stdio_impl.h"

/* ---------------------------------------------------------------- streams */

bool command_is_device(const FILE *file)
{
    return !file->ram && !file->empty;
}

void command_put(FILE *to, const char *text, size_t length)
{
    if (!to->writes)
        return;
    bool adds_returns = to->ram && !to->text;
    while (length) {
        const char *end = adds_returns ? memchr(text, '\n', length) : NULL;
        size_t part = end ? (size_t)(end - text) : length;
        stdio_write(to, text, part);
        if (end)
            stdio_write(to, "\r\n", 2);
        part += end != NULL;
        text += part;
        length -= part;
    }
}

static void print_list(FILE *to, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = _vscprintf(format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        vsprintf(text, format, args);
        command_put(to, text, (size_t)length);
    }
    free(text);
}

void command_print(FILE *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_list(to, format, args);
    va_end(args);
}

int command_refuse(const struct command *command, DWORD error)
{
    char text[256] = "";
    FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0, text,
                   sizeof text, NULL);
    text[strcspn(text, "\r\n")] = 0;
    command_print(command->streams.error, "%s\n", text);
    return 1;
}

int command_syntax_error(const struct command *command)
{
    command_print(command->streams.error, "The syntax of the command is incorrect.\n");
    return 1;
}

bool command_read_line(FILE *from, char *line, size_t size)
{
    if (!from->reads || !fgets(line, (int)size, from))
        return false;
    line[strcspn(line, "\r\n")] = 0;
    return true;
}

bool command_ask(const struct command *command, const char *format, ...)
{
    char line[64];
    va_list args;
    va_start(args, format);
    print_list(command->streams.out, format, args);
    va_end(args);
    bool is_answered = command_read_line(command->streams.in, line, sizeof line);
    if (!is_answered)
        command_print(command->streams.out, "\n");
    return is_answered && toupper((unsigned char)*line) == 'Y';
}

/* ---------------------------------------------------------------- words */

static const char blanks[] = " \t,;=";

char *command_skip_blanks(const char *text)
{
    return (char *)text + strspn(text, blanks);
}

/* Copies a word without its quotes. Returns what stands behind it. */
static const char *take_word(const char *at, char **to)
{
    bool quoted = false;
    for (; *at && (quoted || !strchr(" \t,;=/", *at)); at++)
        if (*at == '"')
            quoted = !quoted;
        else
            *(*to)++ = *at;
    *(*to)++ = 0;
    return at;
}

bool command_cut(const struct command *command, const char *letters, struct command_words *words)
{
    size_t most = strlen(command->rest) + 1;
    *words = (struct command_words){.memory = malloc(2 * most * sizeof(char *) + 2 * most)};
    if (!words->memory) {
        command_refuse(command, ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    words->names = words->memory;
    words->switches = words->names + most;
    char *to = (char *)(words->switches + most);
    for (const char *at = command_skip_blanks(command->rest); *at; at = command_skip_blanks(at)) {
        char *word = to;
        bool is_switch = *at == '/';
        at = take_word(at + is_switch, &to);
        if (!is_switch) {
            words->names[words->count++] = word;
        } else if (*word && strchr(letters, tolower((unsigned char)*word))) {
            words->switches[words->switch_count++] = word;
        } else {
            command_print(command->streams.error, "Invalid switch - \"%s\".\n", word);
            return false;
        }
    }
    return true;
}

void command_free_words(struct command_words *words)
{
    free(words->memory);
}

const char *command_switch(const struct command_words *words, char letter)
{
    for (unsigned i = 0; i < words->switch_count; i++)
        if (tolower((unsigned char)words->switches[i][0]) == letter)
            return words->switches[i] + 1 + (words->switches[i][1] == ':');
    return NULL;
}

void command_take_quotes(char *text)
{
    char *to = text;
    for (; *text; text++)
        if (*text != '"')
            *to++ = *text;
    *to = 0;
}

char *command_whole_rest(struct command *command)
{
    char *text = command_skip_blanks(command->rest);
    size_t length = strlen(text);
    while (length && strchr(" \t", text[length - 1]))
        text[--length] = 0;
    if (length >= 2 && *text == '"' && text[length - 1] == '"') {
        text[length - 1] = 0;
        text++;
    }
    return text;
}

/* ---------------------------------------------------------------- paths */

bool command_join(char path[PATH_SIZE], const char *folder, const char *name)
{
    bool has_slash = *folder && strchr("\\/", folder[strlen(folder) - 1]);
    if (snprintf(path, PATH_SIZE, "%s%s%s", folder, has_slash ? "" : "\\", name) < PATH_SIZE)
        return true;
    SetLastError(ERROR_FILENAME_EXCED_RANGE);
    return false;
}

bool command_path(const struct command *command, const char *name, char path[PATH_SIZE])
{
    struct path whole;
    char joined[PATH_SIZE];
    bool has_drive = isalpha((unsigned char)name[0]) && name[1] == ':';
    const char *behind = has_drive ? name + 2 : name;
    bool is_own = !has_drive || toupper((unsigned char)name[0]) == command->process->folder[0];
    path_make(&whole, name);
    if (path_is_device(&whole)) {
        strcpy(path, whole.text);
        return true;
    }
    if (is_own && (*behind != '\\' && *behind != '/')) {
        if (!command_join(joined, command->process->folder, behind))
            return false;
        path_make(&whole, joined);
    }
    strcpy(path, whole.text);
    if (!*path)
        SetLastError(whole.kind == PATH_LONG ? ERROR_FILENAME_EXCED_RANGE : ERROR_PATH_NOT_FOUND);
    return *path;
}

bool command_is_folder(const char *name)
{
    struct path path;
    path_make(&path, name);
    return (path.kind == PATH_FILE || path.kind == PATH_ROOT) && folder_is_there(&path);
}

/* ---------------------------------------------------------------- searches */

/* Keeps what was found, if it is none of the dots; else looks for the next. */
static void keep_found(struct command_search *search)
{
    while (search->some && strspn(search->found.name, ".") == strlen(search->found.name))
        search->some = find_next(search->number, &search->found);
    if (!search->some)
        find_end(search->number);
    else if (!command_join(search->path, search->folder, search->found.name))
        search->path[0] = 0;
}

void command_find(struct command_search *search, const char *pattern)
{
    strcpy(search->folder, pattern);
    search->folder[path_last_part(pattern) - pattern] = 0;
    search->some = find_begin(pattern, &search->number, &search->found) == FIND_DONE;
    if (search->some)
        keep_found(search);
}

void command_find_next(struct command_search *search)
{
    search->some = find_next(search->number, &search->found);
    keep_found(search);
}

void command_find_end(struct command_search *search)
{
    find_end(search->number);
}
