/* Static variables of functions that a constructor makes: the first thread that comes there makes
 * them, and others wait. A guard is 0 at first, MAKING meanwhile, and the epoch in which it was
 * made then. A thread that has seen that epoch calls none of these functions. */
#include <windows.h>

#define FIRST_EPOCH ((int)0x80000000)
enum { NOT_MADE, MAKING = -1 };

__declspec(thread) int _Init_thread_epoch = FIRST_EPOCH;

static int epoch = FIRST_EPOCH;
static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;

/* The caller makes the variable if the guard is MAKING afterwards. */
void _Init_thread_header(int *guard)
{
    AcquireSRWLockExclusive(&lock);
    while (*guard == MAKING)
        SleepConditionVariableSRW(&changed, &lock, INFINITE, 0);
    if (*guard == NOT_MADE)
        *guard = MAKING;
    else
        _Init_thread_epoch = epoch;
    ReleaseSRWLockExclusive(&lock);
}

static void end_making(int *guard, int becomes)
{
    *guard = becomes;
    ReleaseSRWLockExclusive(&lock);
    WakeAllConditionVariable(&changed);
}

void _Init_thread_footer(int *guard)
{
    AcquireSRWLockExclusive(&lock);
    _Init_thread_epoch = ++epoch;
    end_making(guard, epoch);
}

/* The constructor has thrown. */
void _Init_thread_abort(int *guard)
{
    AcquireSRWLockExclusive(&lock);
    end_making(guard, NOT_MADE);
}
