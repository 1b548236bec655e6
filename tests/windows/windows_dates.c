/* A date is one tick, whenever a call looks at the clock: here a tick passes in front of each
 * instruction of the call.
 *
 * run: virtual-time=1
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=checked virtual-time=1 checked=1 compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "tests/harness/stepping.h"
#include "tests/harness/tap.h"

#include <string.h>
#include <windows.h>

enum { AHEAD_MS = 5000, UNITS_A_MS = 10000 };

static volatile bool stepping;
static unsigned steps;

/* Lets a tick pass in front of the next instruction. */
static LONG CALLBACK step(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    if (stepping) {
        pointers->ContextRecord->EFlags |= EFLAGS_TF;
        steps++;
        Sleep(1);
    }
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void begin_steps(void)
{
    stepping = true;
    set_stepping(true);
}

static void end_steps(void) { stepping = false; }

static FILETIME made_of(HANDLE thread)
{
    FILETIME made, ended, in_kernel, in_program;
    GetThreadTimes(thread, &made, &ended, &in_kernel, &in_program);
    return made;
}

static void check_thread(void)
{
    FILETIME before = made_of(GetCurrentThread());
    begin_steps();
    FILETIME made = made_of(GetCurrentThread());
    end_steps();
    ok(memcmp(&before, &made, sizeof made) == 0, "a thread was made at one date");
}

/* Two timers of one date: when the second has come, so has the first. */
static void check_timers(void)
{
    HANDLE first = CreateWaitableTimer(NULL, TRUE, NULL);
    HANDLE second = CreateWaitableTimer(NULL, TRUE, NULL);
    LARGE_INTEGER date;
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    memcpy(&date, &now, sizeof date);
    date.QuadPart += AHEAD_MS * UNITS_A_MS;
    begin_steps();
    SetWaitableTimer(first, &date, 0, NULL, NULL, FALSE);
    end_steps();
    SetWaitableTimer(second, &date, 0, NULL, NULL, FALSE);
    ok(WaitForSingleObject(second, 2 * AHEAD_MS) == WAIT_OBJECT_0, "a timer comes");
    GetSystemTimeAsFileTime(&now);
    LONGLONG late =
        (LONGLONG)((ULONGLONG)now.dwHighDateTime << 32 | now.dwLowDateTime) - date.QuadPart;
    ok(late >= 0 && late < 2 * UNITS_A_MS, "at its date, with the next tick: %d units late",
       (int)late);
    ok(WaitForSingleObject(first, 0) == WAIT_OBJECT_0, "with another one of that date");
    CloseHandle(first);
    CloseHandle(second);
}

int main(void)
{
    AddVectoredExceptionHandler(1, step);
    check_thread();
    check_timers();
    ok(steps > 50, "%u instructions were stepped through", steps);
    return tap_done();
}
