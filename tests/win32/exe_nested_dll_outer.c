/* The DLL of exe_nested that loads another one. */

#include <windows.h>

static int answer;

int seen(void) { return answer; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    if (reason == DLL_PROCESS_ATTACH) {
        HMODULE inner = LoadLibraryA("exe_nested_dll_inner.dll");
        int (*of_inner)(void) = (int (*)(void))GetProcAddress(inner, "of_inner");
        answer = of_inner();
    }
    return TRUE;
}
