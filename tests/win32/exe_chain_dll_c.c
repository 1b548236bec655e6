/* One of the DLLs of exe_chain: each calls the next one, until nothing is left. */

#include <windows.h>

__declspec(dllimport) int of_a(int value);

int of_c(int value) { return value <= 0 ? 0xc : 16 * of_a(value - 1) + 0xc; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "c begins\n", 9, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "c ends\n", 7, &written, NULL);
    return TRUE;
}
