/* Commands on a console: its colours, and a key for pause.
 *
 * run: args=trapline:output=terminal transcript=windows_commands_screen.expected input="5\nab"
 * run: name=ring3 ring=3 args=trapline:output=terminal input="5\nab"
 *   transcript=windows_commands_screen.expected
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(void)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    int number;
    system("color 0A");
    GetConsoleScreenBufferInfo(output, &screen);
    printf("light green: %X\n", screen.wAttributes);
    system("color 4 > nul");
    system("color");
    printf("the first colours\n");
    printf("scanf: %d", scanf("%d", &number));
    printf(" %d\n", number);
    system("pause"); /* takes a: the end of the first line was there before */
    for (int i = 0; i < 3; i++)
        printf("getchar: %d\n", getchar());
    system("timeout /t 1 /nobreak");
    system("timeout 0");
    system("cls > nul");
    system("cls");
    printf("a new screen\n");
    return 0;
}
