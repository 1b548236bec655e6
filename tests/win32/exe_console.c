/* Standard handles: their kinds, and another file in place of one. */

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    char text[64] = "";
    DWORD count, mode;
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    printf("three handles: %d\n", output != NULL && output != INVALID_HANDLE_VALUE &&
                                      GetStdHandle(STD_INPUT_HANDLE) != output);
    printf("no fourth: %d", GetStdHandle(5) == INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
    printf("types: %d\n",
           GetFileType(output) == FILE_TYPE_CHAR || GetFileType(output) == FILE_TYPE_PIPE);
    printf("input is a pipe: %lu\n", GetFileType(GetStdHandle(STD_INPUT_HANDLE)));
    printf("and no console: %d", GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode));
    printf(" %lu\n", GetLastError());
    printf("descriptors: %d %d %d\n", _fileno(stdin), _fileno(stdout), _fileno(stderr));
    printf("the same handle: %d\n", (HANDLE)_get_osfhandle(1) == output);
    fflush(stdout);

    HANDLE file =
        CreateFileA("exe_out.txt", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    printf("set: %d\n", SetStdHandle(STD_OUTPUT_HANDLE, file));
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "into the file", 13, &count, NULL);
    SetStdHandle(STD_OUTPUT_HANDLE, output);
    SetFilePointer(file, 0, NULL, FILE_BEGIN);
    ReadFile(file, text, sizeof text, &count, NULL);
    CloseHandle(file);
    printf("%lu: %s\n", count, text);

    int saved = _dup(1);
    if (!freopen("exe_out.txt", "w", stdout))
        return 1;
    printf("by the library\n");
    fflush(stdout);
    _dup2(saved, 1);
    FILE *back = fopen("exe_out.txt", "rb");
    memset(text, 0, sizeof text);
    count = (DWORD)fread(text, 1, sizeof text, back);
    fclose(back);
    printf("%lu: %.14s %d\n", count, text, text[14] == '\r');

    HANDLE ends[2];
    printf("pipe: %d", CreatePipe(&ends[0], &ends[1], NULL, 0));
    WriteFile(ends[1], "through", 7, &count, NULL);
    CloseHandle(ends[1]);
    ReadFile(ends[0], text, sizeof text, &count, NULL);
    printf(" %lu %.7s", count, text);
    printf(" end %d", ReadFile(ends[0], text, sizeof text, &count, NULL));
    printf(" %lu\n", GetLastError());
    return 0;
}
