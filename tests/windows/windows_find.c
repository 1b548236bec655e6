/* Looking for files by names with * and ?.
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

/* All names that a search finds, each with a blank behind it; the error in front if there is none.
 */
static const char *names_of(const char *pattern)
{
    static char text[256];
    WIN32_FIND_DATAA data;
    SetLastError(4711);
    HANDLE search = FindFirstFileA(pattern, &data);
    if (search == INVALID_HANDLE_VALUE) {
        sprintf(text, "%lu", GetLastError());
        return text;
    }
    *text = 0;
    do {
        strcat(text, data.cFileName);
        strcat(text, data.dwFileAttributes == FILE_ATTRIBUTE_DIRECTORY ? "/ " : " ");
    } while (FindNextFileA(search, &data));
    if (GetLastError() != ERROR_NO_MORE_FILES || !FindClose(search))
        strcat(text, "?");
    return text;
}

static void make(const char *name)
{
    FILE *file = fopen(name, "wb");
    fputs("12345", file);
    fclose(file);
}

int main(void)
{
    static const char *const files[] = {"b.txt",           "A.c",  "ab", "Folder\\x.c", "folder\\y",
                                        "folder\\deep\\z", "a.b.c"};
    CreateDirectoryA("Folder", NULL);
    CreateDirectoryA("folder\\deep", NULL);
    for (unsigned i = 0; i < ARRAYSIZE(files); i++)
        make(files[i]);
    static const struct {
        const char *pattern, *names;
    } rows[] = {
        {"*", "A.b.c A.c ab b.txt Folder/ Windows/ "},
        {"*.*", "A.b.c A.c ab b.txt Folder/ Windows/ "},
        {"*.", "ab Folder/ Windows/ "},
        {"*..", "ab Folder/ Windows/ "},
        {"*. ", "A.b.c A.c ab b.txt Folder/ Windows/ "},
        {"*.*.", "A.b.c A.c ab b.txt Folder/ Windows/ "},
        {"<", "ab Folder/ Windows/ "},
        {"<.c", "A.b.c A.c "},
        {"a>>.c", "A.c "},
        {"ab\"*", "ab "},
        {"x\\nul.txt", "3"},
        {"folder\\Nul.txt", "Nul "},
        {"lpt1", "lpt1 "},
        {"lpt1*", "2"},
        {"*.c", "A.b.c A.c "},
        {"*a*c*", "A.b.c A.c "},
        {"*b*t*t", "b.txt "},
        {"a*", "A.b.c A.c ab "},
        {"a?", "ab "},
        {"ab?.*", "ab "},
        {"??.c", "A.c "},
        {"ab.*", "ab "},
        {"B.TXT", "b.txt "},
        {"folder", "Folder/ "},
        {"C:\\folder/*", "./ ../ deep/ x.c y "},
        {"folder\\*.c", "x.c "},
        {"folder\\deep\\..\\y", "y "},
        {"none*", "2"},
        {"none\\*", "3"},
        {"folder\\", "2"},
        {"C:\\", "2"},
        {"", "3"},
        {"D:\\*", "3"},
    };
    for (unsigned i = 0; i < ARRAYSIZE(rows); i++) {
        const char *names = names_of(rows[i].pattern);
        check(_stricmp(names, rows[i].names) == 0, rows[i].pattern);
    }
    WIN32_FIND_DATAW wide;
    WIN32_FIND_DATAA data;
    HANDLE search = FindFirstFileW(L"b*", &wide);
    check(search != INVALID_HANDLE_VALUE && wcscmp(wide.cFileName, L"b.txt") == 0 &&
              wide.nFileSizeLow == 5 && wide.nFileSizeHigh == 0 &&
              wide.dwFileAttributes == FILE_ATTRIBUTE_ARCHIVE && !wide.cAlternateFileName[0] &&
              sizeof wide == 0x250 && sizeof data == 0x140,
          "a file is described, in wide text");
    make("bz");
    check(FindNextFileW(search, &wide) && wcscmp(wide.cFileName, L"bz") == 0,
          "one that came meanwhile is found");
    check(FAILS(FindNextFileW(search, &wide), ERROR_NO_MORE_FILES) &&
              wcscmp(wide.cFileName, L"bz") == 0,
          "no more: 18, and the data stays");
    check(FindClose(search) && FAILS(FindClose(search), ERROR_INVALID_HANDLE) &&
              FAILS(FindClose(INVALID_HANDLE_VALUE), ERROR_INVALID_HANDLE) &&
              FAILS(FindNextFileA(search, &data), ERROR_INVALID_HANDLE),
          "a search that is closed: 6");
    return done();
}
