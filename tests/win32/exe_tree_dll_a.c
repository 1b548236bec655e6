/* One of the DLLs of exe_tree: a needs b, and b needs c. */

#include <windows.h>

__declspec(dllimport) int of_b(void);

int of_a(void) { return of_b() + 1; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  a begins\n", 11, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  a ends\n", 9, &written, NULL);
    return TRUE;
}
