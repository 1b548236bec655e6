/* Condition variables: a count of wakes in one word, whose lowest bit says that threads may wait.
 *
 * A thread notes the word, releases its lock, and waits as long as the word is what it noted. So a
 * wake between these steps is not lost. A wake that finds nobody leaves no trace.
 */
#include "win32/address_wait.h"
#include "win32/locks/word.h"

#include <errhandlingapi.h>
#include <synchapi.h>

enum { WAITED_FOR = 1, WAKE = 2 };

/* Notes the word, with the bit set. */
static uint32_t note(PCONDITION_VARIABLE condition)
{
    return __atomic_fetch_or((volatile uint32_t *)&condition->Ptr, WAITED_FOR, __ATOMIC_SEQ_CST) |
           WAITED_FOR;
}

static BOOL wait_for(PCONDITION_VARIABLE condition, uint32_t noted, DWORD ms)
{
    return address_wait(condition, noted, wait_deadline(ms)) != STATUS_TIMEOUT;
}

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
    uint32_t noted = note(condition);
    LeaveCriticalSection(section);
    BOOL result = wait_for(condition, noted, ms);
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
    uint32_t noted = note(condition);
    if (flags)
        ReleaseSRWLockShared(lock);
    else
        ReleaseSRWLockExclusive(lock);
    BOOL result = wait_for(condition, noted, ms);
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
        if (!(now & WAITED_FOR))
            return;
    } while (!word_change(condition, now, (now + WAKE) & ~cleared));
    address_wake(condition, count);
}

VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition)
{
    wake(condition, 0, 1); /* more may wait */
}

VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition)
{
    wake(condition, WAITED_FOR, WAKE_ALL);
}
