/* C11's threads, mutexes, conditions and storage of threads.
 *
 * They are the machine's threads (processthreadsapi.h), and both kinds of calls may be used
 * together: thrd_current works in each thread, and each has storage. A call that waits holds up all
 * user-level threads of the calling thread, but for thrd_sleep and thrd_yield. All calls are for
 * ordinary code and handlers, at either privilege level.
 *
 * A variable with thread_local belongs to a thread of the machine, so fibers and user-level threads
 * share that of the thread that runs them. It lies on the thread's stack, which is so much larger.
 *
 * Points of time are those of timespec_get with TIME_UTC (time.h), to a millisecond; a call never
 * returns before them. A tv_nsec out of range: thrd_error.
 */
#ifndef THREADS_H
#define THREADS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <time.h>

/* Results. thrd_error: also where C11 leaves a call undefined, and it says so below. */
enum { thrd_success, thrd_nomem, thrd_timedout, thrd_busy, thrd_error };

#ifndef __cplusplus /* a word of its own there */
#define thread_local _Thread_local
#endif

/* ---------------------------------------------------------------- threads */

typedef unsigned long thrd_t; /* the thread's number, as GetCurrentThreadId has it */
typedef int (*thrd_start_t)(void *argument);

/* Makes a thread that calls function with argument, and puts its number into *thread before it
 * begins. thrd_join or thrd_detach must be called for it once. thrd_nomem. */
int thrd_create(thrd_t *thread, thrd_start_t function, void *argument);

/* Waits for the thread's end. Unless NULL, *result becomes what its function returned or thrd_exit
 * was given; where another call ended the thread, its exit code. thrd_error: the thread is the
 * caller, was joined or detached already, or thrd_create has not made it. */
int thrd_join(thrd_t thread, int *result);

/* No thread will join it. thrd_error as above, but the caller may detach itself. */
int thrd_detach(thrd_t thread);

/* Ends the calling thread, any thread: first the destructors of its storage are called. The end of
 * the last thread ends the program with EXIT_SUCCESS. */
_Noreturn void thrd_exit(int result);

thrd_t thrd_current(void);

/* Not 0: they are the same. */
int thrd_equal(thrd_t left, thrd_t right);

/* Lets at least this time pass. Returns 0, or -2: the duration is none. Nothing ends it early, so
 * *remaining stays as it is. */
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);

/* Lets other threads run. */
void thrd_yield(void);

/* ---------------------------------------------------------------- mutexes */

enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

typedef struct {
    unsigned word;       /* 0: free; 1: taken; 2: taken, and threads may wait */
    unsigned long owner; /* its number; 0: none */
    unsigned depth;      /* how often the owner has it */
    int type;
} mtx_t;

/* type is mtx_plain or mtx_timed, with or without mtx_recursive; else thrd_error. */
int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex); /* does nothing: a mutex is its words */

/* Take the mutex; mtx_trylock returns thrd_busy where another thread has it, and mtx_timedlock
 * thrd_timedout at that point of time. thrd_error: the owner calls mtx_lock or mtx_timedlock again
 * and the mutex is not recursive (thrd_busy from mtx_trylock), or mtx_timedlock is for another type
 * of mutex. */
int mtx_lock(mtx_t *mutex);
int mtx_trylock(mtx_t *mutex);
int mtx_timedlock(mtx_t *__restrict mutex, const struct timespec *__restrict point);

/* thrd_error: another thread has it, or none. */
int mtx_unlock(mtx_t *mutex);

/* ---------------------------------------------------------------- conditions */

typedef struct {
    void *word;
} cnd_t;

int cnd_init(cnd_t *condition); /* thrd_success */
void cnd_destroy(cnd_t *condition);

/* Wake one thread, the one that has waited longest, or all. */
int cnd_signal(cnd_t *condition);
int cnd_broadcast(cnd_t *condition);

/* Release the mutex, wait until the condition is signalled, and take the mutex again, as often as
 * the caller had it. They may return without a signal. cnd_timedwait returns thrd_timedout at that
 * point of time. thrd_error, at once: the caller does not have the mutex. */
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_timedwait(cnd_t *__restrict condition, mtx_t *__restrict mutex,
                  const struct timespec *__restrict point);

/* ---------------------------------------------------------------- once */

typedef struct {
    void *word;
} once_flag;
#define ONCE_FLAG_INIT                                                                             \
    {                                                                                              \
        0                                                                                          \
    }

/* The first call with this flag calls the function. All others wait until that has returned. */
void call_once(once_flag *flag, void (*function)(void));

/* ---------------------------------------------------------------- storage of threads */

typedef unsigned long tss_t; /* an index of TlsAlloc */
typedef void (*tss_dtor_t)(void *value);

#define TSS_DTOR_ITERATIONS 4

/* Makes a key for a value that each thread has for itself, NULL at first. thrd_error: all 1088 are
 * in use. When a thread ends by thrd_exit, ExitThread or the return of its function, each value
 * that is not NULL becomes that, and destructor, unless NULL, is called with it. As long as
 * destructors set values this is repeated, TSS_DTOR_ITERATIONS times at most. The program's end and
 * tss_delete call no destructors. */
int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);

/* NULL, thrd_error: there is no such key, or tss_set has no memory. */
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

#ifdef __cplusplus
}
#endif

#endif
