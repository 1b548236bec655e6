/* The C library's own copy of the environment: made at the start, and changed by _putenv alone, so
 * that it does not see what SetEnvironmentVariable does. getenv looks at the list that _environ
 * points to, which may be the program's own. */
#include "win32/msvcrt/environment_lists.h"

#include "lib/environment.h"
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

VARIABLE(char **, _environ);
VARIABLE(wchar_t **, _wenviron);
VARIABLE(char **, __initenv);
VARIABLE(wchar_t **, __winitenv);

char **environment_narrow(void)
{
    return _environ;
}

/* Variables whose names begin with '=' are the command interpreter's. */
static const char *next_variable(const char *text)
{
    while (*text == '=')
        text += strlen(text) + 1;
    return text;
}

/* A list and its texts are one block of memory. */
static char **list_narrow(const char *block, size_t count, size_t size)
{
    char **list = malloc((count + 1) * sizeof *list + size), **next = list;
    char *to = list ? (char *)(list + count + 1) : NULL;
    if (!list)
        return NULL;
    for (const char *text = next_variable(block); *text;
         text = next_variable(text + strlen(text) + 1)) {
        *next++ = strcpy(to, text);
        to += strlen(text) + 1;
    }
    *next = NULL;
    return list;
}

static wchar_t **list_wide(char **narrow)
{
    size_t count = 0, size = 0;
    for (; narrow[count]; count++)
        size += strlen(narrow[count]) + 1;
    wchar_t **list = malloc((count + 1) * sizeof *list + size * sizeof(wchar_t)), **next = list;
    wchar_t *to = list ? (wchar_t *)(list + count + 1) : NULL;
    if (!list)
        return NULL;
    for (; *narrow; narrow++) {
        *next++ = to;
        to += wide_widen(*narrow, to) + 1;
    }
    *next = NULL;
    return list;
}

/* Replaces the lists that there are. The lists that main got stay, because programs keep them. */
static bool make_lists(void)
{
    char *block = environment_block();
    size_t count = 0, size = 0;
    if (!block)
        return false;
    for (const char *text = next_variable(block); *text;
         text = next_variable(text + strlen(text) + 1)) {
        count++;
        size += strlen(text) + 1;
    }
    char **narrow = list_narrow(block, count, size);
    wchar_t **wide = narrow && _wenviron ? list_wide(narrow) : NULL;
    free(block);
    if (!narrow || (_wenviron && !wide)) {
        free(narrow);
        return false;
    }
    _environ = narrow;
    _wenviron = wide;
    return true;
}

/* There is no list of wide texts before the program asks for one. */
wchar_t **environment_wide(void)
{
    if (!_wenviron && _environ)
        _wenviron = list_wide(_environ);
    return _wenviron;
}

bool environment_lists_begin(void)
{
    if (!make_lists())
        return false;
    __initenv = _environ;
    return true;
}

/* Lists that a change replaces are not given back: other threads may walk over them, and the texts
 * of getenv lie in them. */
CALL(int, msvcrt_putenv, const char *text)
{
    const char *equals = text ? strchr(text, '=') : NULL;
    if (!equals) {
        errno = EINVAL;
        return -1;
    }
    return _putenv(text) == 0 && make_lists() ? 0 : -1;
}

CALL(int, msvcrt_wputenv, const wchar_t *text)
{
    environment_wide();
    char *narrow = text ? wide_narrow_copy(text) : NULL;
    int result = text && !narrow ? -1 : msvcrt_putenv(narrow);
    free(narrow);
    return result;
}

CALL(int, msvcrt_putenv_s, const char *name, const char *value)
{
    int error = _putenv_s(name, value);
    return error || make_lists() ? error : (errno = ENOMEM);
}

CALL(int, msvcrt_wputenv_s, const wchar_t *name, const wchar_t *value)
{
    environment_wide();
    char *narrow_name = name ? wide_narrow_copy(name) : NULL;
    char *narrow_value = value ? wide_narrow_copy(value) : NULL;
    int error = msvcrt_putenv_s(narrow_name, narrow_value);
    free(narrow_name);
    free(narrow_value);
    return error;
}

CALL(char *, msvcrt_getenv, const char *name)
{
    size_t length = strlen(name);
    for (char **next = _environ; length && next && *next; next++)
        if (_strnicmp(*next, name, length) == 0 && (*next)[length] == '=')
            return *next + length + 1;
    return NULL;
}

CALL(wchar_t *, msvcrt_wgetenv, const wchar_t *name)
{
    size_t length = wcslen(name);
    for (wchar_t **next = environment_wide(); length && next && *next; next++)
        if (_wcsnicmp(*next, name, length) == 0 && (*next)[length] == L'=')
            return *next + length + 1;
    return NULL;
}
