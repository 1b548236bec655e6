/* C11's mutexes. A thread takes a free one by one step on its word, and waits for the word else.
 *
 * A thread that has waited, and comes later than another one, cannot know whether more wait. So it
 * takes the mutex as one that is waited for, and wakes one too many at the worst. The owner's other
 * words are its own; a thread that compares `owner` with itself finds itself only if it wrote it.
 */
#include "win32/locks/mtx.h"

#include "win32/address_wait_calls.h"
#include "win32/locks/time_point.h"
#include "win32/word.h"

enum { FREE, TAKEN, WAITED_FOR };

static inline uint32_t exchange(mtx_t *mutex, uint32_t word)
{
    return __atomic_exchange_n(&mutex->word, word, __ATOMIC_SEQ_CST);
}

static inline void own(mtx_t *mutex, unsigned depth)
{
    __atomic_store_n(&mutex->owner, thrd_current(), __ATOMIC_RELAXED);
    mutex->depth = depth;
}

int mtx_take(mtx_t *mutex, unsigned depth, uint64_t deadline)
{
    if (!word_change(&mutex->word, FREE, TAKEN))
        while (exchange(mutex, WAITED_FOR) != FREE)
            if (address_wait(&mutex->word, WAITED_FOR, deadline) == STATUS_TIMEOUT)
                return thrd_timedout;
    own(mutex, depth);
    return thrd_success;
}

void mtx_release(mtx_t *mutex)
{
    __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELAXED);
    if (exchange(mutex, FREE) == WAITED_FOR)
        address_wake(&mutex->word, 1);
}

int mtx_init(mtx_t *mutex, int type)
{
    if (type & ~(mtx_timed | mtx_recursive))
        return thrd_error;
    *mutex = (mtx_t){.type = type};
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex)
{
    (void)mutex;
}

/* The owner takes it once more. */
static int take_again(mtx_t *mutex, int refusal)
{
    if (!(mutex->type & mtx_recursive))
        return refusal;
    mutex->depth++;
    return thrd_success;
}

int mtx_lock(mtx_t *mutex)
{
    return mtx_is_mine(mutex) ? take_again(mutex, thrd_error)
                              : mtx_take(mutex, 1, WAIT_WITHOUT_END);
}

int mtx_trylock(mtx_t *mutex)
{
    if (mtx_is_mine(mutex))
        return take_again(mutex, thrd_busy);
    if (!word_change(&mutex->word, FREE, TAKEN))
        return thrd_busy;
    own(mutex, 1);
    return thrd_success;
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict point)
{
    uint64_t deadline;
    if (!(mutex->type & mtx_timed) || !time_point_deadline(point, &deadline))
        return thrd_error;
    return mtx_is_mine(mutex) ? take_again(mutex, thrd_error) : mtx_take(mutex, 1, deadline);
}

int mtx_unlock(mtx_t *mutex)
{
    if (!mtx_is_mine(mutex))
        return thrd_error;
    if (--mutex->depth == 0)
        mtx_release(mutex);
    return thrd_success;
}
