/* Two DLLs and a program with functions for threads: the order in which a thread passes them. */

#include <stdio.h>
#include <windows.h>

__declspec(dllimport) void first_there(void);
__declspec(dllimport) void second_there(void);

static void say(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, lstrlenA(text), &written, NULL);
}

static void NTAPI callback(void *base, DWORD reason, void *reserved)
{
    static const char *const texts[] = {"program: end\n", "program: begin\n", "program: thread\n",
                                        "program: thread ends\n"};
    say(texts[reason]);
}

__attribute__((section(".CRT$XLF"), used)) static const PIMAGE_TLS_CALLBACK entry = callback;

static DWORD WINAPI worker(void *parameter)
{
    say("worker\n");
    if (parameter)
        ExitThread(0);
    return 0;
}

static void run(void *parameter)
{
    HANDLE thread = CreateThread(NULL, 0, worker, parameter, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int main(void)
{
    say("main\n");
    first_there();
    second_there();
    run(NULL);
    say("by ExitThread\n");
    run("");
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, CREATE_SUSPENDED, NULL);
    say("one that is terminated before it begins passes nothing\n");
    TerminateThread(thread, 0);
    WaitForSingleObject(thread, INFINITE);
    return 0;
}
