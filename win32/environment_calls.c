/* The environment and the command line by kernel32's names. */
#include "kernel/call/program.h"
#include "lib/environment.h"

#include <errhandlingapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
    if (!name || !*name || strchr(name, '=')) {
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

BOOL WINAPI FreeEnvironmentStringsA(LPSTR block)
{
    free(block);
    return TRUE;
}

DWORD WINAPI ExpandEnvironmentStringsA(LPCSTR source, LPSTR buffer, DWORD size)
{
    DWORD length = 0;
    while (*source) {
        const char *end = *source == '%' ? strchr(source + 1, '%') : NULL;
        const char *value = NULL;
        if (end && end > source + 1) {
            char *name = malloc((size_t)(end - source));
            if (!name)
                break;
            memcpy(name, source + 1, (size_t)(end - source) - 1);
            name[end - source - 1] = 0;
            value = getenv(name);
            free(name);
        }
        size_t part = value ? strlen(value) : 1;
        for (size_t i = 0; i < part; i++, length++)
            if (length < size)
                buffer[length] = value ? value[i] : *source;
        source = value ? end + 1 : source + 1;
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

LPSTR WINAPI GetCommandLineA(void)
{
    static char line[LINE_SIZE];
    if (!line[0]) {
        int count;
        char *const *words = program_words(&count);
        char *to = line;
        for (int i = 0; i < count; i++) {
            if (i > 0)
                *to++ = ' ';
            to = put_word(to, words[i]);
        }
        *to = 0;
    }
    return line;
}
