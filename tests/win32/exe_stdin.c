/* Lines from standard input in text mode, and what is left of them. */

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    char line[80];
    int a, b;
    printf("%d\n", fgets(line, sizeof line, stdin) == line);
    printf("%d <%.*s>\n", (int)strlen(line), (int)strcspn(line, "\n"), line);
    printf("%d", scanf("%d %d", &a, &b));
    printf(" %d\n", a + b);
    printf("%d", scanf("%79s", line));
    printf(" %s\n", line);
    printf("%d", getchar() == '\n');
    int c = getchar();
    printf(" %c\n", c);
    ungetc('Q', stdin);
    printf("%s", fgets(line, sizeof line, stdin));
    _setmode(_fileno(stdin), _O_BINARY);
    int count = 0;
    while ((c = getchar()) != EOF)
        count++;
    printf("%d %d %d\n", count, feof(stdin) != 0, ferror(stdin));
    DWORD length = 99;
    SetLastError(0);
    BOOL read = ReadFile(GetStdHandle(STD_INPUT_HANDLE), line, sizeof line, &length, NULL);
    printf("%d\n", read == (GetLastError() != ERROR_BROKEN_PIPE) && length == 0);
    return 0;
}
