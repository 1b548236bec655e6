/* The DLL of exe_nested to which a function is passed on. */

#include <windows.h>

static int begun;

__declspec(dllexport) int of_target(void) { return begun; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    begun += reason == DLL_PROCESS_ATTACH ? 6 : 0;
    return TRUE;
}
