// Locks and conditions of C++ (bits/gthr-default.h), by Windows' own.
#include <bits/gthr-default.h>
#include <errno.h>

#define NOMINMAX
#include <windows.h>

enum { MAKING = -1, TICKS_A_SECOND = 10000000, TICKS_A_MILLISECOND = 10000, NANOSECONDS_A_TICK = 100 };
static const long long TICKS_TO_1970 = 116444736000000000; // since 1601

// The guards of static variables (crt_statics.c).
extern "C" {
void _Init_thread_header(int *guard);
void _Init_thread_footer(int *guard);
void _Init_thread_abort(int *guard);
extern __thread int _Init_thread_epoch;
}

static SRWLOCK *lock_of(__gthread_mutex_t *mutex) { return reinterpret_cast<SRWLOCK *>(mutex); }
static CONDITION_VARIABLE *variable_of(__gthread_cond_t *condition) { return reinterpret_cast<CONDITION_VARIABLE *>(condition); }

int __gthread_yield()
{
    SwitchToThread();
    return 0;
}

int __gthread_once(__gthread_once_t *once, void (*function)())
{
    if (__atomic_load_n(once, __ATOMIC_ACQUIRE) <= _Init_thread_epoch && *once != 0 && *once != MAKING)
        return 0;
    _Init_thread_header(once);
    if (*once != MAKING)
        return 0;
    try {
        function();
    } catch (...) {
        _Init_thread_abort(once);
        throw;
    }
    _Init_thread_footer(once);
    return 0;
}

int __gthread_mutex_lock(__gthread_mutex_t *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
    return 0;
}

int __gthread_mutex_trylock(__gthread_mutex_t *mutex) { return TryAcquireSRWLockExclusive(lock_of(mutex)) ? 0 : EBUSY; }

int __gthread_mutex_unlock(__gthread_mutex_t *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
    return 0;
}

// Nobody but the caller writes the caller's number, so no lock is needed to find it.
static bool is_own(const __gthread_recursive_mutex_t *mutex) { return __atomic_load_n(&mutex->__owner, __ATOMIC_RELAXED) == GetCurrentThreadId(); }

static int take(__gthread_recursive_mutex_t *mutex)
{
    __atomic_store_n(&mutex->__owner, GetCurrentThreadId(), __ATOMIC_RELAXED);
    mutex->__depth++;
    return 0;
}

int __gthread_recursive_mutex_lock(__gthread_recursive_mutex_t *mutex)
{
    if (!is_own(mutex))
        __gthread_mutex_lock(&mutex->__lock);
    return take(mutex);
}

int __gthread_recursive_mutex_trylock(__gthread_recursive_mutex_t *mutex)
{
    if (!is_own(mutex) && __gthread_mutex_trylock(&mutex->__lock))
        return EBUSY;
    return take(mutex);
}

int __gthread_recursive_mutex_unlock(__gthread_recursive_mutex_t *mutex)
{
    if (--mutex->__depth)
        return 0;
    __atomic_store_n(&mutex->__owner, 0, __ATOMIC_RELAXED);
    return __gthread_mutex_unlock(&mutex->__lock);
}

int __gthread_cond_wait(__gthread_cond_t *condition, __gthread_mutex_t *mutex)
{
    SleepConditionVariableSRW(variable_of(condition), lock_of(mutex), INFINITE, 0);
    return 0;
}

// The mutex is free meanwhile, however often the caller has taken it.
int __gthread_cond_wait_recursive(__gthread_cond_t *condition, __gthread_recursive_mutex_t *mutex)
{
    unsigned depth = mutex->__depth;
    mutex->__depth = 0;
    mutex->__owner = 0;
    __gthread_cond_wait(condition, &mutex->__lock);
    take(mutex);
    mutex->__depth = depth;
    return 0;
}

int __gthread_cond_timedwait(__gthread_cond_t *condition, __gthread_mutex_t *mutex, const __gthread_time_t *until)
{
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    long long now = static_cast<long long>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
    long long left = TICKS_TO_1970 + static_cast<long long>(until->tv_sec) * TICKS_A_SECOND + until->tv_nsec / NANOSECONDS_A_TICK - now;
    long long milliseconds = left <= 0 ? 0 : (left + TICKS_A_MILLISECOND - 1) / TICKS_A_MILLISECOND;
    DWORD wait = milliseconds < INFINITE ? static_cast<DWORD>(milliseconds) : INFINITE - 1; // the library waits again
    return SleepConditionVariableSRW(variable_of(condition), lock_of(mutex), wait, 0) ? 0 : ETIMEDOUT;
}

int __gthread_cond_signal(__gthread_cond_t *condition)
{
    WakeConditionVariable(variable_of(condition));
    return 0;
}

int __gthread_cond_broadcast(__gthread_cond_t *condition)
{
    WakeAllConditionVariable(variable_of(condition));
    return 0;
}
