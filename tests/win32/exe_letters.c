/* Names of files and of variables with letters beyond ASCII, in the other case. */

#include <stdio.h>
#include <windows.h>

static BOOL there(const WCHAR *name) { return GetFileAttributesW(name) != INVALID_FILE_ATTRIBUTES; }

static void make(const WCHAR *name)
{
    CloseHandle(CreateFileW(name, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
}

int main(void)
{
    WIN32_FIND_DATAW found;
    WCHAR text[20] = L"";
    make(L"exe_w\xEF"
         L"de.txt");
    make(L"\x3B1\x3C3\x3CC.txt");
    make(L"\x43F\x451.txt");
    make(L"\x159\xFF.txt");
    printf("Latin-1: %d\n", there(L"EXE_W\xCF"
                                  L"DE.TXT"));
    printf("Greek: %d\n", there(L"\x391\x3A3\x38C.TXT"));
    printf("Cyrillic: %d\n", there(L"\x41F\x401.TXT"));
    printf("Latin: %d\n", there(L"\x158\x178.TXT"));
    printf("no capital: %d %d\n", there(L"exe_w\xD7.txt"), there(L"\x41F\x451\x301.txt"));
    HANDLE again = CreateFileW(L"EXE_W\xCF"
                               L"DE.TXT",
                               GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    printf("new: %d", again != INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
    HANDLE search = FindFirstFileW(L"\x43F?.txt", &found);
    printf("one character: %d %d\n", search != INVALID_HANDLE_VALUE, found.cFileName[1] == 0x451);
    FindClose(search);
    search = FindFirstFileW(L"*\x3A3*.TXT", &found);
    printf("behind a star: %d\n", search != INVALID_HANDLE_VALUE);
    FindClose(search);
    CreateDirectoryW(L"\xE4", NULL);
    make(L"\xC4\\x.txt");
    printf("in a folder: %d\n", there(L"\xE4\\X.TXT"));
    SetEnvironmentVariableW(L"exe_\xE9", L"value");
    printf("variable: %lu", GetEnvironmentVariableW(L"EXE_\xC9", text, 20));
    printf(" %ls\n", text);
    SetEnvironmentVariableW(L"EXE_\xC9", NULL);
    printf("taken away: %lu\n", GetEnvironmentVariableW(L"exe_\xE9", text, 20));
    return 0;
}
