/* CreateProcess. The command processor and its batch files run in a thread. For other programs it
 * finds out why there is no second process: no file, no program, no place. */
#include "lib/utf16.h"
#include "win32/commands/command.h"
#include "win32/commands/started_command.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <winnt.h>

/* The words of a call, in narrow text. */
struct wish {
    const char *name, *line, *variables, *folder;
    const STARTUPINFOA *info;
    DWORD flags;
};

/* Copies the first word of a command line, without its quotes. Returns what stands behind it. */
static LPCSTR copy_first_word(LPCSTR line, char word[MAX_PATH])
{
    line += strspn(line, " \t");
    bool quoted = *line == '"';
    size_t length = strcspn(line += quoted, quoted ? "\"" : " \t"), whole = length;
    length = length < MAX_PATH ? length : MAX_PATH - 1;
    memcpy(word, line, length);
    word[length] = 0;
    return line + whole + (quoted && line[whole]);
}

/* Makes a block of variables narrow; NULL without memory. */
static char *narrow_block(const wchar_t *block)
{
    size_t size = 0, room = 2;
    for (const wchar_t *row = block; *row; row += wcslen(row) + 1)
        room += 3 * wcslen(row) + 1;
    char *made = calloc(1, room);
    for (; made && *block; block += wcslen(block) + 1) {
        char *row = wide_narrow_copy(block);
        if (!row) {
            free(made);
            return NULL;
        }
        size += strlen(strcpy(made + size, row)) + 1;
        free(row);
    }
    return made;
}

/* Returns why the file does not run. */
static DWORD error_of_file(LPCSTR name)
{
    WORD mark = 0;
    DWORD done = 0;
    HANDLE file = CreateFileA(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return GetLastError();
    ReadFile(file, &mark, sizeof mark, &done, NULL);
    CloseHandle(file);
    return done == sizeof mark && mark == IMAGE_DOS_SIGNATURE ? ERROR_ACCESS_DENIED
                                                              : ERROR_BAD_EXE_FORMAT;
}

static BOOL begin_command(const struct wish *wish, LPCSTR file, LPCSTR behind,
                          LPPROCESS_INFORMATION process)
{
    return command_begin(file, behind, wish->variables, wish->folder, wish->info, wish->flags,
                         process);
}

static BOOL create(const struct wish *wish, LPPROCESS_INFORMATION process)
{
    char word[MAX_PATH] = "", path[MAX_PATH];
    LPCSTR name = wish->name, behind = "";
    *process = (PROCESS_INFORMATION){0};
    if (!name && !wish->line) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    if (wish->line)
        behind = copy_first_word(wish->line, word);
    if (command_is_processor(name ? name : word))
        return begin_command(wish, NULL, behind, process);
    if (!name) {
        DWORD length = SearchPathA(NULL, word, ".exe", sizeof path, path, NULL);
        name = length && length < sizeof path ? path : NULL;
    }
    if (name && command_is_batch(name) && GetFileAttributesA(name) != INVALID_FILE_ATTRIBUTES)
        return begin_command(wish, name, behind, process);
    SetLastError(name ? error_of_file(name) : ERROR_FILE_NOT_FOUND);
    return FALSE;
}

BOOL WINAPI CreateProcessA(LPCSTR name, LPSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCSTR folder, LPSTARTUPINFOA info,
                           LPPROCESS_INFORMATION process)
{
    (void)of_process, (void)of_thread, (void)inherits;
    char *narrow = NULL;
    BOOL is_begun = FALSE;
    if (environment && flags & CREATE_UNICODE_ENVIRONMENT)
        narrow = narrow_block(environment);
    if (environment && flags & CREATE_UNICODE_ENVIRONMENT && !narrow)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    else
        is_begun =
            create(&(struct wish){name, line, narrow ? narrow : environment, folder, info, flags},
                   process);
    free(narrow);
    return is_begun;
}

BOOL WINAPI CreateProcessW(LPCWSTR name, LPWSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCWSTR folder, LPSTARTUPINFOW info,
                           LPPROCESS_INFORMATION process)
{
    const LPCWSTR wide[] = {name, line, folder};
    char *narrow[] = {NULL, NULL, NULL};
    const STARTUPINFOA narrow_info = {.dwFlags = info->dwFlags,
                                      .hStdInput = info->hStdInput,
                                      .hStdOutput = info->hStdOutput,
                                      .hStdError = info->hStdError};
    BOOL has_memory = TRUE, is_begun = FALSE;
    for (int i = 0; i < 3; i++) {
        narrow[i] = wide[i] ? wide_narrow_copy(wide[i]) : NULL;
        has_memory = has_memory && (narrow[i] || !wide[i]);
    }
    if (has_memory)
        is_begun = CreateProcessA(narrow[0], narrow[1], of_process, of_thread, inherits, flags,
                                  environment, narrow[2], (LPSTARTUPINFOA)&narrow_info, process);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    for (int i = 0; i < 3; i++)
        free(narrow[i]);
    return is_begun;
}
