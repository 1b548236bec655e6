/* Condition variables.
 *
 * A thread notes the word, releases its lock, and waits as long as the word is what it noted. So a
 * wake between these steps is not lost. A wake that finds nobody leaves no trace.
 */
#include "win32/locks/condition_variable.h"
#include "win32/word.h"

#include <errhandlingapi.h>

/* The lock is held again; its calls leave the last error alone. */
static BOOL woken(BOOL result)
{
    if (!result)
        SetLastError(ERROR_TIMEOUT);
    return result;
}

VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition)
{
    condition->Ptr = NULL;
}

BOOL WINAPI SleepConditionVariableCS(PCONDITION_VARIABLE condition, PCRITICAL_SECTION section,
                                     DWORD ms)
{
    uint32_t noted = condition_note(condition);
    LeaveCriticalSection(section);
    BOOL result = condition_wait(condition, noted, wait_deadline(ms));
    EnterCriticalSection(section);
    return woken(result);
}

BOOL WINAPI SleepConditionVariableSRW(PCONDITION_VARIABLE condition, PSRWLOCK lock, DWORD ms,
                                      ULONG flags)
{
    if (flags & ~CONDITION_VARIABLE_LOCKMODE_SHARED) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    uint32_t noted = condition_note(condition);
    if (flags)
        ReleaseSRWLockShared(lock);
    else
        ReleaseSRWLockExclusive(lock);
    BOOL result = condition_wait(condition, noted, wait_deadline(ms));
    if (flags)
        AcquireSRWLockShared(lock);
    else
        AcquireSRWLockExclusive(lock);
    return woken(result);
}

/* Counts a wake, and clears bits of the word. Wakes nobody where nobody can wait. */
static void wake(PCONDITION_VARIABLE condition, uint32_t cleared, uint32_t count)
{
    uint32_t now;
    do {
        now = word_read(condition);
        if (!(now & CONDITION_WAITED_FOR))
            return;
    } while (!word_change(condition, now, (now + CONDITION_WAKE) & ~cleared));
    address_wake(condition, count);
}

VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition)
{
    wake(condition, 0, 1); /* more may wait */
}

VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition)
{
    wake(condition, CONDITION_WAITED_FOR, WAKE_ALL);
}
