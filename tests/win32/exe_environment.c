/* The environment, by the C library and by Windows' calls. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    char text[64];
    printf("missing: %d", getenv("EXE_NONE") == NULL);
    printf(" %lu", GetEnvironmentVariableA("EXE_NONE", text, sizeof text));
    printf(" %lu\n", GetLastError());
    printf("set: %d\n", SetEnvironmentVariableA("Exe_Colour", "green"));
    printf("case: %lu", GetEnvironmentVariableA("EXE_COLOUR", text, sizeof text));
    printf(" %s\n", text);
    printf("too short: %lu\n", GetEnvironmentVariableA("exe_colour", text, 5));
    printf("the library's copy: %d\n", getenv("exe_colour") == NULL);
    printf("putenv: %d", _putenv("EXE_SIZE=large"));
    printf(" %s", getenv("exe_size"));
    printf(" %lu %s\n", GetEnvironmentVariableA("EXE_SIZE", text, sizeof text), text);
    printf("expanded: %lu", ExpandEnvironmentStringsA("a %EXE_size% %none%", text, sizeof text));
    printf(" %s\n", text);
    printf("removed: %d", SetEnvironmentVariableA("EXE_COLOUR", NULL));
    printf(" %lu\n", GetEnvironmentVariableA("EXE_COLOUR", text, sizeof text));
    printf("no name: %d", SetEnvironmentVariableA("", "x"));
    printf(" %lu\n", GetLastError());
    char *block = GetEnvironmentStrings();
    int sizes = 0, sorted = 1;
    for (char *one = block; *one; one += strlen(one) + 1) {
        char *next = one + strlen(one) + 1;
        sizes += strcmp(one, "EXE_SIZE=large") == 0;
        sorted &= *next == 0 || *one == '=' || _stricmp(one, next) < 0;
    }
    printf("in the block: %d, sorted %d\n", sizes, sorted);
    FreeEnvironmentStringsA(block);
    printf("Windows: %s\n", getenv("OS") ? getenv("OS") : "?");
    const char *count = getenv("NUMBER_OF_PROCESSORS");
    printf("processors: %d\n", count && atoi(count) >= 1);
    return 0;
}
