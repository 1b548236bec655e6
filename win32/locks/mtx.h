/* Steps of a C11 mutex that a condition takes, too. */
#ifndef WIN32_LOCKS_MTX_H
#define WIN32_LOCKS_MTX_H

#include <stdbool.h>
#include <stdint.h>
#include <threads.h>

/* Returns whether the calling thread has the mutex. */
static inline bool mtx_is_mine(const mtx_t *mutex)
{
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == thrd_current();
}

/* Takes a mutex that the caller does not have, depth times. Returns thrd_success or thrd_timedout.
 */
int mtx_take(mtx_t *mutex, unsigned depth, uint64_t deadline);

/* Releases all of it. */
void mtx_release(mtx_t *mutex);

#endif
