/* Files by handles: how CreateFile finds or makes them, the position, sharing, and the errors. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static const char name[] = "exe_create.bin";

static HANDLE open_it(DWORD access, DWORD share, DWORD way)
{
    SetLastError(1234);
    return CreateFileA(name, access, share, NULL, way, FILE_ATTRIBUTE_NORMAL, NULL);
}

static void try_way(DWORD way)
{
    HANDLE file = open_it(GENERIC_READ | GENERIC_WRITE, 0, way);
    DWORD error = GetLastError();
    printf("way %lu: %s %lu\n", way, file == INVALID_HANDLE_VALUE ? "no" : "yes", error);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
}

int main(void)
{
    static const DWORD ways[] = {OPEN_EXISTING, TRUNCATE_EXISTING, CREATE_NEW,   CREATE_NEW,
                                 CREATE_ALWAYS, OPEN_ALWAYS,       OPEN_EXISTING};
    char text[32];
    DWORD count;
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        try_way(ways[i]);
    HANDLE file = open_it(GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, OPEN_EXISTING);
    printf("write %d", WriteFile(file, "0123456789", 10, &count, NULL));
    printf(" %lu, size %lu\n", count, GetFileSize(file, NULL));
    printf("position %lu", SetFilePointer(file, -4, NULL, FILE_END));
    printf(" read %d", ReadFile(file, text, sizeof text, &count, NULL));
    printf(" %lu %.4s\n", count, text);
    printf("at the end: %d", ReadFile(file, text, sizeof text, &count, NULL));
    printf(" %lu\n", count);
    printf("before the beginning: %d", SetFilePointer(file, -1, NULL, FILE_BEGIN) == ~0u);
    printf(" %lu\n", GetLastError());
    SetFilePointer(file, 4, NULL, FILE_BEGIN);
    printf("cut %d, ", SetEndOfFile(file));
    printf("size %lu\n", GetFileSize(file, NULL));
    printf("shared for writing: %d", open_it(GENERIC_WRITE, 7, OPEN_EXISTING) != (HANDLE)-1);
    printf(" %lu\n", GetLastError());
    HANDLE reader = open_it(GENERIC_READ, 7, OPEN_EXISTING);
    printf("for reading: %d", reader != INVALID_HANDLE_VALUE);
    printf(" write by it %d", WriteFile(reader, "x", 1, &count, NULL));
    printf(" %lu\n", GetLastError());
    printf("delete %d", DeleteFileA(name));
    printf(" %lu\n", GetLastError());
    CloseHandle(reader);
    CloseHandle(file);
    printf("closed %d", CloseHandle((HANDLE)0xBAD0));
    printf(" %lu\n", GetLastError());
    printf("delete %d", DeleteFileA(name));
    printf(" %d", DeleteFileA(name));
    printf(" %lu\n", GetLastError());
    return 0;
}
