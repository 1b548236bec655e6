/* A DLL of exe_refused that says FALSE. */

#include <windows.h>

__declspec(dllexport) int of_false(void) { return 0; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), reason ? "  begins\n" : "  ends\n", reason ? 9 : 7,
              &written, NULL);
    return FALSE;
}
