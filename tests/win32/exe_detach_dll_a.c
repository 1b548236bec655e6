/* Loads the other DLL when it begins, and frees it when it ends. */

#include <stdio.h>
#include <windows.h>

static HMODULE other;

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    if (reason == DLL_PROCESS_ATTACH) {
        puts("a begins");
        other = LoadLibraryA("exe_detach_dll_b.dll");
    } else if (reason == DLL_PROCESS_DETACH) {
        puts("a ends");
        FreeLibrary(other);
        printf("a has freed the other one, and goes on: %d\n", instance != NULL && !reserved);
    }
    fflush(stdout);
    return TRUE;
}
