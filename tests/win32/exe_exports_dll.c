/* The DLL of exe_exports. */

#include <windows.h>

int shared[2] = {6, 7};

static char reasons[32];
static int count;

int twice(int value) { return value < 0 ? shared[1] : 2 * value; }

int by_number(void) { return 7007; }

const char *history(void) { return reasons; }

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
    DWORD written;
    reasons[count++] = (char)('0' + reason);
    if (reason == DLL_PROCESS_ATTACH)
        reasons[count++] = reserved ? 's' : 'd'; /* static or dynamic */
    if (reason == DLL_PROCESS_DETACH)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), reserved ? "detached at the end\n" : "freed\n",
                  reserved ? 20 : 6, &written, NULL);
    return TRUE;
}
