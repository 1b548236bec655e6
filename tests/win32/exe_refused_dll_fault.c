/* A DLL of exe_refused whose beginning faults. */

#include <windows.h>

__declspec(dllexport) int of_fault(void) { return 0; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    volatile int *volatile nowhere = NULL;
    if (reason == DLL_PROCESS_ATTACH)
        *nowhere = 1;
    return TRUE;
}
