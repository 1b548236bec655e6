/* The DLL of exe_load: it counts, and tells its reasons. */

#include <stdio.h>
#include <windows.h>

static int sum = 100;

__declspec(dllexport) int add(int value) { return sum += value; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    static const char *const texts[] = {"process ends", "process", "thread", "thread ends"};
    char line[80];
    DWORD written;
    int length = sprintf(line, "  %s, %s, %s\n", texts[reason],
                         reserved ? "of the whole process" : "by a call",
                         (void *)self == (void *)GetModuleHandleA("exe_load_dll") ? "mine" : "?");
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line, (DWORD)length, &written, NULL);
    return TRUE;
}
