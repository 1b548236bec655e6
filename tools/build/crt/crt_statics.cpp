// Variables in functions that are made at their first use, by one thread. The compiler's code calls these with the variable's word:
// 0 before, -1 while it is made. Afterwards the word is above what the thread has seen of the epoch.
#include <windows.h>

static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE made = CONDITION_VARIABLE_INIT;
static int epoch = (int)0x80000000;

extern "C" {

__declspec(thread) int _Init_thread_epoch = (int)0x80000000;

// Afterwards the word is -1 if the caller is to make the variable.
void _Init_thread_header(int *word)
{
    AcquireSRWLockExclusive(&lock);
    while (*word == -1)
        SleepConditionVariableSRW(&made, &lock, INFINITE, 0);
    if (*word == 0)
        *word = -1;
    else
        _Init_thread_epoch = epoch;
    ReleaseSRWLockExclusive(&lock);
}

void _Init_thread_footer(int *word)
{
    AcquireSRWLockExclusive(&lock);
    *word = ++epoch;
    _Init_thread_epoch = epoch;
    ReleaseSRWLockExclusive(&lock);
    WakeAllConditionVariable(&made);
}

// An exception has left the variable's constructor.
void _Init_thread_abort(int *word)
{
    AcquireSRWLockExclusive(&lock);
    *word = 0;
    ReleaseSRWLockExclusive(&lock);
    WakeAllConditionVariable(&made);
}
}
