/* _makepath whose parts lie in the path's own memory, and paths that have no room. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static int made(size_t size, const char *expected, size_t length)
{
    int (*make)(char *, size_t, const char *, const char *, const char *, const char *) =
        (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), "_makepath_s");
    char path[32];
    memset(path, 'X', sizeof path);
    errno = 0;
    int error = make(path, size, "c:", "dir", "file", "ext");
    return error == (size > 14 ? 0 : ERANGE) && !memcmp(path, expected, length);
}

int main(void)
{
    char path[64] = "folder";
    wchar_t wide[64] = L"folder";
    _makepath(path, NULL, path, "file", "ext");
    claim(!strcmp(path, "folder\\file.ext"), "a folder in the path's place");
    _wmakepath(wide, NULL, wide, L"file", NULL);
    claim(!wcscmp(wide, L"folder\\file"), "a wide one");
    strcpy(path, "name");
    _makepath(path, NULL, NULL, path, ".ext");
    claim(!strcmp(path, "name.ext"), "a name");
    strcpy(path, "drive");
    _makepath(path, path, NULL, NULL, NULL);
    claim(!strcmp(path, "d:"), "a drive");
    claim(made(16, "c:dir\\file.ext\0X", 16), "room for all");
    claim(made(14, "\0:dir\\file.exX", 14), "what had room stays behind an empty path");
    claim(made(6, "\0:dirX", 6), "also before the slash");
    claim(made(2, "\0XX", 3) && made(1, "\0XX", 3), "a drive is written whole or not at all");
    return 0;
}
