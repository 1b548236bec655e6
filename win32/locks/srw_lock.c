/* Slim locks: any number of readers, or one writer, in one word.
 *
 *	bit 0		a writer has the lock
 *	bit 1		threads wait for the word
 *	from bit 2 on	the number of readers
 *
 * Bit 1 keeps new readers out, so that a writer has its turn. The thread that makes the lock free
 * clears it and wakes all that wait, and each of them tries again. Only between these two steps is
 * the word bit 1 alone.
 */
#include "lib/inlining.h"
#include "win32/address_wait_calls.h"
#include "win32/locks/word.h"

#include <seh.h>
#include <synchapi.h>

enum { WRITER = 1, WAITED_FOR = 2, READER = 4 };

/* Waits for a word that does not let the caller in. */
static void wait_for(PSRWLOCK lock, uint32_t now)
{
    if (now & WAITED_FOR || word_change(lock, now, now | WAITED_FOR))
        address_wait(lock, now | WAITED_FOR, WAIT_WITHOUT_END);
}

VOID WINAPI InitializeSRWLock(PSRWLOCK lock)
{
    lock->Ptr = NULL;
}

BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock)
{
    return word_change(lock, 0, WRITER);
}

static OWN_STACK void NTAPI write_slowly(PSRWLOCK lock)
{
    do {
        uint32_t now = word_read(lock);
        if (now)
            wait_for(lock, now);
    } while (!word_change(lock, 0, WRITER));
}

VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock)
{
    if (!word_change(lock, 0, WRITER))
        write_slowly(lock);
}

/* Takes a reader in if the word lets it. Stores the word that did not. */
static bool read_in(PSRWLOCK lock, uint32_t *now)
{
    do {
        *now = word_read(lock);
        if (*now & (WRITER | WAITED_FOR))
            return false;
    } while (!word_change(lock, *now, *now + READER));
    return true;
}

BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock)
{
    uint32_t now;
    return read_in(lock, &now);
}

VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock)
{
    uint32_t now;
    while (!read_in(lock, &now))
        wait_for(lock, now);
}

/* Sets a lock free that nobody has any more. */
static void wake_all(PSRWLOCK lock)
{
    word_change(lock, WAITED_FOR, 0);
    address_wake(lock, WAKE_ALL);
}

static OWN_STACK void NTAPI end_write_slowly(PSRWLOCK lock)
{
    if (!(word_read(lock) & WRITER))
        RtlRaiseStatus((NTSTATUS)STATUS_RESOURCE_NOT_OWNED);
    if (word_add(lock, -(uint32_t)WRITER) & WAITED_FOR)
        wake_all(lock);
}

VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock)
{
    if (!word_change(lock, WRITER, 0))
        end_write_slowly(lock);
}

VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock)
{
    if (word_read(lock) < READER)
        RtlRaiseStatus((NTSTATUS)STATUS_RESOURCE_NOT_OWNED);
    if (word_add(lock, -(uint32_t)READER) == (READER | WAITED_FOR))
        wake_all(lock);
}
