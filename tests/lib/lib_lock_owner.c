/* A lock of the C library whose owner has ended stays that thread's: a later thread in the same
 * block waits for it, too, and does not find itself its owner.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 * run: name=checked checked=1 compilers=gcc
 */
#include "lib/lock.h"
#include "tests/windows/windows_check.h"

#include <windows.h>

static struct lock lock;
static PVOID block; /* of the thread that has ended */
static HANDLE taken;
static volatile LONG later, same_block, owners;

static DWORD CALLBACK takes(PVOID unused)
{
    lock_take(&lock);
    block = NtCurrentTeb();
    SetEvent(taken);
    Sleep(INFINITE);
    return 0;
}

static DWORD CALLBACK tries(PVOID unused)
{
    later++;
    same_block += block == NtCurrentTeb();
    owners += lock_try(&lock);
    return 0;
}

/* Runs it in a thread to its end. */
static void run(LPTHREAD_START_ROUTINE function)
{
    HANDLE thread = CreateThread(NULL, 0, function, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int main(void)
{
    enum { LATER = 20 };
    taken = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE thread = CreateThread(NULL, 0, takes, NULL, 0, NULL);
    WaitForSingleObject(taken, INFINITE);
    TerminateThread(thread, 0);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    check(!lock_try(&lock), "a thread that has ended still has its lock");
    for (int i = 0; i < LATER; i++)
        run(tries);
    check(later == LATER && same_block > 0, "a later thread gets the block of one that has ended");
    check(owners == 0, "and not its lock");
    CloseHandle(taken);
    return done();
}
