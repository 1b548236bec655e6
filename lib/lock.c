/* Locks that are not free. */
#include "lib/lock.h"

static bool is_held(uint32_t word)
{
    return word != 0 && (word & ~LOCK_WANTED) == lock_self();
}

/* A thread that has waited takes the lock as wanted, because it cannot know whether others wait,
 * too. The worst of that is a wake without a waiter. */
void lock_take_slowly(struct lock *lock, uint32_t seen)
{
    uint32_t mine = lock_self();
    if (is_held(seen)) {
        lock->again++;
        return;
    }
    for (;;) {
        if (seen == 0) {
            if (lock_change(lock, &seen, mine))
                return;
        } else if (seen & LOCK_WANTED || lock_change(lock, &seen, seen | LOCK_WANTED)) {
            lib_host.wait(&lock->word, seen | LOCK_WANTED);
            mine = lock_self() | LOCK_WANTED;
            seen = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
        }
    }
}

bool lock_try(struct lock *lock)
{
    uint32_t seen = 0;
    if (lock_change(lock, &seen, lock_self()))
        return true;
    if (!is_held(seen))
        return false;
    lock->again++;
    return true;
}

void lock_check_held(const struct lock *lock)
{
    if (!is_held(__atomic_load_n(&lock->word, __ATOMIC_RELAXED)))
        lib_host.panic("lock: a thread releases the lock %p, which it does not hold", lock);
}
