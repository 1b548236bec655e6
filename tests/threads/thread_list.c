/* TerminateThread ends a thread that has just left the list to end by itself, and a third thread
 * makes one, which gets the same TEB: between any two instructions of the call, each in turn. The
 * list must then have the new thread.
 *
 * run: name=plain timeout=120
 * run: name=ring3 ring=3 timeout=120 compilers=gcc
 * run: name=checked checked=1 timeout=120 compilers=gcc
 */
#include <windows.h>

#include "kernel/cpu/eflags.h"
#include "kernel/services/service.h"
#include "tests/harness/tap.h"
#include "win32/threads/list.h"

enum { LONGEST_MS = 3 /* then the other thread waits for a lock that this one has */ };

static HANDLE wanted, made, new_thread, about_to_end, never;
static DWORD first;
static unsigned step, chosen, same_teb, missing, too_many;

static void set_trap_flag(void)
{
    __asm__ volatile("pushfl; orl %0, (%%esp); popfl" : : "i"(EFLAGS_TF) : "memory", "cc");
}

/* Ends by itself, and gets no further than to the last service. */
static DWORD CALLBACK ends(PVOID parameter)
{
    (void)parameter;
    set_trap_flag();
    ExitThread(4);
}

static DWORD CALLBACK never_runs(PVOID parameter)
{
    (void)parameter;
    return 0;
}

static DWORD CALLBACK makes_threads(PVOID parameter)
{
    (void)parameter;
    while (WaitForSingleObject(wanted, INFINITE) == WAIT_OBJECT_0) {
        new_thread = CreateThread(NULL, 0, never_runs, NULL, CREATE_SUSPENDED, NULL);
        SetEvent(made);
    }
    return 0;
}

/* The steps of the first thread end at the chosen one. */
static LONG NTAPI on_step(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    bool here = GetCurrentThreadId() == first;
    if (here ? step++ < chosen : pointers->ContextRecord->Eip != (DWORD)sys_thread_exit)
        pointers->ContextRecord->EFlags |= EFLAGS_TF;
    else if (!here)
        SignalObjectAndWait(about_to_end, never, INFINITE, FALSE);
    else
        SignalObjectAndWait(wanted, made, LONGEST_MS, FALSE);
    return EXCEPTION_CONTINUE_EXECUTION;
}

static TEB *teb_of(HANDLE thread)
{
    struct thread_information information;
    sys_thread_query((uint32_t)thread, &information);
    return (TEB *)information.teb;
}

static TEB *looked_for;
static unsigned found, listed;

static void look(TEB *teb, DWORD argument)
{
    (void)argument;
    found += teb == looked_for;
    listed++;
}

/* Returns whether the call took as many steps. */
static bool round(void)
{
    HANDLE ending = CreateThread(NULL, 0, ends, NULL, 0, NULL);
    WaitForSingleObject(about_to_end, INFINITE);
    TEB *ended = teb_of(ending);
    step = 0;
    new_thread = NULL;
    set_trap_flag();
    TerminateThread(ending, 5);
    __asm__ volatile("pushfl; andl %0, (%%esp); popfl" : : "i"(~EFLAGS_TF) : "memory", "cc");
    bool reached = step > chosen;
    while (reached && !new_thread)
        Sleep(1);
    if (reached) {
        looked_for = teb_of(new_thread);
        same_teb += looked_for == ended;
        found = listed = 0;
        thread_each(look, 0);
        if (found != 1 && missing++ == 0)
            tap_note("step %u: the new thread stands %u times in the list", chosen, found);
        too_many += listed != 3; /* the first one, the one that makes threads, the new one */
        ResetEvent(made);
        TerminateThread(new_thread, 6);
        CloseHandle(new_thread);
    }
    CloseHandle(ending);
    return reached;
}

int main(void)
{
    PVOID handler = AddVectoredExceptionHandler(1, on_step);
    wanted = CreateEvent(NULL, FALSE, FALSE, NULL);
    made = CreateEvent(NULL, FALSE, FALSE, NULL);
    about_to_end = CreateEvent(NULL, FALSE, FALSE, NULL);
    never = CreateEvent(NULL, FALSE, FALSE, NULL);
    first = GetCurrentThreadId();
    CreateThread(NULL, 0, makes_threads, NULL, 0, NULL);
    while (round())
        chosen++;
    RemoveVectoredExceptionHandler(handler);
    ok(chosen >= 60, "a thread ends another one, cut in two at %u places", chosen);
    ok(same_teb >= 10, "a thread made there gets the same TEB, %u times", same_teb);
    is_dec(missing, 0, "and it is in the list of threads");
    is_dec(too_many, 0, "which has no threads that have ended");
    return tap_done();
}
