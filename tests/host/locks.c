/* The library's locks and its heap under threads of the host, with Linux' futexes beneath. The very
 * objects that go into images run here (tests/lib/lib_locks.t links them); names that the host's
 * library has, too, begin with "tl_".
 *
 * Takes seed=N, rounds=N and threads=N; prints TAP. What the threads do follows from the seed, the
 * order in which the host runs them does not.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/heap.h"
#include "lib/heap_impl.h"
#include "lib/lock.h"
#include "tests/host/random.h"
#include "tests/host/thread.h"

void *tl_malloc(size_t size);
void *tl_calloc(size_t count, size_t size);
void *tl_realloc(void *block, size_t size);
void *tl_aligned_alloc(size_t alignment, size_t size);
void tl_free(void *block);

enum { MOST_THREADS = 16, LONG_ENOUGH = 120 /* seconds */ };
static unsigned threads;
static unsigned long rounds;
static uint32_t seed;

static unsigned claims, failures;

static void ok(bool holds, const char *claim)
{
    printf("%sok %u - %s\n", holds ? "" : "not ", ++claims, claim);
    failures += !holds;
}

/* ---------------------------------------------------------------- the machine's part */

static uint32_t waits, wakes; /* calls of each */

static void futex_wait(const uint32_t *address, uint32_t expected)
{
    __atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

static void futex_wake(const uint32_t *address)
{
    __atomic_add_fetch(&wakes, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static uint32_t ranges, held_ranges; /* made and not given back; asked for with the lock held */
static void *kept_for_later;         /* a block that range_alloc frees, as a reserve does */

static void *range_alloc(size_t size)
{
    void *range = NULL;
    uint32_t word = __atomic_load_n(&heap_lock.word, __ATOMIC_RELAXED);
    held_ranges += (word & ~LOCK_WANTED) == lock_self();
    tl_free(__atomic_exchange_n(&kept_for_later, NULL, __ATOMIC_RELAXED));
    if (posix_memalign(&range, HEAP_RANGE, size))
        return NULL;
    __atomic_add_fetch(&ranges, 1, __ATOMIC_RELAXED);
    return memset(range, 0, size);
}

static void range_free(void *range)
{
    __atomic_sub_fetch(&ranges, 1, __ATOMIC_RELAXED);
    free(range);
}

static __attribute__((noreturn)) void panic(const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    printf("Bail out! ");
    vprintf(reason, args);
    va_end(args);
    printf("\n");
    exit(1);
}

/* ---------------------------------------------------------------- running threads */

typedef void body(unsigned number, struct random *random);

struct started {
    body *body;
    unsigned number;
};

static void *start(void *argument)
{
    struct started *started = argument;
    struct lib_thread *words = host_thread_begin();
    struct random random = random_from(seed + started->number);
    started->body(started->number, &random);
    host_thread_end(words);
    return NULL;
}

/* Runs the body in so many threads, and waits for their ends. */
static void run(body *body, unsigned count)
{
    pthread_t made[MOST_THREADS];
    struct started started[MOST_THREADS];
    for (unsigned i = 0; i < count; i++) {
        started[i] = (struct started){body, i};
        if (pthread_create(&made[i], NULL, start, &started[i]))
            panic("the host makes no thread");
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(made[i], NULL);
}

/* ---------------------------------------------------------------- one lock, one thread */

static struct lock lock;
static bool other_took;

static void tries(unsigned number, struct random *random)
{
    (void)number, (void)random;
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
    run(tries, 1);
    ok(again && !other_took, "its owner takes it again, and another thread cannot");
    lock_release(&lock);
    lock_release(&lock);
    run(tries, 1);
    ok(!other_took, "nor before it is released as often");
    lock_release(&lock);
    run(tries, 1);
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

static void takes_and_counts(unsigned number, struct random *random)
{
    (void)number;
    for (unsigned long i = 0; i < rounds; i++) {
        unsigned depth = random_below(random, 8) == 0 ? 3 : 1;
        if (random_below(random, 4) != 0)
            lock_take(&lock);
        else
            while (!lock_try(&lock))
                sched_yield();
        for (unsigned more = 1; more < depth; more++)
            lock_take(&lock);
        count_inside(random);
        for (unsigned more = 0; more < depth; more++)
            lock_release(&lock);
        if (random_below(random, 64) == 0)
            sched_yield();
    }
}

static void check_many(void)
{
    run(takes_and_counts, threads);
    printf("# %u waits, %u wakes\n", waits, wakes);
    ok(broken == 0, "never have two threads the lock");
    ok(counted == threads * rounds, "nothing that is counted under the lock gets lost");
    ok(waits != 0, "threads have waited, and each has gone on");
    ok(lock.word == 0 && lock.again == 0, "in the end the lock is free");
}

/* ---------------------------------------------------------------- the heap */

enum { SLOTS = 40, HANDED_OVER = 32 };

struct slot {
    unsigned char *block;
    size_t size;
    unsigned char fill;
};

static struct slot *handed_over[HANDED_OVER]; /* slots in blocks of the heap, for any thread */
static uint32_t damaged;

static bool is_intact(const struct slot *slot, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (slot->block[i] != slot->fill)
            return false;
    return true;
}

static void refill(struct random *random, struct slot *slot)
{
    slot->fill = (unsigned char)random_bits(random);
    memset(slot->block, slot->fill, slot->size);
}

static size_t random_size(struct random *random)
{
    static const unsigned limits[] = {16, 64, 64, 300, 300, 2000, 2000, 70000};
    return random_below(random, limits[random_below(random, 8)]);
}

static void drop(struct slot *slot)
{
    damaged += !is_intact(slot, slot->size);
    tl_free(slot->block);
    slot->block = NULL;
}

static void change(struct random *random, struct slot *slot)
{
    size_t size = random_size(random);
    if (!slot->block) {
        bool aligned = random_below(random, 8) == 0;
        slot->block =
            aligned ? tl_aligned_alloc(1u << random_below(random, 13), size) : tl_malloc(size);
    } else if (random_below(random, 2) == 0) {
        drop(slot);
        return;
    } else {
        unsigned char *moved = tl_realloc(slot->block, size);
        size_t kept = size < slot->size ? size : slot->size;
        slot->block = moved;
        damaged += !is_intact(slot, kept);
    }
    slot->size = size;
    refill(random, slot);
}

/* Leaves a slot for another thread, and frees that which it finds in its place. */
static void hand_over(struct random *random, struct slot *slot)
{
    struct slot *given = slot ? tl_malloc(sizeof *given) : NULL;
    if (given) {
        *given = *slot;
        slot->block = NULL;
    }
    unsigned place = random_below(random, HANDED_OVER);
    struct slot *found = __atomic_exchange_n(&handed_over[place], given, __ATOMIC_ACQ_REL);
    if (found) {
        drop(found);
        tl_free(found);
    }
}

static void uses_heap(unsigned number, struct random *random)
{
    struct slot slots[SLOTS] = {0};
    (void)number;
    for (unsigned long i = 0; i < rounds; i++) {
        struct slot *slot = &slots[random_below(random, SLOTS)];
        if (slot->block && random_below(random, 4) == 0)
            hand_over(random, slot);
        else
            change(random, slot);
        if (random_below(random, 256) == 0)
            heap_release_reserve();
        if (random_below(random, 256) == 0)
            tl_free(__atomic_exchange_n(&kept_for_later, tl_malloc(50), __ATOMIC_RELAXED));
        if (random_below(random, 1024) == 0)
            heap_check();
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].block)
            drop(&slots[i]);
    for (unsigned i = 0; i < 8 * HANDED_OVER; i++)
        hand_over(random, NULL);
}

static void check_heap(void)
{
    run(uses_heap, threads);
    tl_free(kept_for_later);
    for (unsigned i = 0; i < HANDED_OVER; i++)
        if (handed_over[i]) {
            drop(handed_over[i]);
            tl_free(handed_over[i]);
        }
    heap_check();
    ok(damaged == 0, "every block keeps its contents, whichever thread frees it");
    ok(heap_usage().blocks == 0 && heap_usage().bytes == 0, "all blocks are counted and freed");
    heap_release_reserve();
    ok(ranges == 0 && !heap_ranges, "all ranges were given back");
    ok(held_ranges == 0, "no range is asked for with the lock held");
    ok(heap_lock.word == 0 && heap_lock.again == 0, "in the end the heap's lock is free");
}

int main(int argc, char **argv)
{
    seed = test_option(argc, argv, "seed", 1);
    rounds = test_option(argc, argv, "rounds", 50000);
    threads = test_option(argc, argv, "threads", 6);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    printf("# seed=%u rounds=%lu threads=%u\n", (unsigned)seed, rounds, threads);
    fflush(stdout);
    alarm(LONG_ENOUGH); /* a thread that nobody wakes ends the test */
    lib_host = (struct lib_host){
        .wait = futex_wait,
        .wake = futex_wake,
        .range_alloc = range_alloc,
        .range_free = range_free,
        .panic = panic,
    };
    host_thread_begin();
    check_alone();
    check_many();
    check_heap();
    printf("1..%u\n", claims);
    return failures != 0;
}
