/* Files that move and are copied, names for temporary ones, Windows' folders.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void make(const char *name, const char *content)
{
    FILE *file = fopen(name, "wb");
    fputs(content, file);
    fclose(file);
}

static BOOL holds(const char *name, const char *content)
{
    char text[32] = "";
    FILE *file = fopen(name, "rb");
    if (!file)
        return FALSE;
    fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return strcmp(text, content) == 0;
}

static void check_moves(void)
{
    make("one", "1");
    make("two", "2");
    CreateDirectoryA("Folder", NULL);
    check(MoveFileA("one", "Folder\\One") && holds("folder\\one", "1") && !holds("one", "1"),
          "MoveFile");
    check(MoveFileW(L"folder\\one", L"FOLDER\\ONE") && holds("folder\\one", "1"),
          "another case of the same name");
    check(FAILS(MoveFileA("two", "folder\\one"), ERROR_ALREADY_EXISTS) &&
              FAILS(MoveFileA("none", "x"), ERROR_FILE_NOT_FOUND) &&
              FAILS(MoveFileA("two", "x*"), ERROR_INVALID_NAME) &&
              FAILS(MoveFileExA("two", "x", 0x20), ERROR_INVALID_PARAMETER),
          "MoveFile replaces nothing, and its other errors: 183, 2, 123, 87");
    HANDLE file = CreateFileA("two", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    check(FAILS(MoveFileA("two", "three"), ERROR_SHARING_VIOLATION), "an open file: 32");
    check(
        FAILS(MoveFileExA("folder\\one", "two", MOVEFILE_REPLACE_EXISTING), ERROR_ACCESS_DENIED) &&
            FAILS(CopyFileA("folder\\one", "two", FALSE), ERROR_SHARING_VIOLATION) &&
            holds("two", "2") && holds("folder\\one", "1"),
        "one that is open is not replaced: 5, 32");
    CloseHandle(file);
    check(MoveFileExA("two", "folder\\one", MOVEFILE_REPLACE_EXISTING) && holds("folder\\one", "2"),
          "MOVEFILE_REPLACE_EXISTING does");
    check(MoveFileExW(L"folder\\one", L"back", 0) && holds("back", "2"), "MoveFileExW");
}

static void check_copies(void)
{
    check(CopyFileA("back", "copy", TRUE) && holds("copy", "2") && holds("back", "2"), "CopyFile");
    make("back", "longer");
    check(FAILS(CopyFileA("back", "copy", TRUE), ERROR_FILE_EXISTS) &&
              CopyFileW(L"back", L"copy", FALSE) && holds("copy", "longer"),
          "it replaces only what it may: 80");
    check(FAILS(CopyFileA("back", "BACK", FALSE), ERROR_SHARING_VIOLATION) &&
              FAILS(CopyFileA("none", "copy", FALSE), ERROR_FILE_NOT_FOUND),
          "onto itself: 32; nothing: 2");
}

static void check_temporary(void)
{
    char name[MAX_PATH], second[MAX_PATH];
    WCHAR wide[MAX_PATH];
    check(FAILS(GetTempFileNameA("C:\\t", "a", 0, name), ERROR_DIRECTORY) &&
              CreateDirectoryA("t", NULL),
          "a folder that is missing: 267");
    UINT number = GetTempFileNameA("C:\\t", "abcde", 0, name);
    check(number && strncmp(name, "C:\\t\\abc", 8) == 0 &&
              strcmp(name + strlen(name) - 4, ".TMP") == 0 && holds(name, ""),
          "GetTempFileName makes a file");
    check(GetTempFileNameA("C:\\t\\", "abc", 0, second) && strcmp(name, second) != 0,
          "another each time");
    check(GetTempFileNameA(".", "x", 0x12345, name) == 0x2345 &&
              strcmp(name, ".\\x2345.TMP") == 0 && !holds(name, ""),
          "with a number there is only the name");
    check(GetTempFileNameW(L"C:\\t", L"\xFC", 7, wide) == 7 && wcscmp(wide, L"C:\\t\\\xFC"
                                                                            L"7.TMP") == 0,
          "the same in wide text");
    char folder[MAX_PATH];
    memset(folder, 'f', 247);
    folder[247] = 0;
    check(FAILS(GetTempFileNameA(folder, "x", 1, name), ERROR_BUFFER_OVERFLOW), "too long: 111");
}

static void check_folders(void)
{
    char text[MAX_PATH];
    WCHAR wide[MAX_PATH];
    check(GetWindowsDirectoryA(text, MAX_PATH) == 10 && strcmp(text, "C:\\Windows") == 0 &&
              GetWindowsDirectoryW(wide, 10) == 11,
          "Windows' folder");
    check(GetSystemDirectoryA(text, MAX_PATH) == 19 && strcmp(text, "C:\\Windows\\system32") == 0 &&
              GetSystemDirectoryW(wide, MAX_PATH) == 19 &&
              GetFileAttributesW(wide) == FILE_ATTRIBUTE_DIRECTORY,
          "and the system's");
}

int main(void)
{
    check_moves();
    check_copies();
    check_temporary();
    check_folders();
    return done();
}
