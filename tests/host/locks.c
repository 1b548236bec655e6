/* The library's locks, heap and stdio under threads of the host, with Linux' futexes beneath. The
 * very objects that go into images run here (tests/lib/lib_locks.t links them).
 *
 * Takes seed=N, rounds=N and threads=N; prints TAP. The threads' calls follow from the seed, the
 * order in which the host runs them does not.
 */
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>

#include "tests/harness/arguments.h"
#include "tests/host/locks.h"

/* ---------------------------------------------------------------- one lock, one thread */

static struct lock lock;
static bool other_took;

static void tries(struct worker *worker)
{
    other_took = lock_try(&lock);
    if (other_took)
        lock_release(&lock);
}

static void check_alone(void)
{
    lock_take(&lock);
    ok(lock.word == lock_self(), "the word of a lock that is taken is its owner");
    lock_take(&lock);
    bool again = lock_try(&lock);
    workers_run(tries, 1);
    ok(again && !other_took, "its owner takes it again, and another thread cannot");
    lock_release(&lock);
    lock_release(&lock);
    workers_run(tries, 1);
    ok(!other_took, "nor before it is released as often");
    lock_release(&lock);
    workers_run(tries, 1);
    ok(other_took && lock.word == 0, "then another thread can");
    ok(waits == 0 && wakes == 0, "nobody has waited, so nobody was woken");
}

/* ---------------------------------------------------------------- one lock, many threads */

static unsigned long counted; /* the lock's */
static uint32_t inside;       /* threads that have the lock */
static uint32_t broken;       /* times that another thread had it, too */

/* With the lock held: counts in two steps, between which other threads may run. */
static void count_inside(struct random *random)
{
    broken += __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED) != 1;
    unsigned long before = counted;
    if (random_below(random, 16) == 0)
        sched_yield();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    counted = before + 1;
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
}

static void takes_and_counts(struct worker *worker)
{
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        unsigned depth = random_below(&worker->random, 8) == 0 ? 3 : 1;
        if (random_below(&worker->random, 4) != 0)
            lock_take(&lock);
        else
            while (!lock_try(&lock))
                sched_yield();
        for (unsigned more = 1; more < depth; more++)
            lock_take(&lock);
        count_inside(&worker->random);
        for (unsigned more = 0; more < depth; more++)
            lock_release(&lock);
        if (random_below(&worker->random, 64) == 0)
            sched_yield();
    }
}

static void check_many(void)
{
    workers_run(takes_and_counts, threads);
    printf("# %u waits, %u wakes\n", waits, wakes);
    ok(broken == 0, "never have two threads the lock");
    ok(counted == threads * rounds, "nothing that is counted under the lock gets lost");
    ok(waits != 0, "threads have waited, and each has gone on");
    ok(lock.word == 0 && lock.again == 0, "in the end the lock is free");
}

static void waits_for_it(const uint32_t *address, uint32_t expected)
{
    futex_wait(address, expected, NULL);
}

static void console_typing(unsigned typing) { (void)typing; }

static void wakes_one(const uint32_t *address) { futex_wake(address, 1); }

int main(int argc, char **argv)
{
    seed = argument(argc, argv, "seed=", 1);
    rounds = argument(argc, argv, "rounds=", 50000);
    threads = argument(argc, argv, "threads=", 6);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    printf("# seed=%u rounds=%lu threads=%u\n", (unsigned)seed, rounds, threads);
    fflush(stdout);
    watch_begin();
    lib_host = (struct lib_host){
        .wait = waits_for_it,
        .wake = wakes_one,
        .write = console_write,
        .write_error = console_write,
        .read = console_read,
        .typing = console_typing,
        .range_alloc = range_alloc,
        .range_free = range_free,
        .panic = program_panic,
    };
    host_thread_begin();
    check_alone();
    check_many();
    check_heap();
    check_lines();
    check_input();
    check_words();
    return tap_done();
}
