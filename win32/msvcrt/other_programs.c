/* Calls that start other programs: the command processor and its batch files (CreateProcess). For
 * all others they answer -1, with errno ENOEXEC where the file is there, else ENOENT. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <handleapi.h>
#include <io.h>
#include <processthreadsapi.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <wchar.h>
#include <winbase.h>

enum { WAITS, GOES_ON, REPLACES, GOES_ON_TOO, DETACHED }; /* modes of _spawn */

/* A program's words and variables, each up to NULL, in text of one kind. */
struct program {
    bool is_wide;
    const void *name;
    const void *const *words, *const *variables; /* variables: NULL, this program's */
};

static char *narrow_text(const struct program *program, const void *text)
{
    return program->is_wide ? wide_narrow_copy(text) : strdup(text);
}

/* Returns texts with this sign behind each, and a zero byte; NULL without memory. */
static char *join_texts(const struct program *program, const void *const *texts, char sign)
{
    size_t size = 0;
    char *joined = calloc(1, 2);
    for (; joined && *texts; texts++) {
        char *text = narrow_text(program, *texts);
        size_t length = text ? strlen(text) : 0;
        char *longer = text ? realloc(joined, size + length + 3) : NULL;
        if (!longer)
            free(joined);
        joined = longer;
        if (joined) {
            memcpy(joined + size, text, length);
            size += length;
            joined[size++] = sign;
            joined[size] = joined[size + 1] = 0;
        }
        free(text);
    }
    return joined;
}

static intptr_t end_code(HANDLE process)
{
    DWORD code = 0;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    return (intptr_t)(int)code;
}

static intptr_t start(int mode, const struct program *program)
{
    STARTUPINFOA info = {.cb = sizeof info};
    PROCESS_INFORMATION process;
    char *name = narrow_text(program, program->name),
         *line = join_texts(program, program->words, ' ');
    char *variables = program->variables ? join_texts(program, program->variables, 0) : NULL;
    bool has_memory = name && line && (variables || !program->variables);
    BOOL is_begun = has_memory && CreateProcessA(name, line, NULL, NULL, TRUE, 0, variables, NULL,
                                                 &info, &process);
    if (!is_begun)
        errno = !has_memory ? ENOMEM : _access(name, 0) ? ENOENT : ENOEXEC;
    free(name);
    free(line);
    free(variables);
    if (!is_begun)
        return -1;
    CloseHandle(process.hThread);
    if (mode == GOES_ON || mode == GOES_ON_TOO)
        return (intptr_t)process.hProcess;
    if (mode == DETACHED) {
        CloseHandle(process.hProcess);
        return 0;
    }
    intptr_t code = end_code(process.hProcess);
    if (mode == REPLACES) /* no process takes the place of another: the caller ends when that has */
        _exit((int)code);
    return code;
}

/* Starts a program whose words stand in a row, up to NULL; behind it may be variables. */
static intptr_t start_row(int mode, struct program program, const void *first, va_list args,
                          bool has_variables)
{
    const void **words = NULL;
    size_t count = 0;
    for (const void *word = first;; word = va_arg(args, const void *)) {
        const void **more = realloc(words, (count + 1) * sizeof *words);
        if (!more) {
            free(words);
            errno = ENOMEM;
            return -1;
        }
        words = more;
        words[count++] = word;
        if (!word)
            break;
    }
    program.words = words;
    if (has_variables)
        program.variables = va_arg(args, const void *const *);
    intptr_t result = start(mode, &program);
    free(words);
    return result;
}

/* Each stands for two: the look along the path finds nothing more. */
#define ROW_CALL(call, letter, wide, has_variables, mode, ...)                                     \
    CALL(intptr_t, call, __VA_ARGS__ const letter *name, const letter *first, ...)                 \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, first);                                                                     \
        intptr_t result = start_row(mode, (struct program){.is_wide = (wide), .name = name},       \
                                    first, args, has_variables);                                   \
        va_end(args);                                                                              \
        return result;                                                                             \
    }

#define LIST_CALLS(call, call_with_variables, letter, wide, mode, ...)                             \
    CALL(intptr_t, call, __VA_ARGS__ const letter *name, const letter *const *words)               \
    {                                                                                              \
        return start(mode, &(struct program){wide, name, (const void *const *)words, NULL});       \
    }                                                                                              \
    CALL(intptr_t, call_with_variables, __VA_ARGS__ const letter *name,                            \
         const letter *const *words, const letter *const *variables)                               \
    {                                                                                              \
        return start(mode, &(struct program){wide, name, (const void *const *)words,               \
                                             (const void *const *)variables});                     \
    }

#define MODE int mode,

ROW_CALL(msvcrt_execl, char, false, false, REPLACES, )
ROW_CALL(msvcrt_execle, char, false, true, REPLACES, )
ROW_CALL(msvcrt_wexecl, wchar_t, true, false, REPLACES, )
ROW_CALL(msvcrt_wexecle, wchar_t, true, true, REPLACES, )
ROW_CALL(msvcrt_spawnl, char, false, false, mode, MODE)
ROW_CALL(msvcrt_spawnle, char, false, true, mode, MODE)
ROW_CALL(msvcrt_wspawnl, wchar_t, true, false, mode, MODE)
ROW_CALL(msvcrt_wspawnle, wchar_t, true, true, mode, MODE)
LIST_CALLS(msvcrt_execv, msvcrt_execve, char, false, REPLACES, )
LIST_CALLS(msvcrt_wexecv, msvcrt_wexecve, wchar_t, true, REPLACES, )
LIST_CALLS(msvcrt_spawnv, msvcrt_spawnve, char, false, mode, MODE)
LIST_CALLS(msvcrt_wspawnv, msvcrt_wspawnve, wchar_t, true, mode, MODE)

/* Waits for a program that _spawn has started. */
CALL(intptr_t, _cwait, int *status, intptr_t process, int action)
{
    DWORD code;
    (void)action;
    if (!GetProcessId((HANDLE)process) || !GetExitCodeProcess((HANDLE)process, &code)) {
        errno = ECHILD;
        return -1;
    }
    code = (DWORD)end_code((HANDLE)process);
    if (status)
        *status = (int)code;
    return process;
}

/* There are no pipes between programs: the system has no room for one. */
CALL(int, _pipe, int numbers[2], unsigned size, int mode)
{
    (void)numbers, (void)size, (void)mode;
    errno = ENFILE;
    return -1;
}

CALL(int, _getpid, void)
{
    return (int)GetCurrentProcessId();
}
