/* Exceptions as a program for Windows handles them, without a word of Trapline's own: __try in
 * functions that carry no mark, raised and hardware exceptions, vectored and last filters.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=bochs emulator=bochs compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

static int divide(int a, int b)
{
    int quotient = -1;
    __try {
        quotient = a / b;
    } __except (GetExceptionCode() == EXCEPTION_INT_DIVIDE_BY_ZERO ? EXCEPTION_EXECUTE_HANDLER
                                                                   : EXCEPTION_CONTINUE_SEARCH) {
        quotient = 0;
    }
    return quotient;
}

static DWORD code_seen;

static LONG filter(DWORD code, LPEXCEPTION_POINTERS pointers)
{
    code_seen = code;
    return pointers->ExceptionRecord->ExceptionCode == code ? EXCEPTION_EXECUTE_HANDLER
                                                            : EXCEPTION_CONTINUE_SEARCH;
}

static DWORD write_to(volatile LONG *address)
{
    __try {
        *address = 1;
    } __except (filter(_exception_code(), _exception_info())) {
        return _exception_code();
    }
    return 0;
}

static LONG finally_ran;

static int leaves(int early)
{
    __try {
        __try {
            if (early)
                __leave;
            if (!early)
                return 1;
        } __finally {
            finally_ran += abnormal_termination() ? 10 : 1;
        }
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return 3;
    }
    return 2;
}

static int unwound(void)
{
    int steps = 0;
    __try {
        __try {
            ULONG_PTR words[2] = {1, 2};
            RaiseException(0xE0000001, EXCEPTION_NONCONTINUABLE, 2, words);
        } __finally {
            if (AbnormalTermination())
                steps = 1;
        }
    } __except (exception_code() == 0xE0000001 &&
                exception_info()->ExceptionRecord->NumberParameters == 2) {
        steps += 10;
    }
    return steps;
}

static void check_blocks(void)
{
    check(divide(7, 2) == 3, "a __try block without an exception");
    check(divide(7, 0) == 0, "division by zero comes to __except");
    check(write_to(NULL) == EXCEPTION_ACCESS_VIOLATION && code_seen == 0xC0000005,
          "so does a store to address 0; _exception_code and _exception_info");
    check(leaves(1) == 2 && finally_ran == 1, "__leave ends the block, not abnormally");
    check(leaves(0) == 1 && finally_ran == 11, "return runs __finally, abnormally");
    check(unwound() == 11, "an exception runs __finally, then __except");
}

/* ---------------------------------------------------------------- filters of the whole program */

static LONG vectored_calls;

static LONG CALLBACK vectored(PEXCEPTION_POINTERS pointers)
{
    PEXCEPTION_RECORD record = pointers->ExceptionRecord;
    if (record->ExceptionCode != EXCEPTION_BREAKPOINT)
        return EXCEPTION_CONTINUE_SEARCH;
    InterlockedIncrement(&vectored_calls);
    pointers->ContextRecord->Eip = (DWORD_PTR)record->ExceptionAddress + 1;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void check_vectored(void)
{
    PVOID handle = AddVectoredExceptionHandler(1, vectored);
    __debugbreak();
    DebugBreak();
    check(RemoveVectoredExceptionHandler(handle) != 0, "a vectored handler is removed once");
    check(RemoveVectoredExceptionHandler(handle) == 0, "and not twice");
    check(vectored_calls == 2, "__debugbreak and DebugBreak come to it");
}

/* ---------------------------------------------------------------- frames by hand */

static DWORD handled_code;

static EXCEPTION_DISPOSITION __cdecl skips_ud2(struct _EXCEPTION_RECORD *record, void *frame,
                                               struct _CONTEXT *context, void *dispatcher)
{
    UNREFERENCED_PARAMETER(frame);
    UNREFERENCED_PARAMETER(dispatcher);
    handled_code = record->ExceptionCode;
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void check_chain(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    frame.Handler = (PEXCEPTION_ROUTINE)(PVOID)skips_ud2;
    frame.Next = (PEXCEPTION_REGISTRATION_RECORD)__readfsdword(0);
    __writefsdword(0, (DWORD)&frame);
    __ud2();
    __writefsdword(0, (DWORD)frame.Next);
    check(handled_code == EXCEPTION_ILLEGAL_INSTRUCTION,
          "a frame linked at fs:[0] gets its exception");
}

/* ---------------------------------------------------------------- memory */

static void check_memory(void)
{
    DWORD old;
    LPBYTE page = (LPBYTE)VirtualAlloc(NULL, 4096, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    page[0] = 1;
    check(VirtualProtect(page, 1, PAGE_READONLY, &old) && old == PAGE_READWRITE, "VirtualProtect");
    check(write_to((volatile LONG *)page) == EXCEPTION_ACCESS_VIOLATION,
          "a store to a page that is only readable");
    VirtualProtect(page, 1, PAGE_READWRITE | PAGE_GUARD, &old);
    check(write_to((volatile LONG *)page) == EXCEPTION_GUARD_PAGE, "to a guard page, once");
    check(write_to((volatile LONG *)page) == 0, "and once more");
    check(VirtualFree(page, 0, MEM_RELEASE), "VirtualFree");
}

int main(void)
{
    check_blocks();
    check_vectored();
    check_chain();
    check_memory();
    return done();
}
