/* A thread ends and gives back the memory of its expansion slots, while another one frees an index
 * whose values lie there: between any two instructions of the end, each in turn. Memory that has
 * been given back belongs to somebody else and stays as it is.
 *
 * run: name=plain timeout=120
 * run: name=ring3 ring=3 timeout=120 compilers=gcc
 * run: name=checked checked=1 timeout=120 compilers=gcc
 */
#include <windows.h>

#include "kernel/call/eflags.h"
#include "kernel/call/service.h"
#include "tests/harness/stepping.h"
#include "tests/harness/tap.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_MS = 3, /* then the other thread waits for a lock that this one has */
    EXPANSION = 1024 * sizeof(PVOID),
    FILL = 0xA5
};

static HANDLE wanted, done;
static DWORD ending, indexes[TLS_MINIMUM_AVAILABLE + 1];
static unsigned step, chosen, left, written, same_place;
static PVOID slots;

#define INDEX indexes[TLS_MINIMUM_AVAILABLE] /* the first of the expansion slots */

static PVOID own_slots(void)
{
    TEB *teb = NtCurrentTeb();
    return teb->TlsExpansionSlots;
}

static DWORD CALLBACK ends(PVOID parameter)
{
    ending = GetCurrentThreadId();
    TlsSetValue(INDEX, parameter);
    slots = own_slots();
    step = 0;
    set_stepping(true);
    ExitThread(4);
}

/* The steps of the thread that ends are over at the chosen one. */
static LONG NTAPI on_step(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    if (step++ < chosen && pointers->ContextRecord->Eip != (DWORD)sys_thread_exit)
        pointers->ContextRecord->EFlags |= EFLAGS_TF;
    else if (step > chosen)
        SignalObjectAndWait(wanted, done, LONGEST_MS, FALSE);
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* Takes memory of the slots' size, frees the index, and looks at the memory. */
static DWORD CALLBACK frees_index(PVOID parameter)
{
    while (WaitForSingleObject(wanted, INFINITE) == WAIT_OBJECT_0) {
        unsigned char *memory = malloc(EXPANSION);
        memset(memory, FILL, EXPANSION);
        left += TlsFree(INDEX) == 0;
        same_place += memory == slots;
        for (unsigned i = 0; i < EXPANSION; i++)
            written += memory[i] != FILL;
        free(memory);
        left += TlsAlloc() != INDEX;
        SetEvent(done);
    }
    return 0;
}

/* Returns whether the end took as many steps. */
static bool round(void)
{
    HANDLE thread = CreateThread(NULL, 0, ends, &slots, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    bool reached = step > chosen;
    if (reached)
        WaitForSingleObject(done, LONGEST_MS);
    return reached;
}

int main(void)
{
    PVOID handler = AddVectoredExceptionHandler(1, on_step);
    wanted = CreateEvent(NULL, FALSE, FALSE, NULL);
    done = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (unsigned i = 0; i <= TLS_MINIMUM_AVAILABLE; i++)
        indexes[i] = TlsAlloc();
    CreateThread(NULL, 0, frees_index, NULL, 0, NULL);
    while (round())
        chosen++;
    RemoveVectoredExceptionHandler(handler);
    ok(chosen >= 60, "a thread's end is cut in two at %u places", chosen);
    ok(same_place >= 10, "what it has given back is taken there %u times", same_place);
    is_dec(written, 0, "and no byte of that is written by TlsFree");
    is_dec(left, 0, "the index is freed and given again each time");
    return tap_done();
}
