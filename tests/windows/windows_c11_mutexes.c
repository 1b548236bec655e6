/* C11's mutexes and conditions, by a program that knows nothing else.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 * run: name=2 smp=2 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=4 smp=4
 * run: name=4-counted smp=4 virtual-time=1 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs smp=2 emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 */
#include "tests/windows/windows_c11.h"

enum { MANY = 20, ROUNDS = 2000 };

static mtx_t mutex;
static int sum;

static int counts(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        mtx_lock(&mutex);
        int seen = sum;
        if (i % 64 == 0)
            thrd_yield();
        sum = seen + 1;
        mtx_unlock(&mutex);
    }
    return 0;
}

static void check_counting(int type, const char *claim)
{
    thrd_t threads[4];
    int right = mtx_init(&mutex, type) == thrd_success;
    sum = 0;
    for (int i = 0; i < 4; i++)
        right += thrd_create(&threads[i], counts, NULL) == thrd_success;
    for (int i = 0; i < 4; i++)
        right += result_of(threads[i]) == 0;
    mtx_destroy(&mutex);
    check(right == 9 && sum == 4 * ROUNDS, claim);
}

static int tries(void *unused)
{
    int result = mtx_trylock(&mutex);
    if (result == thrd_success)
        mtx_unlock(&mutex);
    return result;
}

static int unlocks(void *unused) { return mtx_unlock(&mutex); }

static int waits_a_while(void *unused)
{
    struct timespec until = in(SOON);
    int result = mtx_timedlock(&mutex, &until);
    return is_over(until) ? result : -1;
}

static int waits_long(void *unused)
{
    struct timespec until = in(1000L * 60);
    int result = mtx_timedlock(&mutex, &until);
    mtx_unlock(&mutex);
    return is_over(until) ? -1 : result;
}

static void check_mutexes(void)
{
    struct timespec now = in(0), never = {.tv_sec = (time_t)1 << 60}, none = {.tv_nsec = NS};
    check_counting(mtx_plain, "four threads count under a plain mutex");
    check_counting(mtx_recursive, "under a recursive one");
    check_counting(mtx_timed, "under a timed one");
    check_counting(mtx_timed | mtx_recursive, "and under one that is both");
    check(mtx_init(&mutex, 4) == thrd_error, "there are no other types");
    mtx_init(&mutex, mtx_plain);
    check(result_of(start(tries, NULL)) == thrd_success, "mtx_trylock takes a free one");
    mtx_lock(&mutex);
    check(result_of(start(tries, NULL)) == thrd_busy && mtx_trylock(&mutex) == thrd_busy,
          "not one that is taken, not even its owner");
    check(mtx_lock(&mutex) == thrd_error, "the owner of a plain one does not wait for itself");
    check(result_of(start(unlocks, NULL)) == thrd_error && mtx_unlock(&mutex) == thrd_success &&
              mtx_unlock(&mutex) == thrd_error,
          "only the owner unlocks it, once");
    check(mtx_timedlock(&mutex, &never) == thrd_error, "a plain one has no time limit");
    mtx_init(&mutex, mtx_timed);
    check(mtx_timedlock(&mutex, &now) == thrd_success, "a free one is taken, however late it is");
    check(mtx_timedlock(&mutex, &none) == thrd_error, "what is no time: an error");
    check(result_of(start(waits_a_while, NULL)) == thrd_timedout,
          "mtx_timedlock waits until that time, and no less");
    thrd_t waiter = start(waits_long, NULL);
    nap(SOON);
    mtx_unlock(&mutex);
    check(result_of(waiter) == thrd_success, "one that waits gets it before its time");
    check(mtx_timedlock(&mutex, &never) == thrd_success && mtx_unlock(&mutex) == thrd_success,
          "a time that never comes");
}

static void check_recursive(void)
{
    struct timespec now = in(0);
    mtx_init(&mutex, mtx_timed | mtx_recursive);
    check(mtx_lock(&mutex) == thrd_success && mtx_lock(&mutex) == thrd_success &&
              mtx_trylock(&mutex) == thrd_success && mtx_timedlock(&mutex, &now) == thrd_success,
          "the owner of a recursive one takes it again by each call");
    for (int i = 0; i < 3; i++)
        mtx_unlock(&mutex);
    check(result_of(start(tries, NULL)) == thrd_busy, "it is taken until the last unlock");
    mtx_unlock(&mutex);
    check(result_of(start(tries, NULL)) == thrd_success, "and free then");
}

/* ---------------------------------------------------------------- conditions */

static cnd_t changed;
static int waiting, tokens, served;

static int takes_token(void *unused)
{
    mtx_lock(&mutex);
    waiting++;
    while (!tokens)
        if (cnd_wait(&changed, &mutex) != thrd_success)
            return -1;
    tokens--;
    served++;
    mtx_unlock(&mutex);
    return 0;
}

/* Lets the others run until so many wait, or have been served. Leaves with the mutex. */
static void await(const int *count, int number)
{
    mtx_lock(&mutex);
    while (*count < number) {
        mtx_unlock(&mutex);
        thrd_yield();
        mtx_lock(&mutex);
    }
}

static void check_conditions(int type)
{
    thrd_t threads[MANY];
    int right = 0;
    mtx_init(&mutex, type);
    cnd_init(&changed);
    waiting = tokens = served = 0;
    for (int i = 0; i < MANY; i++)
        right += thrd_create(&threads[i], takes_token, NULL) == thrd_success;
    await(&waiting, MANY);
    tokens = 1;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
    await(&served, 1);
    check(served == 1, "cnd_signal lets one thread go on");
    tokens = MANY - 1;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    for (int i = 0; i < MANY; i++)
        right += result_of(threads[i]) == 0;
    check(right == 2 * MANY && served == MANY, "cnd_broadcast all others");
    cnd_destroy(&changed);
}

static void check_timed_wait(void)
{
    struct timespec until = in(SOON), none = {.tv_nsec = -1};
    mtx_init(&mutex, mtx_recursive);
    cnd_init(&changed);
    check(cnd_wait(&changed, &mutex) == thrd_error &&
              cnd_timedwait(&changed, &mutex, &until) == thrd_error,
          "a wait needs the mutex");
    mtx_lock(&mutex);
    mtx_lock(&mutex);
    check(cnd_timedwait(&changed, &mutex, &none) == thrd_error, "and a time");
    check(cnd_timedwait(&changed, &mutex, &until) == thrd_timedout && is_over(until),
          "cnd_timedwait waits until that time, and no less");
    check(mtx_unlock(&mutex) == thrd_success && result_of(start(tries, NULL)) == thrd_busy &&
              mtx_unlock(&mutex) == thrd_success && mtx_unlock(&mutex) == thrd_error,
          "the mutex is taken as often as before");
    mtx_lock(&mutex);
    until = in(1);
    check(cnd_timedwait(&changed, &mutex, &(struct timespec){0}) == thrd_timedout,
          "a time that is over: no wait");
    mtx_unlock(&mutex);
    cnd_signal(&changed);
    cnd_destroy(&changed);
}

int main(void)
{
    check_mutexes();
    check_recursive();
    check_conditions(mtx_plain);
    check_conditions(mtx_recursive);
    check_timed_wait();
    return done();
}
