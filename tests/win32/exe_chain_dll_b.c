/* One of the DLLs of exe_chain: each calls the next one, until nothing is left. */

#include <windows.h>

__declspec(dllimport) int of_c(int value);

int of_b(int value) { return value <= 0 ? 0xb : 16 * of_c(value - 1) + 0xb; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "b begins\n", 9, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "b ends\n", 7, &written, NULL);
    return TRUE;
}
