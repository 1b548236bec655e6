/* A thread ends the process while others wait, run and hold a lock. */

#include <stdio.h>
#include <windows.h>

static CRITICAL_SECTION section;
static HANDLE held;

static DWORD WINAPI holds(void *parameter)
{
    EnterCriticalSection(&section);
    SetEvent(held);
    Sleep(INFINITE);
    return 0;
}

static DWORD WINAPI runs(void *parameter)
{
    for (volatile unsigned turns = 0;; turns++)
        ;
    return 0;
}

static DWORD WINAPI ends(void *parameter)
{
    puts("the process ends with 77");
    fflush(stdout);
    ExitProcess(77);
}

int main(void)
{
    InitializeCriticalSection(&section);
    held = CreateEventA(NULL, FALSE, FALSE, NULL);
    CreateThread(NULL, 0, holds, NULL, 0, NULL);
    WaitForSingleObject(held, INFINITE);
    CreateThread(NULL, 0, runs, NULL, 0, NULL);
    CreateThread(NULL, 0, ends, NULL, 0, NULL);
    EnterCriticalSection(&section);
    puts("never here");
    return 0;
}
