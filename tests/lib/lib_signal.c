/* Signals: raise, exceptions that no handler takes, and abort.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <windows.h>

#include "tests/harness/tap.h"

static volatile int got, kinds, calls;
static volatile DWORD code, address;

static int target;
static jmp_buf back;

static void note(int number)
{
    got = number;
    calls++;
}

static void note_kind(int number, int kind)
{
    got = number;
    kinds = kind;
}

static void mend(int number)
{
    const EXCEPTION_POINTERS *pointers = _pxcptinfoptrs;
    note(number);
    code = pointers->ExceptionRecord->ExceptionCode;
    address = (DWORD)pointers->ExceptionRecord->ExceptionInformation[1];
    pointers->ContextRecord->Eax = (DWORD)&target; /* Eax had the bad address */
}

static void leave(int number)
{
    note(number);
    longjmp(back, 1);
}

static __attribute__((noinline)) void write_to(void *to)
{
    __asm__ volatile("movl $7, (%%eax)" : : "a"(to) : "memory");
}

static void check_raise(void)
{
    ok(signal(SIGINT, note) == SIG_DFL && raise(SIGINT) == 0 && got == SIGINT,
       "raise calls the signal's function");
    ok(signal(SIGINT, SIG_IGN) == SIG_DFL, "whose signal has SIG_DFL again");
    ok(raise(SIGINT) == 0 && calls == 1 && signal(SIGINT, SIG_GET) == SIG_IGN,
       "a signal may be ignored, and asked for");
    signal(SIGFPE, (_crt_signal_t)(void *)note_kind);
    ok(raise(SIGFPE) == 0 && got == SIGFPE && kinds == _FPE_EXPLICITGEN,
       "the function of SIGFPE is told that raise has called it");
    errno = 0;
    ok(signal(3, note) == SIG_ERR && errno == EINVAL && raise(7) == -1 &&
           signal(SIGINT, SIG_ACK) == SIG_ERR,
       "there are no other signals");
    signal(SIGABRT_COMPAT, note);
    ok(signal(SIGABRT, SIG_DFL) == note, "SIGABRT has two numbers");
}

static DWORD WINAPI ask(LPVOID unused)
{
    return signal(SIGSEGV, SIG_GET) == SIG_DFL && signal(SIGTERM, SIG_GET) == note;
}

static void check_exceptions(void)
{
    signal(SIGSEGV, mend);
    write_to((void *)8);
    ok(got == SIGSEGV && code == EXCEPTION_ACCESS_VIOLATION && address == 8 && target == 7,
       "an access violation that nobody takes is SIGSEGV; the instruction is executed once more");
    ok(!_pxcptinfoptrs, "behind it there are no pointers");
    signal(SIGILL, leave);
    if (!setjmp(back))
        __asm__ volatile("ud2");
    ok(got == SIGILL, "an illegal instruction is SIGILL, and longjmp leaves its function");
    signal(SIGTERM, note);
    signal(SIGSEGV, note);
    DWORD answer = 0;
    HANDLE thread = CreateThread(NULL, 0, ask, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &answer);
    CloseHandle(thread);
    ok(answer == 1, "each thread has signals of exceptions of its own, and all have the others");
    got = 0;
    __try {
        write_to((void *)8);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    ok(got == 0, "an exception that a handler takes is no signal");
}

static void end(int number)
{
    ok(number == SIGABRT, "abort raises SIGABRT");
    _exit(tap_done());
}

int main(void)
{
    check_raise();
    check_exceptions();
    signal(SIGABRT, end);
    abort();
}
