/* Slim locks: any number of readers, or one writer, in one word.
 *
 *	bit 0		a writer has the lock
 *	bit 1		threads wait for the word
 *	bit 2		the first of them is a writer
 *	from bit 3 on	the number of readers
 *
 * Bit 1 keeps new readers out. The thread that makes the lock free wakes the first waiter alone if
 * that is a writer, and leaves bit 1: so no reader comes before it, but another writer may. Else it
 * clears bit 1 and wakes all, and each of them tries again.
 *
 * While the word is bit 1 alone, a thread that has waited is on its way to the lock. That thread
 * may be a reader after all, because a waiter sets its bits before it waits; it is let in.
 */
#include "lib/inlining.h"
#include "win32/address_wait_calls.h"
#include "win32/word.h"

#include <seh.h>
#include <synchapi.h>

enum { WRITER = 1, WAITED_FOR = 2, WRITER_FIRST = 4, READER = 8 };

/* Waits for a word that does not let the caller in. first: the bits that a first waiter adds to
 * it. */
static void wait_for(PSRWLOCK lock, uint32_t now, uint32_t first)
{
    uint32_t then = now & WAITED_FOR ? now : now | WAITED_FOR | first;
    if (now == then || word_change(lock, now, then))
        address_wait(lock, then, WAIT_WITHOUT_END);
}

static bool is_owned(uint32_t now)
{
    return now & ~(uint32_t)(WAITED_FOR | WRITER_FIRST);
}

VOID WINAPI InitializeSRWLock(PSRWLOCK lock)
{
    lock->Ptr = NULL;
}

/* Takes a writer in if the word lets it. Stores the word that did not. */
static bool write_in(PSRWLOCK lock, uint32_t *now)
{
    do {
        *now = word_read(lock);
        if (is_owned(*now))
            return false;
    } while (!word_change(lock, *now, *now | WRITER));
    return true;
}

BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock)
{
    uint32_t now;
    return write_in(lock, &now);
}

static OWN_STACK void NTAPI write_slowly(PSRWLOCK lock)
{
    uint32_t now;
    while (!write_in(lock, &now))
        wait_for(lock, now, WRITER_FIRST);
}

VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock)
{
    if (!word_change(lock, 0, WRITER))
        write_slowly(lock);
}

/* Takes the lock for a reader, if a look allows that. one_more: a word that allows it although it
 * has one of the bits. */
static bool read_in(PSRWLOCK lock, uint32_t *now, uint32_t one_more)
{
    do {
        *now = word_read(lock);
        if (*now & (WRITER | WAITED_FOR) && *now != one_more)
            return false;
    } while (!word_change(lock, *now, *now + READER));
    return true;
}

BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock)
{
    uint32_t now;
    return read_in(lock, &now, 0);
}

VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock)
{
    uint32_t now;
    if (read_in(lock, &now, 0))
        return;
    do
        wait_for(lock, now, 0);
    while (!read_in(lock, &now, WAITED_FOR));
}

static void wake_all(PSRWLOCK lock, uint32_t now)
{
    if (word_change(lock, now, 0))
        address_wake(lock, WAKE_ALL);
}

/* Wakes the threads that come next. A writer that has come between does it later. A first waiter
 * that does not wait yet sees that the word has changed; one that was terminated sees nothing. */
static void hand_on(PSRWLOCK lock)
{
    uint32_t now = word_read(lock);
    if (now == WAITED_FOR)
        wake_all(lock, now);
    else if (now == (WAITED_FOR | WRITER_FIRST) && word_change(lock, now, WAITED_FOR) &&
             address_wake(lock, 1) == 0)
        wake_all(lock, WAITED_FOR);
}

static OWN_STACK void NTAPI end_write_slowly(PSRWLOCK lock)
{
    if (!(word_read(lock) & WRITER))
        RtlRaiseStatus((NTSTATUS)STATUS_RESOURCE_NOT_OWNED);
    if (word_add(lock, -(uint32_t)WRITER) & WAITED_FOR)
        hand_on(lock);
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
    uint32_t before = word_add(lock, -(uint32_t)READER);
    if (before & WAITED_FOR && !is_owned(before - READER))
        hand_on(lock);
}
