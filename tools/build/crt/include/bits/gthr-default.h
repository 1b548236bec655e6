// The threads, locks and conditions under the library's <thread>, <mutex> and <condition_variable>,
// over Windows' own. No header of Windows is read, because its macros would reach the program. All
// calls return 0, or an errno.
#pragma once

#include <time.h>

#ifdef __cplusplus
#if __cplusplus > 201703L
#include <compare>
#endif

#define __GTHREADS           1
#define __GTHREADS_CXX0X     1
#define __GTHREAD_HAS_COND   1
#define __GTHREAD_MUTEX_INIT 0
#define __GTHREAD_RECURSIVE_MUTEX_INIT                                                             \
    {                                                                                              \
        0, 0, 0                                                                                    \
    }
#define __GTHREAD_COND_INIT 0
#define __GTHREAD_ONCE_INIT 0

typedef void *__gthread_mutex_t; // an SRWLOCK
typedef void *__gthread_cond_t;  // a CONDITION_VARIABLE
typedef int __gthread_once_t;    // as the guard of a static variable
typedef unsigned __gthread_key_t;

typedef struct {
    __gthread_mutex_t __lock;
    unsigned __owner; // the thread's number; 0 = none
    unsigned __depth;
} __gthread_recursive_mutex_t;

typedef struct {
    time_t tv_sec; // of the system's clock, since 1970
    long tv_nsec;
} __gthread_time_t;

// A thread is its number. Its handle comes along, and is what the program gets for calls of
// Windows.
struct __gthread_t {
    unsigned __number;
    void *__handle;
    operator void *() const
    {
        return __handle;
    }
};

inline bool operator==(const __gthread_t &one, const __gthread_t &other)
{
    return one.__number == other.__number;
}
#if __cplusplus > 201703L
inline std::strong_ordering operator<=>(const __gthread_t &one, const __gthread_t &other)
{
    return one.__number <=> other.__number;
}
#else
inline bool operator<(const __gthread_t &one, const __gthread_t &other)
{
    return one.__number < other.__number;
}
#endif
template <class __stream> __stream &operator<<(__stream &out, const __gthread_t &thread)
{
    return out << thread.__number, out;
}

extern "C" {
__gthread_t __gthread_self();
int __gthread_yield();
int __gthread_once(__gthread_once_t *once,
                   void (*function)()); // passes the function's exceptions on
int __gthread_mutex_lock(__gthread_mutex_t *mutex);
int __gthread_mutex_trylock(__gthread_mutex_t *mutex);
int __gthread_mutex_unlock(__gthread_mutex_t *mutex);
int __gthread_recursive_mutex_lock(__gthread_recursive_mutex_t *mutex);
int __gthread_recursive_mutex_trylock(__gthread_recursive_mutex_t *mutex);
int __gthread_recursive_mutex_unlock(__gthread_recursive_mutex_t *mutex);
int __gthread_cond_wait(__gthread_cond_t *condition, __gthread_mutex_t *mutex);
int __gthread_cond_wait_recursive(__gthread_cond_t *condition, __gthread_recursive_mutex_t *mutex);
int __gthread_cond_timedwait(__gthread_cond_t *condition, __gthread_mutex_t *mutex,
                             const __gthread_time_t *until);
int __gthread_cond_signal(__gthread_cond_t *condition);
int __gthread_cond_broadcast(__gthread_cond_t *condition);
}

inline int __gthread_active_p()
{
    return 1;
}
inline int __gthread_mutex_destroy(__gthread_mutex_t *)
{
    return 0;
}
inline int __gthread_recursive_mutex_destroy(__gthread_recursive_mutex_t *)
{
    return 0;
}
inline int __gthread_cond_destroy(__gthread_cond_t *)
{
    return 0;
}
#endif
