/* Colours of the console, on a terminal.
 *
 * run: args=trapline:output=terminal transcript=windows_colours.expected
 * run: name=ring3 ring=3 args=trapline:output=terminal transcript=windows_colours.expected
 */
#include <stdio.h>
#include <windows.h>

static void show(WORD colours, const char *text)
{
    HANDLE screen = GetStdHandle(STD_OUTPUT_HANDLE);
    SetConsoleTextAttribute(screen, colours);
    printf("%s", text);
    SetConsoleTextAttribute(screen, FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE);
    printf("\n");
}

int main(void)
{
    show(FOREGROUND_RED, "red");
    show(FOREGROUND_GREEN, "green");
    show(FOREGROUND_BLUE | FOREGROUND_INTENSITY, "bright blue");
    show(FOREGROUND_RED | FOREGROUND_GREEN | BACKGROUND_BLUE, "yellow on blue");
    show(BACKGROUND_GREEN | BACKGROUND_INTENSITY | FOREGROUND_RED | FOREGROUND_INTENSITY,
         "bright red on bright green");
    show(0, "black");
    show(7, "the terminal's own");
    return 0;
}
