/* One of the DLLs of exe_two_dlls. */

#include <windows.h>

static void say(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, lstrlenA(text), &written, NULL);
}

void first_there(void) {}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    static const char *const texts[] = {"first: end\n", "first: begin\n", "first: thread\n",
                                        "first: thread ends\n"};
    say(texts[reason]);
    return TRUE;
}
