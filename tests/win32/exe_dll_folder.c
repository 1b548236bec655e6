/* The folder for DLLs, and where else one is looked for. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>

int main(void)
{
    char text[60];
    printf("folder: %d", SetDllDirectoryA("C:\\libraries"));
    printf(" %lu", GetDllDirectoryA(sizeof text, text));
    printf(" %s", text);
    printf(", short %lu", GetDllDirectoryA(3, text));
    printf(" %d\n", *text == 0);
    printf("two: %d", SetDllDirectoryA("C:\\a;C:\\b"));
    printf(" %lu\n", GetLastError());

    CreateDirectoryA("C:\\libraries", NULL);
    printf("in a folder: %d", MoveFileA("exe_dll_folder_dll.dll", "C:\\libraries\\moved.dll"));
    printf(" %d\n", LoadLibraryA("moved.dll") != NULL);
    CreateDirectoryA("C:\\other", NULL);
    CopyFileA("C:\\libraries\\moved.dll", "C:\\other\\by_path.dll", TRUE);
    SetDllDirectoryA(NULL);
    printf("nowhere: %d", LoadLibraryA("by_path.dll") != NULL);
    printf(" %lu\n", GetLastError());
    SetEnvironmentVariableA("PATH", "C:\\none;C:\\other");
    printf("by PATH: %d\n", LoadLibraryA("by_path.dll") != NULL);
    return 0;
}
