/* Waiting for a word of memory to change: the base of every lock that user mode has for itself. A
 * lock changes its word first, and calls these only where a thread must wait or may be waiting.
 *
 * Ordinary code and handlers, in either ring. tests/host/win32_locks.c has the same for the host,
 * where the locks run on its threads.
 */
#ifndef WIN32_ADDRESS_WAIT_CALLS_H
#define WIN32_ADDRESS_WAIT_CALLS_H

#include <nt.h>
#include <stdbool.h>

#define WAIT_WITHOUT_END UINT64_MAX
#define WAKE_ALL         UINT32_MAX

/* Waits until the word at address is woken, if it is `expected`. The comparison and the beginning
 * of the wait are one step for address_wake. Returns STATUS_SUCCESS, also if the word had another
 * value; STATUS_TIMEOUT once the tick count has reached deadline. May return without a reason. */
uint32_t address_wait(const volatile void *address, uint32_t expected, uint64_t deadline);

/* Wakes as many of the threads that wait for the word at address, the first ones first. Returns how
 * many waited. */
uint32_t address_wake(const volatile void *address, uint32_t count);

/* wait_deadline for a time that is not INFINITE. */
uint64_t wait_deadline_after(DWORD ms);

/* The deadline of a wait for so many milliseconds; INFINITE: WAIT_WITHOUT_END. A wait for 0 only
 * looks. Any other lasts a tick more, because a part of the present one has passed. */
static inline uint64_t wait_deadline(DWORD ms)
{
    return ms == UINT32_MAX ? WAIT_WITHOUT_END : wait_deadline_after(ms);
}

#endif
