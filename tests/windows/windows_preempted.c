/* A thread keeps this where others take its CPU: the FPU's registers, and its stand while it is
 * suspended. A schedule takes the CPU at any instruction.
 *
 * run: virtual-time=1
 * run: name=2 smp=2 virtual-time=1 compilers=gcc
 * run: name=ring3 ring=3 virtual-time=1 compilers=gcc
 * run: name=schedule-2r schedule=2r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

/* ---------------------------------------------------------------- the FPU */

enum { THREADS = 3, ADDITIONS = 300 };

static volatile LONG wrong;

/* Adds in a register of the FPU, which no call gives away meanwhile. */
static double added_up(double step)
{
    double sum;
    int left = ADDITIONS;
    __asm__ volatile("fldz\n"
                     "1:	faddl	%2\n"
                     "	decl	%1\n"
                     "	jnz	1b\n"
                     "	fstpl	%0"
                     : "=m"(sum), "+r"(left)
                     : "m"(step));
    return sum;
}

static DWORD CALLBACK adds(PVOID parameter)
{
    double step = (double)(DWORD)parameter;
    for (int i = 0; i < 4; i++)
        if (added_up(step) != ADDITIONS * step)
            InterlockedIncrement(&wrong);
    return 0;
}

static void check_fpu(void)
{
    HANDLE threads[THREADS];
    for (DWORD i = 0; i < THREADS; i++)
        threads[i] = start(adds, (PVOID)(i + 1));
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    for (DWORD i = 0; i < THREADS; i++)
        CloseHandle(threads[i]);
    check(wrong == 0, "each thread has the FPU's registers for itself");
}

/* ---------------------------------------------------------------- suspended */

static volatile DWORD steps;
static volatile BOOL ends;

static DWORD CALLBACK goes_on(PVOID parameter)
{
    for (; !ends; steps++)
        SwitchToThread();
    return 0;
}

static void check_suspended(void)
{
    enum { ROUNDS = 20 };
    HANDLE thread = start(goes_on, NULL);
    DWORD moved = 0, stood = 0;
    for (DWORD i = 0; i < ROUNDS; i++) {
        DWORD before = steps;
        SuspendThread(thread);
        DWORD at = steps;
        Sleep(1);
        moved += steps != at;
        ResumeThread(thread);
        Sleep(1);
        stood += steps == before;
    }
    check(moved == 0, "a suspended thread takes no step, wherever it was");
    check(stood == 0, "one that is resumed goes on");
    ends = TRUE;
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int main(void)
{
    check_fpu();
    check_suspended();
    return done();
}
