/* CreateProcess, which finds out why there is no second process: no file, no program, no place. */
#include "lib/utf16.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <winnt.h>

/* Copies the first word of a command line, without its quotes. */
static void copy_first_word(LPCSTR line, char word[MAX_PATH])
{
    line += strspn(line, " \t");
    bool quoted = *line == '"';
    size_t length = strcspn(line += quoted, quoted ? "\"" : " \t");
    length = length < MAX_PATH ? length : MAX_PATH - 1;
    memcpy(word, line, length);
    word[length] = 0;
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

static BOOL refuse(LPCSTR name, LPCSTR line, LPPROCESS_INFORMATION process)
{
    char word[MAX_PATH], path[MAX_PATH];
    DWORD error = name || line ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
    *process = (PROCESS_INFORMATION){0};
    if (!name && line) {
        copy_first_word(line, word);
        DWORD length = SearchPathA(NULL, word, ".exe", sizeof path, path, NULL);
        error = length && length < sizeof path ? ERROR_SUCCESS : ERROR_FILE_NOT_FOUND;
        name = path;
    }
    SetLastError(error ? error : error_of_file(name));
    return FALSE;
}

BOOL WINAPI CreateProcessA(LPCSTR name, LPSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCSTR folder, LPSTARTUPINFOA info,
                           LPPROCESS_INFORMATION process)
{
    (void)of_process, (void)of_thread, (void)inherits, (void)flags;
    (void)environment, (void)folder, (void)info;
    return refuse(name, line, process);
}

BOOL WINAPI CreateProcessW(LPCWSTR name, LPWSTR line, LPSECURITY_ATTRIBUTES of_process,
                           LPSECURITY_ATTRIBUTES of_thread, BOOL inherits, DWORD flags,
                           LPVOID environment, LPCWSTR folder, LPSTARTUPINFOW info,
                           LPPROCESS_INFORMATION process)
{
    (void)of_process, (void)of_thread, (void)inherits, (void)flags;
    (void)environment, (void)folder, (void)info;
    char *narrow = wide_narrow_copy(name ? name : L"");
    char *narrow_line = wide_narrow_copy(line ? line : L"");
    if (narrow && narrow_line)
        refuse(name ? narrow : NULL, line ? narrow_line : NULL, process);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    free(narrow);
    free(narrow_line);
    return FALSE;
}
