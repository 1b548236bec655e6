/* One of the DLLs of exe_two_dlls. */

#include <windows.h>

static void say(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, lstrlenA(text), &written, NULL);
}

void second_there(void) {}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    static const char *const texts[] = {"second: end\n", "second: begin\n", "second: thread\n",
                                        "second: thread ends\n"};
    say(texts[reason]);
    return TRUE;
}
