/* One of the DLLs of exe_tree: a needs b, and b needs c. */

#include <windows.h>

int of_c(void) { return 300; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  c begins\n", 11, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "  c ends\n", 9, &written, NULL);
    return TRUE;
}
