/* The run goes on until the last thread ends, with its exit code: also where the first thread ends
 * before, and where the last one is ended by another that ends itself at once. A last thread that
 * ends by itself ends the program as exit does.
 *
 * run: exit=9 expect="^the last one ends$" expect="^so the program does$"
 * run: name=ring3 ring=3 exit=9 expect="^the last one ends$" expect="^so the program does$"
 * run: name=ended args=ended exit=9 expect="^the first one ends both$"
 * run: name=ended-2 args=ended smp=2 exit=9 expect="^the first one ends both$"
 * run: name=ended-2-ring3 args=ended smp=2 ring=3 exit=9 expect="^the first one ends both$"
 * run: name=held-2 args="ended held" smp=2 exit=9 expect="^the first one ends both$"
 */
#include "kernel/cpu/interrupts.h"

#include <windows.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICKS_ARE_COUNTED_HERE = 1, ELSEWHERE = 2 }; /* CPUs, as masks */

static bool held;
static volatile LONG runs;

static void at_exit(void) { printf("so the program does\n"); }

static DWORD CALLBACK is_last(PVOID first)
{
    WaitForSingleObject(first, INFINITE);
    printf("the last one ends\n");
    return 9;
}

/* For 30 ms, which the machine's other CPU counts, nothing ends a thread that lets no interrupt in.
 */
static DWORD CALLBACK is_ended(PVOID unused)
{
    if (held)
        interrupts_off();
    DWORD begun = GetTickCount();
    runs = true;
    while (held && GetTickCount() - begun < 30)
        ;
    if (held)
        interrupts_on();
    while (runs)
        ;
    return 5;
}

/* The timer with a period is always going to come. */
static void end_both(void)
{
    LARGE_INTEGER soon = {.QuadPart = -10000};
    SetWaitableTimer(CreateWaitableTimerA(NULL, FALSE, NULL), &soon, 1, NULL, NULL, FALSE);
    HANDLE other = CreateThread(NULL, 0, is_ended, NULL, CREATE_SUSPENDED, NULL);
    if (held) {
        SetThreadAffinityMask(GetCurrentThread(), TICKS_ARE_COUNTED_HERE);
        SetThreadAffinityMask(other, ELSEWHERE);
    }
    ResumeThread(other);
    while (!runs)
        SwitchToThread();
    printf("the first one ends both\n");
    TerminateThread(other, 9);
    ExitThread(9);
}

int main(int argc, char **argv)
{
    held = argc > 2;
    if (argc > 1)
        end_both();
    atexit(at_exit);
    HANDLE self;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    CreateThread(NULL, 0, is_last, self, 0, NULL);
    ExitThread(3);
}
