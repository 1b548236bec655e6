/* Folders: made, removed, moved, and the current one.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/opened.h"
#include "tests/windows/windows_check.h"

static BOOL makes(const char *name)
{
    HANDLE file = open_file(name, GENERIC_WRITE, 0, CREATE_NEW);
    return file != INVALID_HANDLE_VALUE && CloseHandle(file);
}

static BOOL is_folder(const char *name)
{
    return GetFileAttributesA(name) == FILE_ATTRIBUTE_DIRECTORY;
}

static BOOL is_missing(const char *name, DWORD error)
{
    return FAILS(GetFileAttributesA(name) != INVALID_FILE_ATTRIBUTES, error);
}

static void check_made(void)
{
    check(FAILS(makes("a\\file"), ERROR_PATH_NOT_FOUND) &&
              is_missing("a\\file", ERROR_PATH_NOT_FOUND) &&
              FAILS(DeleteFileA("a\\file"), ERROR_PATH_NOT_FOUND) &&
              FAILS(CopyFileA("a\\file", "x", FALSE), ERROR_PATH_NOT_FOUND) &&
              FAILS(MoveFileA("a\\file", "x"), ERROR_PATH_NOT_FOUND) &&
              FAILS(CreateDirectoryA("a\\b", NULL), ERROR_PATH_NOT_FOUND),
          "a folder that is missing: 3");
    check(CreateDirectoryA("a", NULL) && CreateDirectoryW(L"A/b\\", NULL) && is_folder("a\\B") &&
              makes("a\\file") && is_missing("a\\none", ERROR_FILE_NOT_FOUND),
          "folders and files in one");
    check(FAILS(CreateDirectoryA("A", NULL), ERROR_ALREADY_EXISTS) &&
              FAILS(CreateDirectoryA("a\\file", NULL), ERROR_ALREADY_EXISTS) &&
              FAILS(CreateDirectoryA("a\\.", NULL), ERROR_ALREADY_EXISTS) &&
              FAILS(CreateDirectoryA("..", NULL), ERROR_ALREADY_EXISTS) &&
              FAILS(CreateDirectoryA("C:\\", NULL), ERROR_ACCESS_DENIED) &&
              FAILS(CreateDirectoryA("a*", NULL), ERROR_INVALID_NAME) &&
              FAILS(CreateDirectoryA("", NULL), ERROR_PATH_NOT_FOUND) &&
              FAILS(CreateDirectoryW(NULL, NULL), ERROR_PATH_NOT_FOUND),
          "none is made: 183, 5, 123, 3");
    check(FAILS(makes("a"), ERROR_ACCESS_DENIED) &&
              FAILS(open_file("a", GENERIC_READ, 0, OPEN_EXISTING) != INVALID_HANDLE_VALUE,
                    ERROR_ACCESS_DENIED) &&
              FAILS(DeleteFileA("a"), ERROR_ACCESS_DENIED) &&
              FAILS(CopyFileA("a", "c", FALSE), ERROR_ACCESS_DENIED) &&
              FAILS(CopyFileA("a\\file", "a\\b", FALSE), ERROR_ACCESS_DENIED),
          "a folder is no file: 5");
}

static void check_current(void)
{
    char text[MAX_PATH];
    WCHAR wide[MAX_PATH];
    check(GetCurrentDirectoryA(sizeof text, text) == 3 && strcmp(text, "C:\\") == 0 &&
              GetCurrentDirectoryW(3, wide) == 4 && SetCurrentDirectoryA("."),
          "the current folder is the root");
    check(SetCurrentDirectoryA("a\\b\\") && GetCurrentDirectoryA(sizeof text, text) == 6 &&
              strcmp(text, "C:\\a\\b") == 0 && GetCurrentDirectoryW(MAX_PATH, wide) == 6 &&
              wcscmp(wide, L"C:\\a\\b") == 0 && GetCurrentDirectoryA(6, text) == 7 &&
              GetEnvironmentVariableA("=C:", text, sizeof text) == 6 &&
              strcmp(text, "C:\\a\\b") == 0,
          "another one");
    check(is_folder("..\\b") && makes("here") && CopyFileA("here", "..\\there", TRUE) &&
              DeleteFileA("C:\\a\\b\\here") && DeleteFileA("C:..\\there"),
          "names begin in it");
    check(FAILS(SetCurrentDirectoryA("none"), ERROR_FILE_NOT_FOUND) &&
              FAILS(SetCurrentDirectoryA("none\\x"), ERROR_PATH_NOT_FOUND) &&
              FAILS(SetCurrentDirectoryA("\\a\\file"), ERROR_DIRECTORY) &&
              FAILS(SetCurrentDirectoryW(L""), ERROR_INVALID_NAME) &&
              FAILS(SetCurrentDirectoryA("D:\\"), ERROR_PATH_NOT_FOUND),
          "none that is missing, or a file: 2, 3, 267, 123");
    check(FAILS(RemoveDirectoryA("."), ERROR_SHARING_VIOLATION) &&
              FAILS(MoveFileA("\\a", "\\c"), ERROR_SHARING_VIOLATION),
          "it is not removed or moved: 32");
    check(SetCurrentDirectoryW(L"C:\\") && GetCurrentDirectoryA(sizeof text, text) == 3, "back");
}

static void check_moves(void)
{
    HANDLE file = open_file("a\\file", GENERIC_READ, SHARE_BOTH, OPEN_EXISTING);
    check(FAILS(MoveFileA("a", "c"), ERROR_SHARING_VIOLATION), "with an open file, none moves: 32");
    CloseHandle(file);
    check(MoveFileA("a", "Cc") && is_folder("cc\\b") && MoveFileExA("cc", "CC", 0) &&
              GetFileAttributesA("cc\\file") == FILE_ATTRIBUTE_ARCHIVE &&
              is_missing("a\\file", ERROR_PATH_NOT_FOUND),
          "a folder moves with all that is in it");
    check(FAILS(MoveFileA("cc", "Windows"), ERROR_ALREADY_EXISTS) &&
              FAILS(MoveFileExA("cc", "windows", MOVEFILE_REPLACE_EXISTING), ERROR_ACCESS_DENIED) &&
              FAILS(MoveFileA("cc", "none\\cc"), ERROR_PATH_NOT_FOUND) &&
              FAILS(MoveFileA("cc", "cc\\b\\c"), ERROR_SHARING_VIOLATION),
          "not onto another, nor into itself: 183, 5, 3, 32");
    char deep[MAX_PATH] = "", text[MAX_PATH];
    memset(deep, 'n', 250);
    check(CreateDirectoryA(deep, NULL) &&
              FAILS(MoveFileA("cc", lstrcatA(strcpy(text, deep), "\\x")), ERROR_DISK_FULL) &&
              is_folder("cc\\b") && RemoveDirectoryA(deep),
          "nor where a name becomes too long");
}

static void check_removed(void)
{
    check(FAILS(RemoveDirectoryA("cc"), ERROR_DIR_NOT_EMPTY) &&
              FAILS(RemoveDirectoryA("cc\\file"), ERROR_DIRECTORY) &&
              FAILS(RemoveDirectoryA("none"), ERROR_FILE_NOT_FOUND) &&
              FAILS(RemoveDirectoryA("none\\x"), ERROR_PATH_NOT_FOUND) &&
              FAILS(RemoveDirectoryA("C:\\"), ERROR_ACCESS_DENIED) &&
              FAILS(RemoveDirectoryW(L"c*"), ERROR_INVALID_NAME),
          "what is not removed: 145, 267, 2, 3, 5, 123");
    check(DeleteFileA("cc\\file") && RemoveDirectoryW(L"cc\\b") && RemoveDirectoryA("CC") &&
              is_missing("cc", ERROR_FILE_NOT_FOUND),
          "empty folders are");
}

static void check_many(void)
{
    char name[16];
    int made = 0;
    for (; made < 300 && CreateDirectoryA((sprintf(name, "m%d", made), name), NULL); made++)
        ;
    check(made > 50 && made < 300 && GetLastError() == ERROR_DISK_FULL,
          "as many as have room: 112");
}

int main(void)
{
    check_made();
    check_current();
    check_moves();
    check_removed();
    check_many();
    return done();
}
