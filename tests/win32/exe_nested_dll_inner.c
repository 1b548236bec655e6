/* The DLL of exe_nested that is loaded by another one. */

#include <windows.h>

static int begun;

__declspec(dllexport) int of_inner(void) { return begun; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    begun += reason == DLL_PROCESS_ATTACH ? 5 : 0;
    return TRUE;
}
