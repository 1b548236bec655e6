/* A lock for data that the threads of a program share. Either ring; user-level threads, too.
 *
 * The word says everything: 0 is free; else it is the owner's number, with LOCK_WANTED if a thread
 * waits. A thread that is ended while it has the lock has it for ever, because numbers do not come
 * again: a later thread with the same TEB must not take what is half changed for its own. The
 * number is the C library's own word, because a program may have ruined Windows' ones.
 *
 * The owner may take the lock again, and then releases it as often: a debug trap or a fault inside
 * malloc calls handlers of the program, which call malloc. All user-level threads of one thread of
 * the machine are one owner. So they never wait for each other here, which would stop all of them.
 *
 * Rules, in which every user relies on all others:
 * - A lock is held for a few steps over the library's own data. While one is held the program is
 *   not called and its memory is not touched, because a handler of a fault there need not return.
 * - No thread of the machine gives the CPU to another user-level thread while it holds one.
 * - Nothing is held across lib_host.range_alloc, which may call free and other threads' code.
 * - At most one is held at a time. Where a second is taken, the order stands beside it.
 *
 * Taking a free lock takes 4 instructions, releasing one that nobody waits for 6, inlined.
 */
#ifndef LIB_LOCK_H
#define LIB_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/host.h"
#include "lib/thread_words.h"

#define LOCK_WANTED 1u /* a bit of the word */

struct lock { /* all zero: free */
    uint32_t word;
    uint32_t again; /* how often the owner has taken it beyond the first time; the owner's */
};

/* Takes a lock that was not free: its word was `seen`. */
void lock_take_slowly(struct lock *lock, uint32_t seen);

/* Panics unless the running thread has the lock. */
void lock_check_held(const struct lock *lock);

static inline uint32_t lock_self(void)
{
    return lib_thread_number();
}

/* Puts `to` into the word if it is *from. Returns false, with the word in *from, if it is not. */
static inline bool lock_change(struct lock *lock, uint32_t *from, uint32_t to)
{
    return __atomic_compare_exchange_n(&lock->word, from, to, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_ACQUIRE);
}

/* Takes the lock, and waits until it is free. */
static inline void lock_take(struct lock *lock)
{
    uint32_t seen = 0;
    if (!lock_change(lock, &seen, lock_self()))
        lock_take_slowly(lock, seen);
}

/* Takes the lock unless another thread has it. Returns whether it was taken. */
bool lock_try(struct lock *lock);

/* Releases the lock. A thread that waits for it goes on, and may find it taken again. */
static inline void lock_release(struct lock *lock)
{
    if (CHECKED)
        lock_check_held(lock);
    if (lock->again != 0) {
        lock->again--;
        return;
    }
    if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) & LOCK_WANTED)
        lib_host.wake(&lock->word);
}

#endif
