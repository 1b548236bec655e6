/* Registers of other threads: read and changed while they are suspended or wait; debug registers of
 * each thread; the handles and values that are refused.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 * run: name=smp smp=4 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc
 */
#include <windows.h>

#include <ring3.h>
#include <string.h>
#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

enum { EBX = 0x0B0B0B0B, ESI = 0x51515151, CONTROL = 0x0B7F };

/* windows_contexts_code.S */
DWORD CALLBACK spins(PVOID parameter);
extern const char spins_end[], leaves_with_ebx[], leaves_with_eax[], leaves_with_word[],
    leaves_with_control[];
volatile DWORD spin_count;

/* Returns a thread that spins, suspended. */
static HANDLE make_spinning(void)
{
    HANDLE thread = start(spins, NULL);
    DWORD before = spin_count;
    while (spin_count == before)
        Sleep(1);
    SuspendThread(thread);
    return thread;
}

/* Lets a thread end. Returns its exit code. */
static DWORD led_end(HANDLE thread)
{
    DWORD code = 4711;
    ResumeThread(thread);
    if (WaitForSingleObject(thread, 2000) == WAIT_OBJECT_0)
        GetExitCodeThread(thread, &code);
    CloseHandle(thread);
    return code;
}

static CONTEXT context_of(HANDLE thread, DWORD flags)
{
    CONTEXT context = {.ContextFlags = flags, .Ebx = 4711, .Eip = 4711};
    GetThreadContext(thread, &context);
    return context;
}

/* ---------------------------------------------------------------- a suspended thread */

static void check_reading(void)
{
    HANDLE thread = make_spinning();
    CONTEXT full = context_of(thread, CONTEXT_FULL), own = context_of(GetCurrentThread(), 0x10007);
    check(full.Eip >= (DWORD)spins && full.Eip < (DWORD)spins_end, "Eip: where it was suspended");
    check(full.Ebx == EBX && full.Esi == ESI, "integer registers");
    MEMORY_BASIC_INFORMATION stack, here;
    VirtualQuery((PVOID)full.Esp, &stack, sizeof stack);
    VirtualQuery(&full, &here, sizeof here);
    check(stack.State == MEM_COMMIT && stack.AllocationBase != here.AllocationBase &&
              *(DWORD *)full.Esp >= 0x80000000,
          "Esp is in a stack of its own, at its return address");
    check(full.SegCs == own.SegCs && full.SegDs == own.SegDs && full.SegFs == own.SegFs &&
              full.EFlags & 0x200,
          "segments and flags");
    CONTEXT integers = context_of(thread, CONTEXT_INTEGER);
    check(integers.Ebx == EBX && integers.Eip == 4711 && integers.ContextFlags == CONTEXT_INTEGER,
          "only the groups that the flags name are stored");
    CONTEXT floating = context_of(thread, CONTEXT_FLOATING_POINT);
    check((floating.FloatSave.ControlWord & 0xFFFF) == CONTROL && floating.Ebx == 4711,
          "so is the x87's");
    check((context_of(GetCurrentThread(), CONTEXT_FLOATING_POINT).FloatSave.ControlWord & 0xFFFF) ==
              0x27F,
          "the reader's own stays");
    TerminateThread(thread, 0);
    CloseHandle(thread);
}

static void check_leading(void)
{
    HANDLE thread = make_spinning();
    CONTEXT context = context_of(thread, CONTEXT_FULL);
    context.Ebx = 31;
    context.ContextFlags = CONTEXT_INTEGER;
    context.Eip = 4711;
    SetThreadContext(thread, &context);
    CONTEXT now = context_of(thread, CONTEXT_FULL);
    check(now.Ebx == 31 && now.Eip != 4711, "only the groups that the flags name are loaded");
    now.Eip = (DWORD)leaves_with_ebx;
    check(SetThreadContext(thread, &now) && led_end(thread) == 31,
          "SetThreadContext leads a suspended thread elsewhere, with other registers");

    thread = make_spinning();
    context = context_of(thread, CONTEXT_FULL | CONTEXT_FLOATING_POINT);
    context.FloatSave.ControlWord = (context.FloatSave.ControlWord & 0xFFFF0000) | 0x37F;
    context.Eip = (DWORD)leaves_with_control;
    check(SetThreadContext(thread, &context) && led_end(thread) == 0x37F, "with another x87");

    thread = make_spinning();
    context = context_of(thread, CONTEXT_FULL);
    context.Eip = (DWORD)leaves_with_word;
    context.Esp -= 1200;
    *(DWORD *)context.Esp = 32;
    check(SetThreadContext(thread, &context) && led_end(thread) == 32,
          "with another stack pointer, lower in its stack");

    static DWORD room[2048];
    thread = make_spinning();
    context = context_of(thread, CONTEXT_FULL);
    context.Eip = (DWORD)leaves_with_word;
    context.Esp = (DWORD)&room[2000];
    room[2000] = 33;
    check(SetThreadContext(thread, &context) && led_end(thread) == 33, "and in other memory");

    thread = CreateThread(NULL, 0, spins, NULL, CREATE_SUSPENDED, NULL);
    context = context_of(thread, CONTEXT_FULL);
    context.Eip = (DWORD)leaves_with_eax;
    context.Eax = 34;
    check(SetThreadContext(thread, &context) && led_end(thread) == 34,
          "a thread that has not begun yet");
}

/* ---------------------------------------------------------------- a waiting thread */

static HANDLE events[2];

static DWORD CALLBACK waits(PVOID parameter)
{
    WaitForMultipleObjects(2, events, FALSE, INFINITE);
    return 4712;
}

static void check_waiting(void)
{
    events[0] = CreateEvent(NULL, FALSE, FALSE, NULL);
    events[1] = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE thread = start(waits, NULL);
    Sleep(20);
    CONTEXT context = context_of(thread, CONTEXT_FULL);
    const BYTE *code = (const BYTE *)context.Eip;
    check(code[-2] == 0xCD && code[-1] == 0x2E, "a waiting thread is behind its system call");
    context.Eip = (DWORD)leaves_with_eax;
    context.Eax = 35;
    check(SetThreadContext(thread, &context) && WaitForSingleObject(thread, 20) == WAIT_TIMEOUT,
          "led elsewhere, it waits on");
    SetEvent(events[1]);
    check(led_end(thread) == WAIT_OBJECT_0 + 1,
          "and goes on there when its wait is over, with the result of that");
    CLOSE(events[0], events[1]);
}

/* ---------------------------------------------------------------- a call laid below Esp */

static volatile DWORD given;

static void WINAPI takes(DWORD value) { given = value; }

static DWORD CALLBACK sleeps(PVOID parameter)
{
    Sleep(60);
    return 4713;
}

static DWORD CALLBACK returns_it(PVOID parameter) { return (DWORD)parameter; }

/* Lays a call of takes, which returns to where the thread stands, as debuggers do. */
static void lay_call(HANDLE thread, DWORD value)
{
    CONTEXT context = context_of(thread, CONTEXT_FULL);
    DWORD *top = (DWORD *)context.Esp;
    for (int i = 1; i < 20; i++)
        top[-i] = 0xDDDDDDDD;
    top[-1] = value;
    top[-2] = context.Eip;
    context.Esp -= 8;
    context.Eip = (DWORD)takes;
    SetThreadContext(thread, &context);
}

static void check_laid_calls(void)
{
    HANDLE thread = make_spinning();
    lay_call(thread, 51);
    DWORD before = spin_count;
    ResumeThread(thread);
    while (given != 51 || spin_count == before)
        Sleep(1);
    check(1, "a call below a spinning thread's Esp is made, and returns");
    TerminateThread(thread, 0);
    CloseHandle(thread);

    thread = start(sleeps, NULL);
    Sleep(10);
    SuspendThread(thread);
    lay_call(thread, 52);
    check(led_end(thread) == 4713 && given == 52, "and below a sleeping one's");

    thread = CreateThread(NULL, 0, returns_it, (PVOID)36, CREATE_SUSPENDED, NULL);
    CONTEXT context = context_of(thread, CONTEXT_FULL);
    memset((char *)context.Esp - 200, 0xDD, 200);
    check(context_of(thread, CONTEXT_FULL).Eip == context.Eip && led_end(thread) == 36,
          "memory below a suspended thread's Esp is free for others");
}

/* ---------------------------------------------------------------- a thread that has not begun */

static DWORD CALLBACK returns_more(PVOID parameter) { return (DWORD)parameter + 100; }

static void check_unstarted(void)
{
    HANDLE thread = CreateThread(NULL, 0, returns_it, (PVOID)37, CREATE_SUSPENDED, NULL);
    CONTEXT context = context_of(thread, CONTEXT_FULL);
    check(context.Eax == (DWORD)returns_it && context.Ebx == 37,
          "a thread that has not begun shows its function in Eax, the parameter in Ebx");
    context.Eax = (DWORD)returns_more;
    context.Ebx = 38;
    context.Esp -= 512;
    check(SetThreadContext(thread, &context) && led_end(thread) == 138,
          "and begins with what is there then, on the stack that is there");
}

/* ---------------------------------------------------------------- debug registers */

enum { WRITERS = 2, WRITES = 50 };
static volatile DWORD watched[WRITERS];
static DWORD ids[WRITERS], hits[WRITERS][WRITERS], strays;

static LONG NTAPI counts_hits(EXCEPTION_POINTERS *pointers)
{
    DWORD id = GetCurrentThreadId();
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    for (unsigned i = 0; i < WRITERS; i++)
        if (ids[i] == id && pointers->ContextRecord->Dr6 & 1) {
            hits[i][pointers->ContextRecord->Dr0 == (DWORD)&watched[1]]++;
            return EXCEPTION_CONTINUE_EXECUTION;
        }
    strays++;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static DWORD CALLBACK writes(PVOID parameter)
{
    for (DWORD i = 0; i < WRITES; i++) {
        watched[0] = i;
        SwitchToThread();
        watched[1] = i;
        if (i % 8 == 0)
            Sleep(1);
    }
    return (DWORD)parameter;
}

static void check_breakpoints(void)
{
    HANDLE threads[WRITERS];
    PVOID handler = AddVectoredExceptionHandler(1, counts_hits);
    BOOL kept = TRUE;
    for (unsigned i = 0; i < WRITERS; i++) {
        threads[i] = CreateThread(NULL, 0, writes, NULL, CREATE_SUSPENDED, &ids[i]);
        CONTEXT context = {
            .ContextFlags = CONTEXT_DEBUG_REGISTERS, .Dr0 = (DWORD)&watched[i], .Dr7 = 0x000D0001};
        SetThreadContext(threads[i], &context);
        context = context_of(threads[i], CONTEXT_DEBUG_REGISTERS);
        kept &= context.Dr0 == (DWORD)&watched[i] && context.Dr7 == 0x000D0001;
    }
    check(kept, "breakpoints are set for threads that do not run");
    check(context_of(GetCurrentThread(), CONTEXT_DEBUG_REGISTERS).Dr7 == 0,
          "the running thread has none");
    for (unsigned i = 0; i < WRITERS; i++)
        ResumeThread(threads[i]);
    writes(NULL);
    WaitForMultipleObjects(WRITERS, threads, TRUE, INFINITE);
    check(hits[0][0] == WRITES && hits[1][1] == WRITES, "each thread meets its own");
    check(hits[0][1] == 0 && hits[1][0] == 0 && strays == 0, "and no other's");
    printf("# %lu %lu %lu %lu, %lu\n", hits[0][0], hits[0][1], hits[1][0], hits[1][1], strays);
    for (unsigned i = 0; i < WRITERS; i++)
        CloseHandle(threads[i]);
    RemoveVectoredExceptionHandler(handler);
}

/* ---------------------------------------------------------------- what is refused */

static void check_refusals(void)
{
    DWORD id = 0;
    HANDLE thread = CreateThread(NULL, 0, spins, NULL, CREATE_SUSPENDED, &id), self;
    HANDLE gets = OpenThread(THREAD_GET_CONTEXT, FALSE, id),
           sets = OpenThread(THREAD_SET_CONTEXT, FALSE, id);
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    check(GetThreadContext(gets, &context) &&
              FAILS(SetThreadContext(gets, &context), ERROR_ACCESS_DENIED) &&
              SetThreadContext(sets, &context) &&
              FAILS(GetThreadContext(sets, &context), ERROR_ACCESS_DENIED),
          "a handle needs the right to get, or to set: 5");
    CLOSE(gets, sets);
    check(FAILS(GetThreadContext((HANDLE)0x4710, &context), ERROR_INVALID_HANDLE) &&
              NtGetContextThread((HANDLE)0x4710, &context) == (NTSTATUS)STATUS_INVALID_HANDLE,
          "a handle of nothing: 6, C0000008");
    check(FAILS(GetThreadContext(thread, (CONTEXT *)((char *)&context + 1)), ERROR_NOACCESS) &&
              FAILS(SetThreadContext(thread, NULL), ERROR_NOACCESS),
          "a context that is not aligned, or not there: 998");
    TerminateThread(thread, 0);
    check(FAILS(GetThreadContext(thread, &context), ERROR_GEN_FAILURE) &&
              FAILS(SetThreadContext(thread, &context), ERROR_GEN_FAILURE),
          "a thread that has ended: 31");
    CloseHandle(thread);
    duplicate(GetCurrentThread(), &self, 0, DUPLICATE_SAME_ACCESS);
    check(GetThreadContext(self, &context) && context.Esp - (DWORD)&context + 0x1000 < 0x2000,
          "a handle of the running thread is as good as its pseudo-handle");
    CloseHandle(self);
}

/* In ring 3 what it may not have is replaced; ring 0 cannot go on with such a context. */
static void check_limits(void)
{
    enum { IOPL = 0x3000, CODE0 = 0x08, CODE3 = 0x1B };
    HANDLE thread = make_spinning();
    CONTEXT good = context_of(thread, CONTEXT_FULL), context = good;
    if (ring3_current() == 3) {
        context.EFlags = IOPL;
        context.SegCs = CODE0;
        context.SegDs = 0x10;
        check(SetThreadContext(thread, &context), "ring 3: a context of ring 0 is taken");
        context = context_of(thread, CONTEXT_FULL);
        check((context.EFlags & (IOPL | 0x200)) == 0x200 && context.SegCs == good.SegCs &&
                  context.SegDs == good.SegDs,
              "but neither its privileges nor its segments");
    } else {
        context.SegCs = CODE3;
        check(FAILS(SetThreadContext(thread, &context), ERROR_NOACCESS),
              "ring 0: a context of ring 3 is refused: 998");
        context = good;
        context.Esp = 0x8000;
        check(FAILS(SetThreadContext(thread, &context), ERROR_NOACCESS) &&
                  context_of(thread, CONTEXT_FULL).Esp == good.Esp,
              "so is a stack pointer without memory; nothing has changed");
    }
    DWORD before = spin_count;
    ResumeThread(thread);
    Sleep(50);
    check(spin_count != before, "the thread goes on");
    TerminateThread(thread, 0);
    CloseHandle(thread);
}

int main(void)
{
    check_reading();
    check_leading();
    check_waiting();
    check_laid_calls();
    check_unstarted();
    check_breakpoints();
    check_refusals();
    check_limits();
    return done();
}
