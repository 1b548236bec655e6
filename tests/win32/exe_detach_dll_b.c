/* Says when it begins and ends. */

#include <stdio.h>
#include <windows.h>

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    (void)instance, (void)reserved;
    if (reason == DLL_PROCESS_ATTACH || reason == DLL_PROCESS_DETACH)
        puts(reason == DLL_PROCESS_ATTACH ? "b begins" : "b ends");
    fflush(stdout);
    return TRUE;
}
