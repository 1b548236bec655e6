/* One of the DLLs of exe_tree: a needs b, and b needs c. */

#include <windows.h>

__declspec(dllimport) int of_c(void);

int of_b(void) { return of_c() + 20; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  b begins\n", 11, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  b ends\n", 9, &written, NULL);
    return TRUE;
}
