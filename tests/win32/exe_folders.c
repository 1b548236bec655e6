/* Folders, paths, and finding files. */

#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static void make(const char *name, int size)
{
    FILE *file = fopen(name, "wb");
    for (int i = 0; i < size; i++)
        putc('x', file);
    fclose(file);
}

int main(void)
{
    char path[MAX_PATH], *part;
    WIN32_FIND_DATAA found;
    struct _finddata_t data;
    GetCurrentDirectoryA(sizeof path, path);
    printf("drive: %d\n", path[1] == ':' && path[2] == '\\');
    printf("make %d", CreateDirectoryA("exe_folder", NULL));
    printf(" again %d", CreateDirectoryA("exe_folder", NULL));
    printf(" %lu\n", GetLastError());
    printf("enter %d", SetCurrentDirectoryA("exe_folder"));
    GetCurrentDirectoryA(sizeof path, path);
    printf(" %s\n", strrchr(path, '\\') + 1);
    make("two.txt", 22);
    make("one.txt", 11);
    make("three.bin", 33);
    _mkdir("sub");
    HANDLE search = FindFirstFileA("*", &found);
    do
        printf("%s%s %lu\n", found.cFileName,
               found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? "\\" : "", found.nFileSizeLow);
    while (FindNextFileA(search, &found));
    printf("end %lu", GetLastError());
    printf(" close %d\n", FindClose(search));
    printf("none %d", FindFirstFileA("*.none", &found) == INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
    intptr_t list = _findfirst("T*.*", &data);
    do
        printf("%s ", data.name);
    while (_findnext(list, &data) == 0);
    printf("| %d\n", _findclose(list));
    GetFullPathNameA(".\\a\\..\\B/c.txt. ", sizeof path, path, &part);
    printf("%s %s\n", strstr(path, "exe_folder\\"), part);
    printf("attributes: %lX %lX", GetFileAttributesA("sub"), GetFileAttributesA("one.txt"));
    printf(" %d", GetFileAttributesA("none") == INVALID_FILE_ATTRIBUTES);
    printf(" %lu\n", GetLastError());
    printf("move %d", MoveFileA("one.txt", "sub\\1.txt"));
    printf(" onto %d", MoveFileA("two.txt", "sub\\1.txt"));
    printf(" %lu", GetLastError());
    printf(" copy %d\n", CopyFileA("two.txt", "sub\\1.txt", FALSE));
    SetCurrentDirectoryA("..");
    printf("not empty: %d", RemoveDirectoryA("exe_folder"));
    printf(" %lu\n", GetLastError());
    remove("exe_folder\\sub\\1.txt");
    _rmdir("exe_folder/sub");
    remove("exe_folder/two.txt");
    remove("EXE_FOLDER/THREE.BIN");
    printf("empty: %d\n", RemoveDirectoryA("exe_folder"));
    DWORD length = GetTempPathA(sizeof path, path);
    printf("temporary: %d\n", length == strlen(path) && path[length - 1] == '\\');
    GetSystemDirectoryA(path, sizeof path);
    printf("%s\n", path);
    return 0;
}
