/* Memory that has two views, and files in memory. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    DWORD count;
    char text[16] = "";
    HANDLE shared =
        CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 0x11000, NULL);
    printf("new: %d\n", shared != NULL);
    char *one = MapViewOfFile(shared, FILE_MAP_ALL_ACCESS, 0, 0, 0);
    char *two = MapViewOfFile(shared, FILE_MAP_READ, 0, 0x10000, 0);
    strcpy(one + 0x10000, "seen by both");
    printf("%s\n", two);
    printf("in the middle of 64 KB: %d",
           MapViewOfFile(shared, FILE_MAP_READ, 0, 0x1000, 0) != NULL);
    printf(" %lu\n", GetLastError());
    printf("unmapped: %d", UnmapViewOfFile(one));
    printf(" %d", UnmapViewOfFile(two));
    printf(" %d", UnmapViewOfFile(two));
    printf(" %lu\n", GetLastError());
    CloseHandle(shared);

    shared = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 100, "named");
    HANDLE again = OpenFileMappingW(FILE_MAP_READ, FALSE, L"Local\\named");
    one = MapViewOfFile(shared, FILE_MAP_WRITE, 0, 0, 0);
    two = MapViewOfFile(again, FILE_MAP_READ, 0, 0, 0);
    strcpy(one, "by name");
    printf("opened: %d %s, made again: %d", again != NULL, two,
           CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 9, "named") != NULL);
    printf(" %lu\n", GetLastError());
    printf("another name: %d", OpenFileMappingA(FILE_MAP_READ, FALSE, "Named") != NULL);
    printf(" %lu\n", GetLastError());

    HANDLE file =
        CreateFileA("exe_map.bin", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    HANDLE section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    printf("of an empty file: %d %lu\n", section != NULL, GetLastError());
    WriteFile(file, "from the file", 13, &count, NULL);
    section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, 0, NULL);
    char *view = MapViewOfFile(section, FILE_MAP_WRITE, 0, 0, 0);
    printf("%s, zero behind: %d\n", view, view[13]);
    memcpy(view, "INTO", 4);
    FlushViewOfFile(view, 0);
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    ReadFile(file, text, 13, &count, NULL);
    printf("%lu: %s\n", count, text);
    UnmapViewOfFile(view);
    CloseHandle(section);
    CloseHandle(file);
    printf("deleted %d\n", DeleteFileA("exe_map.bin"));

    file =
        CreateFileA("exe_mapping.exe", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    section = CreateFileMappingA(file, NULL, PAGE_READONLY, 0, 0, NULL);
    view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    printf("the program's own file: %.2s, at 64 KB: %d\n", view, (DWORD)view % 0x10000 == 0);
    return 0;
}
