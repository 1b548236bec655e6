/* Functions of the TLS directory: called before the entry, around each thread, and at the end. */

#include <stdio.h>
#include <windows.h>

static int calls, base_is_mine;

static void say(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, lstrlenA(text), &written, NULL);
}

static void NTAPI one(void *base, DWORD reason, void *reserved)
{
    static const char *const reasons[] = {"one: process ends\n", "one: process\n", "one: thread\n",
                                          "one: thread ends\n"};
    calls++;
    base_is_mine = base == GetModuleHandleA(NULL);
    say(reasons[reason]);
}

static void NTAPI two(void *base, DWORD reason, void *reserved)
{
    if (reason == DLL_THREAD_ATTACH)
        say("two: thread\n");
}

__attribute__((section(".CRT$XLF"), used)) static const PIMAGE_TLS_CALLBACK first = one;
__attribute__((section(".CRT$XLG"), used)) static const PIMAGE_TLS_CALLBACK second = two;

static DWORD WINAPI worker(void *parameter)
{
    say("worker\n");
    return 0;
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("main: %d calls, %d\n", calls, base_is_mine);
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    printf("main: %d calls\n", calls);
    return 0;
}
