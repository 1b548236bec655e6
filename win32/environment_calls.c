/* The environment and the command line by kernel32's names. */
#include "kernel/call/program.h"
#include "lib/environment.h"

#include <errhandlingapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>

DWORD WINAPI GetEnvironmentVariableA(LPCSTR name, LPSTR buffer, DWORD size)
{
    size_t length = name && *name ? environment_copy(name, buffer, size) : ENVIRONMENT_MISSING;
    if (length == ENVIRONMENT_MISSING) {
        SetLastError(ERROR_ENVVAR_NOT_FOUND);
        return 0;
    }
    return (DWORD)(length < size ? length : length + 1);
}

BOOL WINAPI SetEnvironmentVariableA(LPCSTR name, LPCSTR value)
{
    if (!name || !*name || strchr(name + 1, '=')) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    if (environment_set(name, value))
        return TRUE;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return FALSE;
}

LPSTR WINAPI GetEnvironmentStringsA(void)
{
    return environment_block();
}

#undef GetEnvironmentStrings
LPSTR WINAPI GetEnvironmentStrings(void);

LPSTR WINAPI GetEnvironmentStrings(void)
{
    return GetEnvironmentStringsA();
}

BOOL WINAPI FreeEnvironmentStringsA(LPSTR block)
{
    free(block);
    return TRUE;
}

/* Returns a copy of a variable's text. NULL: there is none, or *failed, without memory. */
static char *copy_text(const char *from, size_t length, bool *failed)
{
    char *name = malloc(length + 1), *text = NULL;
    size_t size = 0, needed = 0;
    *failed = !name;
    if (!name)
        return NULL;
    memcpy(name, from, length);
    name[length] = 0;
    while (!*failed && (needed = environment_copy(name, text, size)) != ENVIRONMENT_MISSING &&
           needed >= size) {
        free(text);
        text = malloc(size = needed + 1);
        *failed = !text;
    }
    free(name);
    if (needed == ENVIRONMENT_MISSING) {
        free(text);
        return NULL;
    }
    return text;
}

DWORD WINAPI ExpandEnvironmentStringsA(LPCSTR source, LPSTR buffer, DWORD size)
{
    DWORD length = 0;
    while (source && *source) {
        const char *end = *source == '%' ? strchr(source + 1, '%') : NULL;
        char *value = NULL;
        bool failed = false;
        if (end && end > source + 1)
            value = copy_text(source + 1, (size_t)(end - source) - 1, &failed);
        if (failed) {
            if (size)
                *buffer = 0;
            SetLastError(ERROR_NOT_ENOUGH_MEMORY);
            return 0;
        }
        size_t part = value ? strlen(value) : 1;
        for (size_t i = 0; i < part; i++, length++)
            if (length < size)
                buffer[length] = value ? value[i] : *source;
        source = value ? end + 1 : source + 1;
        free(value);
    }
    if (length < size)
        buffer[length] = 0;
    return length + 1;
}

/* ---------------------------------------------------------------- the command line */

#define LINE_SIZE 8192 /* twice that of the machine's, for quotes */

/* Appends a word, in quotes if it needs some. */
static char *put_word(char *to, const char *word)
{
    bool quoted = !*word || strpbrk(word, " \t\"");
    unsigned slashes = 0;
    if (quoted)
        *to++ = '"';
    for (; *word; word++) {
        for (unsigned i = 0; *word == '"' && i < slashes + 1; i++)
            *to++ = '\\'; /* backslashes before a quote count double */
        slashes = *word == '\\' ? slashes + 1 : 0;
        *to++ = *word;
    }
    for (unsigned i = 0; quoted && i < slashes; i++)
        *to++ = '\\';
    if (quoted)
        *to++ = '"';
    return to;
}

static BOOL CALLBACK make_line(PINIT_ONCE once, PVOID line, PVOID *context)
{
    int count;
    char *const *words = program_words(&count);
    char *to = line;
    (void)once, (void)context;
    for (int i = 0; i < count; i++) {
        if (i > 0)
            *to++ = ' ';
        to = put_word(to, words[i]);
    }
    *to = 0;
    return TRUE;
}

LPSTR WINAPI GetCommandLineA(void)
{
    static char line[LINE_SIZE];
    static INIT_ONCE once;
    InitOnceExecuteOnce(&once, make_line, line, NULL);
    return line;
}
