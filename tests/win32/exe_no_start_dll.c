/* The DLL of exe_no_start. */

#include <windows.h>

int there(void) { return 1; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    return reason != DLL_PROCESS_ATTACH;
}
