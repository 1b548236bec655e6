/* A library is found by a PATH of any length, and names that are too long are not cut. */

#include <stdio.h>
#include <windows.h>

static char list[10000];

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    CreateDirectoryA("C:\\far", NULL);
    printf("moved: %d\n", MoveFileA("exe_search_dll.dll", "C:\\far\\found.dll"));
    printf("without PATH: %d", LoadLibraryA("found.dll") != NULL);
    printf(" %lu\n", GetLastError());
    strcpy(list, "C:\\far;C:\\");
    memset(list + strlen(list), 'x', 600); /* a folder that is too long */
    for (int i = 0; i < 800; i++)
        strcat(list, ";C:\\none");
    printf("PATH of %u bytes: %d\n", (unsigned)strlen(list), SetEnvironmentVariableA("PATH", list));
    HMODULE library = LoadLibraryA("found.dll");
    printf("found: %d\n", library != NULL);
    printf("it says %d\n", ((int (*)(void))GetProcAddress(library, "says"))());
    printf("none: %d", LoadLibraryA("x.dll") != NULL);
    printf(" %lu\n", GetLastError());
    return 0;
}
