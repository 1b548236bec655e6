/* shell32.dll: the words of a command line, and the user's folders. There is no shell, so what
 * would start a program or move files by it is refused. */
#include "win32/fails.h"
#include "win32/libraries/library.h"

#include <fileapi.h>
#include <libloaderapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winbase.h>
#include <winerror.h>
#include <winnls.h>

/* ---------------------------------------------------------------- words */

static bool is_blank(wchar_t unit)
{
    return unit == ' ' || unit == '\t';
}

/* The first word is a path, in which a backslash is nothing special. Returns what follows it. */
static const wchar_t *take_path(const wchar_t *line, wchar_t **to)
{
    const bool is_quoted = *line == '"';
    for (line += is_quoted; *line && (is_quoted ? *line != '"' : !is_blank(*line)); line++)
        *(*to)++ = *line;
    *(*to)++ = 0;
    return line + (*line == '"');
}

/* Copies a word. Two backslashes before a quotation mark are one backslash. A single one makes the
 * mark a letter. Two marks in quotation are a mark at its end. Returns what follows. */
static const wchar_t *take_word(const wchar_t *line, wchar_t **to)
{
    unsigned marks = 0, slashes = 0; /* marks of a quotation that is open; 0 outside */
    for (; *line && (marks || !is_blank(*line)); line++) {
        if (*line != '"') {
            slashes = *line == '\\' ? slashes + 1 : 0;
            *(*to)++ = *line;
            continue;
        }
        *to -= (slashes + 1) / 2;
        if (slashes % 2)
            *(*to)++ = '"';
        else
            marks++;
        for (slashes = 0; line[1] == '"'; line++)
            if (++marks == 3) {
                *(*to)++ = '"';
                marks = 0;
            }
        if (marks == 2)
            marks = 0;
    }
    *(*to)++ = 0;
    return line;
}

static LPWSTR *WINAPI CommandLineToArgvW(LPCWSTR line, int *count)
{
    wchar_t own[MAX_PATH];
    if (!count) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    if (!*line) {
        GetModuleFileNameW(NULL, own, MAX_PATH);
        line = own;
    }
    /* No word is longer than its part of the line, and each but the last has a blank behind it. */
    const size_t most = wcslen(line) / 2 + 2, units = wcslen(line) + most + 1;
    LPWSTR *words = LocalAlloc(LMEM_FIXED, most * sizeof *words + units * sizeof(wchar_t));
    if (!words) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    wchar_t *to = (wchar_t *)(words + most);
    bool is_whole = line == own;
    words[0] = to;
    if (is_whole)
        wcscpy(to, own);
    else
        line = take_path(line, &to);
    *count = 1;
    while (!is_whole) {
        while (is_blank(*line))
            line++;
        is_whole = !*line;
        if (!is_whole) {
            words[(*count)++] = to;
            line = take_word(line, &to);
        }
    }
    words[*count] = NULL;
    return words;
}

/* ---------------------------------------------------------------- folders */

enum { FOLDER_MASK = 0xFF, FOLDER_IS_NOT_ASKED = 0x4000 };

/* By their numbers (CSIDL_...): a variable of the environment, and what is behind it. */
static const struct folder {
    unsigned char number;
    const char *variable, *behind;
} folders[] = {
    {0x00, "USERPROFILE", "\\Desktop"},
    {0x02, "APPDATA", "\\Microsoft\\Windows\\Start Menu\\Programs"},
    {0x05, "USERPROFILE", "\\Documents"},
    {0x06, "USERPROFILE", "\\Favorites"},
    {0x0D, "USERPROFILE", "\\Music"},
    {0x0E, "USERPROFILE", "\\Videos"},
    {0x10, "USERPROFILE", "\\Desktop"},
    {0x14, "windir", "\\Fonts"},
    {0x1A, "APPDATA", ""},
    {0x1C, "LOCALAPPDATA", ""},
    {0x23, "ProgramData", ""},
    {0x24, "windir", ""},
    {0x25, "windir", "\\system32"},
    {0x26, "ProgramFiles", ""},
    {0x27, "USERPROFILE", "\\Pictures"},
    {0x28, "USERPROFILE", ""},
    {0x29, "windir", "\\system32"},
    {0x2B, "CommonProgramFiles", ""},
    {0x2E, "PUBLIC", "\\Documents"},
};

/* Makes the folder, as Windows has made it at the user's first logon. */
static void make_folder(char path[MAX_PATH])
{
    for (char *part = strchr(path, '\\'); part; part = strchr(part + 1, '\\')) {
        char *end = strchr(part + 1, '\\');
        if (end)
            *end = 0;
        CreateDirectoryA(path, NULL);
        if (end)
            *end = '\\';
    }
}

static HRESULT find_folder(int number, DWORD flags, char path[MAX_PATH])
{
    const struct folder *row = folders, *end = row + sizeof folders / sizeof *folders;
    while (row < end && row->number != (number & FOLDER_MASK))
        row++;
    if (row == end)
        return (HRESULT)0x80070057; /* E_INVALIDARG */
    DWORD length = GetEnvironmentVariableA(row->variable, path, MAX_PATH);
    if (!length || length + strlen(row->behind) >= MAX_PATH)
        return (HRESULT)0x80004005; /* E_FAIL */
    strcpy(path + length, row->behind);
    if (!(flags & FOLDER_IS_NOT_ASKED))
        make_folder(path);
    return S_OK;
}

static HRESULT WINAPI SHGetFolderPathA(HWND window, int number, HANDLE token, DWORD flags,
                                       LPSTR path)
{
    (void)window, (void)token;
    *path = 0;
    return find_folder(number, flags | ((DWORD)number & FOLDER_IS_NOT_ASKED), path);
}

static HRESULT WINAPI SHGetFolderPathW(HWND window, int number, HANDLE token, DWORD flags,
                                       LPWSTR path)
{
    char narrow[MAX_PATH];
    HRESULT result = SHGetFolderPathA(window, number, token, flags, narrow);
    MultiByteToWideChar(CP_ACP, 0, narrow, -1, path, MAX_PATH);
    return result;
}

static BOOL WINAPI SHGetSpecialFolderPathA(HWND window, LPSTR path, int number, BOOL creates)
{
    (void)creates;
    return SHGetFolderPathA(window, number, NULL, 0, path) == S_OK;
}

static BOOL WINAPI SHGetSpecialFolderPathW(HWND window, LPWSTR path, int number, BOOL creates)
{
    (void)creates;
    return SHGetFolderPathW(window, number, NULL, 0, path) == S_OK;
}

/* ---------------------------------------------------------------- refused */

/* Whether the user may do all: as advapi32 says of the token, not. */
static BOOL WINAPI IsUserAnAdmin(void)
{
    return FALSE;
}

/* No kind of files has a program. The result is no handle, but an error of up to 32. */
static HINSTANCE refuse_file(bool is_there)
{
    enum { NO_FILE = 2, NO_PROGRAM = 31 };
    SetLastError(is_there ? ERROR_NO_ASSOCIATION : ERROR_FILE_NOT_FOUND);
    return (HINSTANCE)(ULONG_PTR)(is_there ? NO_PROGRAM : NO_FILE);
}

static HINSTANCE WINAPI ShellExecuteA(HWND window, LPCSTR verb, LPCSTR file, LPCSTR parameters,
                                      LPCSTR folder, INT show)
{
    (void)window, (void)verb, (void)parameters, (void)folder, (void)show;
    return refuse_file(
        file && (strstr(file, "://") || GetFileAttributesA(file) != INVALID_FILE_ATTRIBUTES));
}

static HINSTANCE WINAPI ShellExecuteW(HWND window, LPCWSTR verb, LPCWSTR file, LPCWSTR parameters,
                                      LPCWSTR folder, INT show)
{
    (void)window, (void)verb, (void)parameters, (void)folder, (void)show;
    return refuse_file(
        file && (wcsstr(file, L"://") || GetFileAttributesW(file) != INVALID_FILE_ATTRIBUTES));
}

static BOOL WINAPI refuse_execution(void *what)
{
    (void)what;
    return fails(ERROR_NO_ASSOCIATION);
}

static int WINAPI refuse_operation(void *what)
{
    enum { NO_RIGHT = 0x78 };
    (void)what;
    return NO_RIGHT;
}

static const struct runtime_export rows[] = {
    EXPORT(CommandLineToArgvW),
    ORDINAL(IsUserAnAdmin, 680),
    EXPORT_AS(SHFileOperationA, refuse_operation),
    EXPORT_AS(SHFileOperationW, refuse_operation),
    EXPORT(SHGetFolderPathA),
    EXPORT(SHGetFolderPathW),
    EXPORT(SHGetSpecialFolderPathA),
    ORDINAL(SHGetSpecialFolderPathW, 175),
    EXPORT(ShellExecuteA),
    EXPORT_AS(ShellExecuteExA, refuse_execution),
    EXPORT_AS(ShellExecuteExW, refuse_execution),
    EXPORT(ShellExecuteW),
};

LIBRARY(shell32_module, "SHELL32", rows);
