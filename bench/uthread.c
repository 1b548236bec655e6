/* The costs of user-level threads. Each figure is a path between two stamps, in one thread or from
 * one to the next, through the calls that any program makes. The least of some tries counts,
 * because the first try also makes memory and lists that last.
 */
#include "bench/bench.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/pic.h"
#include "lib/heap.h"

#include <string.h>
#include <uthread.h>

/* A statement written out: a loop around it would be counted, too. */
#define FOUR(statement)                                                                            \
    statement;                                                                                     \
    statement;                                                                                     \
    statement;                                                                                     \
    statement
#define SIXTEEN(statement) FOUR(FOUR(statement))

enum { TRIES = 4, MANY = 16 /* transfers or lives in a path that has several */ };
enum { HOOK = 3 /* instructions of stamping_tick behind its stamp */ };
enum { THREADS = 64, STACK = 768, MOST_BODIES = 4 };

/* uthread_tick.S */
void stamping_tick(void);
extern void *tick_gate;

static uint32_t least;
static utSch scheduler; /* of the threads that run */

/* Keeps the path between the last two stamps, if it is the shortest so far. */
static void keep(void)
{
    least = path_length() < least ? path_length() : least;
}

/* Defines a body that counts `path`. */
#define COUNTS(body, path)                                                                         \
    static void body(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < TRIES; i++) {                                                          \
            STAMP(stamp_before);                                                                   \
            path;                                                                                  \
            STAMP(stamp_after);                                                                    \
            keep();                                                                                \
        }                                                                                          \
    }

/* ---------------------------------------------------------------- switches */

static void yields(void)
{
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        utYield();
    }
}

/* The other end of a path that begins in another thread. */
static void counts_after_yield(void)
{
    for (int i = 0; i < TRIES; i++) {
        utYield();
        STAMP(stamp_after);
        keep();
    }
}

/* Yields to its resumer, with nothing but calls. */
static void yields_for_ever(void)
{
    for (;;) {
        SIXTEEN(utYield());
    }
}

static uThd resumed;
COUNTS(resumes, utResume(resumed))

static void resumes_one(void)
{
    resumed = uThreadCreate(yields_for_ever);
    resumes();
    uThreadDestroy(resumed);
}

/* ---------------------------------------------------------------- sleeping */

static void sleeps_once(void)
{
    STAMP(stamp_before);
    utSleep(1);
}

/* ---------------------------------------------------------------- objects */

static utSemaphore semaphore, there, back;
static utMutex mutex;

COUNTS(takes_and_gives, utSemaphoreTake(semaphore); utSemaphoreGive(semaphore))
COUNTS(locks_and_unlocks, utMutexLock(mutex); utMutexUnlock(mutex))
COUNTS(pings, utSemaphoreGive(there); utSemaphoreTake(back))

/* The other end of as many round trips as TRIES. */
static void pongs(void)
{
    FOUR(utSemaphoreTake(there); utSemaphoreGive(back));
}

/* ---------------------------------------------------------------- channels */

static utChannel channel, second;
static char received[64], sent[64];

/* Receives two values before each path. After them both sides are where they are again after every
 * second value. Ends the sender, too. */
static void receives(void)
{
    for (int i = 0; i < TRIES; i++) {
        utChannelReceive(channel, received);
        utChannelReceive(channel, received);
        STAMP(stamp_before);
        SIXTEEN(utChannelReceive(channel, received));
        STAMP(stamp_after);
        keep();
    }
    utChannelClose(channel);
}

static void sends(void)
{
    int result = UtErrorNone;
    while (result == UtErrorNone) {
        SIXTEEN(result = utChannelSend(channel, sent));
    }
}

/* As many values as there are places, in and out again. */
COUNTS(fills_and_empties, SIXTEEN(utChannelSend(channel, sent));
       SIXTEEN(utChannelReceive(channel, received)))

static utCase *both_cases(void)
{
    static utCase cases[2];
    cases[0] = (utCase){.channel = channel, .value = received};
    cases[1] = (utCase){.channel = second, .value = received};
    return cases;
}

static void selects(void)
{
    utCase *cases = both_cases();
    int chosen;
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        utSelect(cases, 2, &chosen, UT_FOREVER);
        STAMP(stamp_after);
        keep();
    }
}

/* Serves a waiting select, through one channel and the other, and lets it go on. */
static void serves(void)
{
    for (int i = 0; i < TRIES; i += 2) {
        utChannelSend(second, sent);
        utYield();
        utChannelSend(channel, sent);
        utYield();
    }
}

/* ---------------------------------------------------------------- lives */

static utPool pool;

static void *returns_at_once(void *argument)
{
    return argument;
}

/* A thread's whole life; the maker waits for its end. */
static inline void live(utPool from)
{
    uThd uthread = uThreadCreateFor(returns_at_once, NULL, from);
    utSchAddUthd(scheduler, uthread);
    uThreadJoin(uthread, NULL, UT_FOREVER);
    uThreadDestroy(uthread);
}

/* The life of a thread that is resumed by hand. It has ended when it is joined. */
static inline void live_resumed(void)
{
    uThd uthread = uThreadCreateFor(returns_at_once, NULL, pool);
    utResume(uthread);
    uThreadJoin(uthread, NULL, UT_FOREVER);
    uThreadDestroy(uthread);
}

/* The life of a detached thread. A later call frees it, so the path must have many lives. */
static inline void live_detached(utPool from)
{
    uThd uthread = uThreadCreateFor(returns_at_once, NULL, from);
    uThreadDetach(uthread);
    utSchAddUthd(scheduler, uthread);
    utYield();
}

COUNTS(lives_packed, live(pool))
COUNTS(lives_stack, live(NULL))
COUNTS(lives_resumed, live_resumed())
COUNTS(lives_stack_detached, SIXTEEN(live_detached(NULL)))
COUNTS(lives_detached, SIXTEEN(live_detached(pool)))

/* ---------------------------------------------------------------- the clock */

/* Has the timer's interrupt come by stamping_tick, or no longer. */
static void hook_tick(bool on)
{
    static struct __attribute__((packed)) {
        uint16_t limit;
        uint32_t base;
    } kernels, ours;
    static struct {
        uint16_t low, selector, type, high;
    } gates[256];
    if (!on) {
        __asm__ volatile("lidt %0" : : "m"(kernels));
        return;
    }
    __asm__ volatile("sidt %0" : "=m"(kernels));
    memcpy(gates, (void *)kernels.base, kernels.limit + 1u);
    ours.limit = kernels.limit;
    ours.base = (uint32_t)gates;
    unsigned vector = PIC_VECTOR_BASE;
    tick_gate = (void *)(gates[vector].low | (uint32_t)gates[vector].high << 16);
    gates[vector].low = (uint16_t)(uint32_t)stamping_tick;
    gates[vector].high = (uint16_t)((uint32_t)stamping_tick >> 16);
    __asm__ volatile("lidt %0" : : "m"(ours));
}

static void waits_for_tick(void)
{
    for (int i = 0; i < TRIES; i++) {
        cpu_wait();
        STAMP(stamp_after);
        interrupts_off();
        keep();
    }
}

static void sleeps_for_tick(void)
{
    for (int i = 0; i < TRIES; i++) {
        utSleep(1);
        STAMP(stamp_after);
        keep();
    }
}

/* ---------------------------------------------------------------- the figures */

struct measurement {
    const char *name;
    void (*bodies[MOST_BODIES])(void); /* of threads, the last one runs first */
    uint32_t times;                    /* how many a path has of the thing counted; 0: one */
    uint32_t element, capacity;        /* of the channels */
    bool outside;                      /* the only body runs outside of threads */
    bool hooked;                       /* the path begins with the timer's interrupt */
};

static const struct measurement measurements[] = {
    {"switch", .bodies = {yields, counts_after_yield}},
    {"coroutine", .bodies = {resumes_one}},
    {"coroutine_main", .bodies = {resumes_one}, .outside = true},
    {"sem_pair", .bodies = {takes_and_gives}},
    {"mutex_pair", .bodies = {locks_and_unlocks}},
    {"sleep_insert", .bodies = {sleeps_once, sleeps_once, sleeps_once, counts_after_yield}},
    {"tick", .bodies = {waits_for_tick}, .outside = true, .hooked = true},
    {"irq_to_thread", .bodies = {sleeps_for_tick}, .hooked = true},
    {"pingpong", .bodies = {pings, pongs}},
    {"channel", .bodies = {receives, sends}, .times = MANY, .element = 4},
    {"channel_64", .bodies = {receives, sends}, .times = MANY, .element = 64},
    {"channel_buffered", .bodies = {fills_and_empties}, .times = MANY, .element = 4,
     .capacity = MANY},
    {"select_two", .bodies = {serves, selects}, .element = 4},
    {"lifecycle", .bodies = {lives_packed}},
    {"lifecycle_resumed", .bodies = {lives_resumed}},
    {"lifecycle_stack", .bodies = {lives_stack}},
    {"lifecycle_stack_detached", .bodies = {lives_stack_detached}, .times = MANY},
    {"lifecycle_detached", .bodies = {lives_detached}, .times = MANY},
};
enum { MEASUREMENTS = sizeof measurements / sizeof *measurements };

/* Runs the threads in turns until they have ended. */
static void run_threads(void (*const *bodies)(void))
{
    scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < MOST_BODIES && bodies[i]; i++)
        utSchAddUthd(scheduler, uThreadCreate(bodies[i]));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

static void measure(const struct measurement *row)
{
    if (row->element) {
        channel = utChannelCreate(row->element, row->capacity);
        second = utChannelCreate(row->element, row->capacity);
    }
    if (row->hooked)
        hook_tick(true);
    least = UINT32_MAX;
    bench_begin();
    interrupts_off();
    if (row->outside)
        row->bodies[0]();
    else
        run_threads(row->bodies);
    interrupts_on();
    if (row->hooked)
        hook_tick(false);
    if (row->element) {
        utChannelDestroy(channel);
        utChannelDestroy(second);
    }
    uint32_t times = row->times ? row->times : 1, beside = row->hooked ? HOOK : 0;
    uint32_t each = (least - beside + times - 1) / times;
    bench_path(row->name, each, least - each);
}

/* The memory that a thread of a pool takes beside its stack: from one slot to the next, and in the
 * heap. */
static uint32_t block_bytes(void)
{
    static uThd threads[THREADS];
    uint32_t before = heap_usage().bytes;
    for (int i = 0; i < THREADS; i++)
        threads[i] = uThreadCreateFor(returns_at_once, NULL, pool);
    uint32_t heap = heap_usage().bytes - before;
    uint32_t each =
        (uint32_t)((char *)threads[1] - (char *)threads[0]) - (uint32_t)threads[0]->stackSize;
    for (int i = 0; i < THREADS; i++)
        uThreadDestroy(threads[i]);
    return each + (heap + THREADS - 1) / THREADS;
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    pool = utPoolCreate(STACK, THREADS);
    semaphore = utSemaphoreCreate(1, 1);
    there = utSemaphoreCreate(0, 1);
    back = utSemaphoreCreate(0, 1);
    mutex = utMutexCreate(FALSE);
    for (unsigned i = 0; i < MEASUREMENTS; i++) {
        if (bench_wants(measurements[i].name))
            measure(&measurements[i]);
    }
    if (bench_wants("bytes"))
        bench_report("bytes", block_bytes());
    return 0;
}
