/* One of the DLLs of exe_chain: each calls the next one, until nothing is left. */

#include <windows.h>

__declspec(dllimport) int of_b(int value);

int of_a(int value) { return value <= 0 ? 0xa : 16 * of_b(value - 1) + 0xa; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    if (reason == DLL_PROCESS_ATTACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "a begins\n", 9, &written, NULL);
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "a ends\n", 7, &written, NULL);
    return TRUE;
}
