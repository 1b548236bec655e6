/* C11's conditions: Windows' condition variables with C11's mutexes. */
#include "win32/locks/condition_variable.h"
#include "win32/locks/mtx.h"
#include "win32/locks/time_point.h"

static PCONDITION_VARIABLE variable(cnd_t *condition)
{
    return (PCONDITION_VARIABLE)condition;
}
_Static_assert(sizeof(cnd_t) == sizeof(CONDITION_VARIABLE), "cnd_t");

int cnd_init(cnd_t *condition)
{
    InitializeConditionVariable(variable(condition));
    return thrd_success;
}

void cnd_destroy(cnd_t *condition)
{
    (void)condition;
}

int cnd_signal(cnd_t *condition)
{
    WakeConditionVariable(variable(condition));
    return thrd_success;
}

int cnd_broadcast(cnd_t *condition)
{
    WakeAllConditionVariable(variable(condition));
    return thrd_success;
}

static int wait_until(cnd_t *condition, mtx_t *mutex, uint64_t deadline)
{
    if (!mtx_is_mine(mutex))
        return thrd_error;
    unsigned depth = mutex->depth; /* the caller may have a recursive mutex several times */
    uint32_t noted = condition_note(variable(condition));
    mtx_release(mutex);
    bool woken = condition_wait(variable(condition), noted, deadline);
    mtx_take(mutex, depth, WAIT_WITHOUT_END);
    return woken ? thrd_success : thrd_timedout;
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return wait_until(condition, mutex, WAIT_WITHOUT_END);
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict point)
{
    uint64_t deadline;
    return time_point_deadline(point, &deadline) ? wait_until(condition, mutex, deadline)
                                                 : thrd_error;
}
