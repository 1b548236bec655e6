/* The words behind the program's name, as main gets them and as the command line has them.

   arguments: one "two words" "" 'say "hi"' 'a\b\' 'c\\"d' '*.none' */

#include <stdio.h>
#include <string.h>
#include <windows.h>

extern char *_acmdln;

int main(int argc, char **argv)
{
    char *line = GetCommandLineA();
    wchar_t *wide_line = GetCommandLineW();
    char copy[512];
    printf("%d words\n", argc);
    printf("<%s>\n", strrchr(argv[0], '\\') ? strrchr(argv[0], '\\') + 1 : argv[0]);
    for (int i = 1; i < argc; i++)
        printf("<%s>\n", argv[i]);
    printf("argv ends: %d\n", argv[argc] == NULL);
    printf("one quoted: %d\n", strstr(line, " one \"two words\" \"\" ") != NULL);
    printf("the same buffer: %d %d\n", line == GetCommandLineA(), wide_line == GetCommandLineW());
    printf("the library has it, too: %d\n", strcmp(_acmdln, line) == 0);
    int length = WideCharToMultiByte(CP_ACP, 0, wide_line, -1, copy, sizeof copy, NULL, NULL);
    printf("wide and narrow agree: %d\n", length > 0 && strcmp(copy, line) == 0);
    line[0] = 'X';
    printf("it can be written: %d\n", GetCommandLineA()[0] == 'X');
    return 0;
}
