/* The kernel's priority of a thread for each class of the process and each priority of the thread's
 * own.
 *
 * Ring 0 only: ring 3 cannot see these numbers.
 *
 * run: name=1
 * run: name=2 smp=2 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc
 */
#include "kernel/threads/thread.h"
#include "tests/harness/tap.h"
#include "tests/windows/handles.h"

#include <windows.h>

#define IDLE     THREAD_PRIORITY_IDLE
#define CRITICAL THREAD_PRIORITY_TIME_CRITICAL

enum { OWN = 7, CLASSES = 6 };

static const int own[OWN] = {IDLE, -2, -1, 0, 1, 2, CRITICAL};

static const struct row {
    DWORD class;
    const char *name;
    uint8_t base[OWN];
} rows[CLASSES] = {
    {IDLE_PRIORITY_CLASS, "idle", {1, 2, 3, 4, 5, 6, 15}},
    {BELOW_NORMAL_PRIORITY_CLASS, "below normal", {1, 4, 5, 6, 7, 8, 15}},
    {NORMAL_PRIORITY_CLASS, "normal", {1, 6, 7, 8, 9, 10, 15}},
    {ABOVE_NORMAL_PRIORITY_CLASS, "above normal", {1, 8, 9, 10, 11, 12, 15}},
    {HIGH_PRIORITY_CLASS, "high", {1, 11, 12, 13, 14, 15, 15}},
    {REALTIME_PRIORITY_CLASS, "real time", {16, 22, 23, 24, 25, 26, 31}},
};

static void check_class(const struct row *row)
{
    SetPriorityClass(GetCurrentProcess(), row->class);
    for (unsigned i = 0; i < OWN; i++) {
        SetThreadPriority(GetCurrentThread(), own[i]);
        is_dec(this_thread()->base, row->base[i], "%s and %d", row->name, own[i]);
    }
    is_dec(this_thread()->priority, row->base[OWN - 1], "it is the thread's priority at once");
}

static DWORD CALLBACK says_base(PVOID unused)
{
    return (DWORD)(this_thread()->base << 8 | this_thread()->priority);
}

/* Threads that were there before the change of class, and one from after it. */
static void check_others(void)
{
    HANDLE threads[OWN];
    for (unsigned i = 0; i < OWN; i++) {
        threads[i] = CreateThread(NULL, 0, says_base, NULL, CREATE_SUSPENDED, NULL);
        SetThreadPriority(threads[i], own[i]);
    }
    SetPriorityClass(GetCurrentProcess(), REALTIME_PRIORITY_CLASS);
    SetPriorityClass(GetCurrentProcess(), IDLE_PRIORITY_CLASS);
    for (unsigned i = 0; i < OWN; i++) {
        DWORD base = rows[0].base[i];
        ResumeThread(threads[i]);
        is_hex(end_of(threads[i]), base << 8 | base, "a thread of %d moves with the class", own[i]);
    }
    is_hex(end_of(start(says_base, NULL)), 0x0404, "a new one begins with the class'");
}

/* Priorities that only real time has room for. */
static void check_ends(void)
{
    SetPriorityClass(GetCurrentProcess(), REALTIME_PRIORITY_CLASS);
    SetThreadPriority(GetCurrentThread(), 6);
    is_dec(this_thread()->base, 30, "real time and 6");
    SetPriorityClass(GetCurrentProcess(), HIGH_PRIORITY_CLASS);
    is_dec(this_thread()->base, 15, "high has no more");
    SetPriorityClass(GetCurrentProcess(), REALTIME_PRIORITY_CLASS);
    SetThreadPriority(GetCurrentThread(), -7);
    is_dec(this_thread()->base, 17, "real time and -7");
    SetPriorityClass(GetCurrentProcess(), IDLE_PRIORITY_CLASS);
    is_dec(this_thread()->base, 1, "idle has no less");
    is_dec((DWORD)GetThreadPriority(GetCurrentThread()), (DWORD)-3, "which is -3 there");
}

int main(void)
{
    is_dec(this_thread()->base, 8, "the program's thread begins with 8");
    for (unsigned i = 0; i < CLASSES; i++)
        check_class(&rows[i]);
    SetPriorityClass(GetCurrentProcess(), NORMAL_PRIORITY_CLASS);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    check_others();
    check_ends();
    return tap_done();
}
