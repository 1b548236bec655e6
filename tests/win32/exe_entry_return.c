/* An entry that returns ends its thread. The process goes on while it has another, and ends with
   the status of the last one.

   flags: -nostdlib -ffreestanding -Wl,--entry=_begin -lkernel32 */

#include <windows.h>

static HANDLE first;

static void say(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, lstrlenA(text), &written, NULL);
}

static DWORD WINAPI second(void *parameter)
{
    DWORD status = 0;
    WaitForSingleObject(first, INFINITE);
    GetExitCodeThread(first, &status);
    say(status == 9 ? "the first thread ended with 9\n" : "it ended otherwise\n");
    return (DWORD)parameter;
}

int begin(void)
{
    HANDLE self = GetCurrentProcess();
    DuplicateHandle(self, GetCurrentThread(), self, &first, 0, FALSE, DUPLICATE_SAME_ACCESS);
    say(CreateThread(NULL, 0, second, (void *)5, 0, NULL) ? "two threads\n" : "one thread\n");
    return 9;
}
