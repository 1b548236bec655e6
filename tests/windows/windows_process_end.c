/* A thread ends the process, and with that all other threads: one that waits, one that spins, and
 * the first. The first word of the command line chooses how.
 *
 * run: name=exit args=exit exit=7 transcript=windows_process_end.expected
 * run: name=exit-ring3 args=exit ring=3 exit=7 transcript=windows_process_end.expected
 * run: name=exit-checked args=exit checked=1 exit=7 expect="^a thread ends the process$"
 * run: name=terminate args=terminate exit=8 transcript=windows_process_end.expected
 * run: name=terminate-ring3 args=terminate ring=3 exit=8 transcript=windows_process_end.expected
 * run: name=divide args=divide exit=0xC0000094 expect="^trapline: +in thread 20$"
 * expect="unhandled exception C0000094 .* at [0-9A-F]+ divide" expect="^ +called .* divide"
 * run: name=divide-ring3 args=divide ring=3 exit=0xC0000094 expect="^trapline: +in thread 20$"
 * expect="unhandled exception C0000094 .* at [0-9A-F]+ divide" expect="^ +called .* divide"
 * run: name=filter args=filter exit=0xE0000012 expect="^thread 20 asks a filter that thread 8 set$"
 * expect="^its frames are unwound$"
 * run: name=filter-ring3 args=filter ring=3 exit=0xE0000012
 * expect="^thread 20 asks a filter that thread 8 set$" expect="^its frames are unwound$"
 * run: name=fatal args=fatal exit=1 expect="^it ends itself$"
 * run: name=fatal-wide args=wide ring=3 exit=1 expect="^it ends itself, too$"
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>

static const char *way;
static DWORD first;

static DWORD CALLBACK waits(PVOID event)
{
    WaitForSingleObject(event, INFINITE);
    printf("the wait has ended\n");
    return 1;
}

static DWORD CALLBACK spins(PVOID count)
{
    while (++*(volatile DWORD *)count)
        ;
    return 2;
}

static volatile int zero;

static void divide(void) { zero = 1 / zero; }

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    printf("thread %lu asks a filter that thread %lu set\n", GetCurrentThreadId(), first);
    return pointers->ExceptionRecord->ExceptionCode == 0xE0000012 ? EXCEPTION_EXECUTE_HANDLER
                                                                  : EXCEPTION_CONTINUE_SEARCH;
}

static DWORD CALLBACK ends_all(PVOID parameter)
{
    Sleep(20);
    printf("a thread ends the process\n");
    if (!strcmp(way, "exit"))
        ExitProcess(7);
    if (!strcmp(way, "terminate"))
        TerminateProcess(GetCurrentProcess(), 8);
    if (!strcmp(way, "divide"))
        divide();
    if (!strcmp(way, "fatal"))
        FatalAppExitA(0, "it ends itself");
    if (!strcmp(way, "wide"))
        FatalAppExitW(0, L"it ends itself, too");
    __try {
        RaiseException(0xE0000012, 0, 0, NULL);
    } __finally {
        printf("its frames are unwound\n");
    }
    printf("the thread goes on\n");
    return 0;
}

int main(int argc, char **argv)
{
    static DWORD count;
    way = argc > 1 ? argv[1] : "exit";
    first = GetCurrentThreadId();
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    SetUnhandledExceptionFilter(filter);
    CreateThread(NULL, 0, waits, event, 0, NULL);
    CreateThread(NULL, 0, spins, &count, 0, NULL);
    CreateThread(NULL, 0, ends_all, NULL, 0, NULL);
    printf("main waits\n");
    WaitForSingleObject(event, INFINITE);
    printf("main goes on\n");
    return 9;
}
