/* Handlers of Ctrl-C, and what is told of the console.

   streams: console */

#include <stdio.h>
#include <windows.h>

static DWORD first_thread;
static HANDLE called;

static BOOL WINAPI older(DWORD event)
{
    printf("older: %lu\n", event);
    SetEvent(called);
    return event == CTRL_C_EVENT;
}

static BOOL WINAPI newer(DWORD event)
{
    printf("newer: %lu, on a new thread %d\n", event, GetCurrentThreadId() != first_thread);
    return FALSE;
}

int main(void)
{
    DWORD ids[3] = {0}, count = 7;
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    HANDLE console =
        CreateFileA("CONIN$", GENERIC_READ | GENERIC_WRITE, 3, NULL, OPEN_EXISTING, 0, NULL);
    INPUT_RECORD record;
    first_thread = GetCurrentThreadId();
    called = CreateEventA(NULL, FALSE, FALSE, NULL);
    printf("added: %d", SetConsoleCtrlHandler(older, TRUE));
    printf(" %d\n", SetConsoleCtrlHandler(newer, TRUE));
    BOOL sent = GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0); /* its thread prints meanwhile */
    DWORD waited = WaitForSingleObject(called, 5000);
    printf("sent: %d\n", sent);
    printf("called: %lX\n", waited);
    printf("taken away: %d", SetConsoleCtrlHandler(newer, FALSE));
    printf(" %d", SetConsoleCtrlHandler(newer, FALSE));
    printf(" %lu\n", GetLastError());
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    printf("called: %lX\n", WaitForSingleObject(called, 5000));
    SetConsoleCtrlHandler(NULL, TRUE);
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    printf("ignored: %lX\n", WaitForSingleObject(called, 200));
    printf("no such event: %d", GenerateConsoleCtrlEvent(7, 0));
    printf(" %lu\n", GetLastError());
    printf("processes: %lu", GetConsoleProcessList(ids, 3));
    printf(" %d\n", ids[0] == GetCurrentProcessId());
    COORD largest = GetLargestConsoleWindowSize(GetStdHandle(STD_OUTPUT_HANDLE));
    printf("largest: %d %d\n", largest.X, largest.Y);
    printf("events of no console: %d", GetNumberOfConsoleInputEvents(called, &count));
    printf(" %lu\n", GetLastError());
    printf("flushed: %d\n", FlushConsoleInputBuffer(console));
    printf("events: %d", GetNumberOfConsoleInputEvents(console, &count));
    printf(" %lu\n", count);
    printf("none to see: %d", PeekConsoleInputA(console, &record, 1, &count));
    printf(" %lu\n", count);
    printf("attached: %d", AttachConsole(4));
    printf(" %lu, input %d\n", GetLastError(), input != NULL);
    fflush(stdout);
    GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, 0);
    Sleep(10000);
    return 1;
}
