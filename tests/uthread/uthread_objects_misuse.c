/* Every error of the objects to wait on, but for handles that are none (uthread_handles.c): each
 * call says it twice, and nothing has changed.
 *
 * run: name=plain memory=8M
 * run: name=checked memory=8M checked=1
 * run: name=ring3 ring=3 compilers=gcc memory=8M
 */
#include "tests/uthread/uthread_scene.h"
#include "uthread/objects/ut_mutex.h"

#include <stdlib.h>

static utMutex mutex, held, wanted, again;
static utCondition condition, waited;
static utSemaphore semaphore, full, wanted_semaphore;
static utEvent event, wanted_event;
static utTimer timer, wanted_timer;
static utChannel channel, closed, wanted_channel, expected_channel;
static utRwLock rw_lock, written, read, wanted_rw_lock;
static utBarrier barrier, wanted_barrier;
static utWaitGroup group, most, wanted_group;
static utOnce once, called;
static int value, chosen;
static utCase cases[2], bad_cases[2], unknown_cases[2];

static const char *where; /* the calls come from */
static unsigned before;   /* blocks on the heap */

static void look(void)
{
    before = heap_usage().blocks;
    error_small();
}

static void has_failed(const char *what, int error, int result)
{
    ok(result == error && utLastError() == error && heap_usage().blocks == before, "%s, %s: %s",
       where, what, utErrorText(error));
}

/* A call whose result is the error, and one whose result is a handle. */
#define FAILS(what, error, call)      (look(), has_failed(what, UtError##error, (call)))
#define MAKES_NONE(what, error, call) FAILS(what, error, (call) ? -1 : utLastError())

static void in_once(void *argument) { utYield(); }

static int write_twice(void)
{
    utRwLockWrite(rw_lock, UT_NOW);
    int error = utRwLockWrite(rw_lock, UT_FOREVER), reader = utRwLockRead(rw_lock, UT_FOREVER);
    utRwLockWriteUnlock(rw_lock);
    return error == reader ? error : -1;
}

/* Calls alone would take too long for a test, so this writes the count of readers, the word behind
 * the writer. */
static int read_too_often(void)
{
    DWORD *readers = (DWORD *)(rw_lock) + sizeof(struct ut_object) / sizeof(DWORD) + 1;
    utRwLockRead(rw_lock, UT_NOW);
    if (*readers != 1)
        return -1;
    *readers = UT_COUNT_MOST;
    int error = utRwLockRead(rw_lock, UT_NOW);
    *readers = 1;
    return utRwLockReadUnlock(rw_lock) ? -1 : error;
}

static int wait_outside(void)
{
    utMutexLock(mutex);
    int error = utConditionWait(condition, mutex, UT_FOREVER);
    utMutexUnlock(mutex);
    return error;
}

static int lock_twice(void)
{
    utMutexLock(mutex);
    int error = utMutexLock(mutex);
    utMutexUnlock(mutex);
    return error;
}

/* Calls alone would take too long for a test, so this writes the mutex's count. */
static int lock_too_often(void)
{
    utMutexLock(again);
    utMutexLock(again);
    again->again = UT_COUNT_MOST;
    int error = utMutexLock(again), until = utMutexLockUntil(again, UT_NOW);
    again->again = 1;
    return utMutexUnlock(again) | utMutexUnlock(again) ? -1 : error == until ? error : -1;
}

static void misuses(void)
{
    where = "in a thread";
    FAILS("sending from NULL", Invalid, utChannelSend(channel, NULL));
    FAILS("sending from NULL now", Invalid, utChannelSendUntil(channel, NULL, UT_NOW));
    FAILS("receiving to NULL", Invalid, utChannelReceive(channel, NULL));
    FAILS("receiving to NULL now", Invalid, utChannelReceiveUntil(channel, NULL, UT_NOW));
    FAILS("selecting without cases", Invalid, utSelect(NULL, 1, &chosen, UT_NOW));
    FAILS("selecting without a result", Invalid, utSelect(cases, 2, NULL, UT_NOW));
    FAILS("selecting of no cases", Range, utSelect(cases, 0, &chosen, UT_NOW));
    FAILS("selecting of fewer", Range, utSelect(cases, -1, &chosen, UT_NOW));
    FAILS("selecting of too many", Range, utSelect(cases, UT_CASES_MOST + 1, &chosen, UT_NOW));
    FAILS("selecting without a value", Invalid,
          (bad_cases[1].channel = channel, utSelect(bad_cases, 2, &chosen, UT_NOW)));
    FAILS("selecting of an unknown kind", Range,
          (unknown_cases[1].what = UtCaseJoin + 1, utSelect(unknown_cases, 2, &chosen, UT_NOW)));
    FAILS("or of one below all", Range,
          (unknown_cases[1].what = -1, utSelect(unknown_cases, 2, &chosen, UT_NOW)));
    MAKES_NONE("a semaphore below 0", Range, utSemaphoreCreate(-1, 1));
    MAKES_NONE("a semaphore that cannot be given", Range, utSemaphoreCreate(0, 0));
    MAKES_NONE("a semaphore above its most", Range, utSemaphoreCreate(2, 1));
    MAKES_NONE("a channel of nothing", Range, utChannelCreate(0, 1));
    MAKES_NONE("a channel of too large values", Range, utChannelCreate(65536, 1));
    MAKES_NONE("a channel of too many values", Range, utChannelCreate(4, 0x20000000));
    MAKES_NONE("a channel without memory for its values", NoMemory, utChannelCreate(65535, 2000));
    FAILS("giving above the most", Range, utSemaphoreGive(full));
    FAILS("destroying a mutex that is held", Busy, utMutexDestroy(held));
    FAILS("destroying one that a wait for a condition will lock", Busy, utMutexDestroy(mutex));
    FAILS("destroying a condition with waiters", Busy, utConditionDestroy(waited));
    FAILS("destroying a semaphore with waiters", Busy, utSemaphoreDestroy(wanted_semaphore));
    FAILS("destroying an event with waiters", Busy, utEventDestroy(wanted_event));
    FAILS("destroying a timer with waiters", Busy, utTimerDestroy(wanted_timer));
    FAILS("destroying a channel with a waiting sender", Busy, utChannelDestroy(wanted_channel));
    FAILS("destroying one with a waiting receiver", Busy, utChannelDestroy(expected_channel));
    FAILS("unlocking another thread's mutex", NotOwner, utMutexUnlock(held));
    FAILS("unlocking a free mutex", NotOwner, utMutexUnlock(mutex));
    FAILS("waiting for a condition without the mutex", NotOwner,
          utConditionWait(condition, mutex, UT_FOREVER));
    FAILS("waiting for a condition with another's mutex", NotOwner,
          utConditionWait(condition, held, UT_FOREVER));
    FAILS("sending to a closed channel", Closed, utChannelSend(closed, &value));
    FAILS("receiving from a closed channel", Closed, utChannelReceive(closed, &value));
    FAILS("closing twice", Closed, utChannelClose(closed));
    FAILS("locking now", TimedOut, utMutexLockUntil(held, UT_NOW));
    FAILS("taking now", TimedOut, utSemaphoreTakeUntil(semaphore, UT_NOW));
    FAILS("passing now", TimedOut, utEventWait(event, UT_NOW));
    FAILS("waiting for a ring now", TimedOut, utTimerWait(timer, UT_NOW));
    FAILS("sending now", TimedOut, utChannelSendUntil(channel, &value, UT_NOW));
    FAILS("receiving now", TimedOut, utChannelReceiveUntil(channel, &value, UT_NOW));
    FAILS("selecting now", TimedOut, utSelect(cases, 2, &chosen, UT_NOW));
    FAILS("taking by now", TimedOut, utSemaphoreTakeUntil(semaphore, GetTickCount64()));
    FAILS("locking twice", Self, lock_twice());
    FAILS("locking again too often", Range, lock_too_often());
    MAKES_NONE("a barrier for nobody", Range, utBarrierCreate(0));
    MAKES_NONE("a barrier for fewer", Range, utBarrierCreate(-1));
    MAKES_NONE("a wait group below 0", Range, utWaitGroupCreate(-1));
    FAILS("destroying a lock that is written", Busy, utRwLockDestroy(written));
    FAILS("destroying one that is read", Busy, utRwLockDestroy(read));
    FAILS("destroying one with waiters", Busy, utRwLockDestroy(wanted_rw_lock));
    FAILS("destroying a barrier with waiters", Busy, utBarrierDestroy(wanted_barrier));
    FAILS("destroying a wait group with waiters", Busy, utWaitGroupDestroy(wanted_group));
    FAILS("unlocking a lock that another thread writes", NotOwner, utRwLockWriteUnlock(written));
    FAILS("unlocking it as a reader", NotOwner, utRwLockReadUnlock(written));
    FAILS("unlocking as a writer one that is read", NotOwner, utRwLockWriteUnlock(read));
    FAILS("unlocking as a reader one that is free", NotOwner, utRwLockReadUnlock(rw_lock));
    FAILS("unlocking as a writer one that is free", NotOwner, utRwLockWriteUnlock(rw_lock));
    FAILS("being done more often than there is work", Range, utWaitGroupAdd(group, -2));
    FAILS("adding work above the most", Range, utWaitGroupAdd(most, 1));
    FAILS("calling nothing once", Invalid, utOnceCall(&once, NULL, NULL, UT_FOREVER));
    FAILS("reading now", TimedOut, utRwLockRead(written, UT_NOW));
    FAILS("writing now", TimedOut, utRwLockWrite(read, UT_NOW));
    FAILS("meeting at a barrier now", TimedOut, utBarrierWait(barrier, NULL, UT_NOW));
    FAILS("waiting for all now", TimedOut, utWaitGroupWait(group, UT_NOW));
    FAILS("waiting for another's call now", TimedOut, utOnceCall(&called, in_once, NULL, UT_NOW));
    FAILS("writing twice, and reading while one writes", Self, write_twice());
    FAILS("reading too often", Range, read_too_often());
    enter("all");
}

static void misuses_outside(void)
{
    where = "outside";
    FAILS("waiting for a semaphore", Outside, utSemaphoreTake(semaphore));
    FAILS("waiting a while", Outside, utSemaphoreTakeUntil(semaphore, in_ticks(5)));
    FAILS("waiting for a mutex", Outside, utMutexLock(held));
    FAILS("waiting a while for one", Outside, utMutexLockUntil(held, in_ticks(5)));
    FAILS("unlocking a thread's mutex", NotOwner, utMutexUnlock(held));
    FAILS("waiting for an event", Outside, utEventWait(event, UT_FOREVER));
    FAILS("waiting for a timer", Outside, utTimerWait(timer, UT_FOREVER));
    FAILS("waiting to send", Outside, utChannelSend(channel, &value));
    FAILS("waiting to receive", Outside, utChannelReceive(channel, &value));
    FAILS("waiting for one of several", Outside, utSelect(cases, 2, &chosen, UT_FOREVER));
    FAILS("waiting for a condition", Outside, wait_outside());
    FAILS("waiting to read", Outside, utRwLockRead(written, UT_FOREVER));
    FAILS("waiting to write", Outside, utRwLockWrite(read, in_ticks(5)));
    FAILS("waiting at a barrier", Outside, utBarrierWait(barrier, NULL, UT_FOREVER));
    FAILS("waiting for a wait group", Outside, utWaitGroupWait(group, UT_FOREVER));
    FAILS("waiting for another's call", Outside, utOnceCall(&called, in_once, NULL, UT_FOREVER));
}

/* ---------------------------------------------------------------- around them */

static void holds(void)
{
    utMutexLock(held);
    utMutexLock(wanted);
    utRwLockWrite(written, UT_NOW);
    utRwLockRead(read, UT_NOW);
    utRwLockRead(wanted_rw_lock, UT_NOW);
    utSemaphoreTakeUntil(wanted_semaphore, in_ticks(50));
    utRwLockReadUnlock(wanted_rw_lock);
    utRwLockReadUnlock(read);
    utRwLockWriteUnlock(written);
    utMutexUnlock(wanted);
    utMutexUnlock(held);
}

static void writes(void)
{
    utRwLockWrite(wanted_rw_lock, UT_FOREVER);
    utRwLockWriteUnlock(wanted_rw_lock);
}

static void arrives(void) { utBarrierWait(wanted_barrier, NULL, in_ticks(50)); }
static void waits_for_all(void) { utWaitGroupWait(wanted_group, in_ticks(50)); }
static void rests(void *argument) { sleep_ticks(50); }
static void calls_once(void) { utOnceCall(&called, rests, NULL, UT_FOREVER); }

static void holds_for_a_turn(void)
{
    utMutexLock(held);
    utRwLockWrite(written, UT_NOW);
    utRwLockRead(read, UT_NOW);
    utOnceCall(&called, in_once, NULL, UT_NOW);
    utRwLockReadUnlock(read);
    utRwLockWriteUnlock(written);
    utMutexUnlock(held);
}

static void waits(void)
{
    utMutexLock(mutex);
    utConditionWait(waited, mutex, in_ticks(50));
    utMutexUnlock(mutex);
    utMutexLock(wanted);
    utMutexUnlock(wanted);
}

static void passes(void) { utEventWait(wanted_event, in_ticks(50)); }
static void rings(void) { utTimerWait(wanted_timer, in_ticks(50)); }

static void sends(void)
{
    int number = 1;
    utChannelSendUntil(wanted_channel, &number, in_ticks(50));
}

static void receives(void)
{
    int number;
    utChannelReceiveUntil(expected_channel, &number, in_ticks(50));
}

static void make(void)
{
    mutex = utMutexCreate(false);
    held = utMutexCreate(false);
    wanted = utMutexCreate(true);
    again = utMutexCreate(true);
    condition = utConditionCreate();
    waited = utConditionCreate();
    semaphore = utSemaphoreCreate(0, 1);
    full = utSemaphoreCreate(1, 1);
    wanted_semaphore = utSemaphoreCreate(0, 1);
    event = utEventCreate(false, false);
    wanted_event = utEventCreate(true, false);
    timer = utTimerCreate();
    wanted_timer = utTimerCreate();
    channel = utChannelCreate(sizeof value, 0);
    closed = utChannelCreate(sizeof value, 1);
    wanted_channel = utChannelCreate(sizeof value, 0);
    expected_channel = utChannelCreate(sizeof value, 0);
    utChannelClose(closed);
    rw_lock = utRwLockCreate();
    written = utRwLockCreate();
    read = utRwLockCreate();
    wanted_rw_lock = utRwLockCreate();
    barrier = utBarrierCreate(2);
    wanted_barrier = utBarrierCreate(2);
    group = utWaitGroupCreate(1);
    most = utWaitGroupCreate(UT_COUNT_MOST);
    wanted_group = utWaitGroupCreate(1);
    once = called = (utOnce)UT_ONCE_INIT;
    cases[0] = bad_cases[0] = (utCase){.channel = channel, .value = &value};
    cases[1].send = true;
    unknown_cases[0] = utCaseOfSemaphore(full);
    unknown_cases[1].handle = channel;
}

static int destroy(void)
{
    return utMutexDestroy(mutex) | utMutexDestroy(held) | utMutexDestroy(wanted) |
           utMutexDestroy(again) | utConditionDestroy(condition) | utConditionDestroy(waited) |
           utSemaphoreDestroy(semaphore) | utSemaphoreDestroy(full) |
           utSemaphoreDestroy(wanted_semaphore) | utEventDestroy(event) |
           utEventDestroy(wanted_event) | utTimerDestroy(timer) | utTimerDestroy(wanted_timer) |
           utChannelDestroy(channel) | utChannelDestroy(closed) | utChannelDestroy(wanted_channel) |
           utChannelDestroy(expected_channel) | utRwLockDestroy(rw_lock) |
           utRwLockDestroy(written) | utRwLockDestroy(read) | utRwLockDestroy(wanted_rw_lock) |
           utBarrierDestroy(barrier) | utBarrierDestroy(wanted_barrier) |
           utWaitGroupDestroy(group) | utWaitGroupDestroy(most) | utWaitGroupDestroy(wanted_group);
}

static void check_calls(void)
{
    struct heap_usage heap = heap_usage();
    clock_set(1000);
    make();
    utSch sch = utSchedulerCreate();
    static const struct {
        const char *name;
        utFunction func;
    } threads[] = {{"misuses", misuses}, {"sends", sends},     {"receives", receives},
                   {"rings", rings},     {"passes", passes},   {"waits", waits},
                   {"writes", writes},   {"arrives", arrives}, {"all", waits_for_all},
                   {"once", calls_once}, {"holds", holds}};
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++)
        add(sch, threads[i].name, threads[i].func);
    clock_run(sch);
    diary_is("all", "all of that was tried");
    utSchedulerDestroy(sch);
    is_dec((DWORD)destroy(), UtErrorNone, "afterwards everything is as it was, and is destroyed");
    is_dec(heap_usage().blocks, heap.blocks, "nothing is left");

    make();
    uThd holder = uThreadCreate(holds_for_a_turn);
    utResume(holder);
    misuses_outside();
    utResume(holder);
    uThreadDestroy(holder);
    is_dec((DWORD)destroy(), UtErrorNone, "outside, too, everything is as it was");
}

/* ---------------------------------------------------------------- no memory */

static void *make_mutex(void) { return utMutexCreate(true); }
static void *make_condition(void) { return utConditionCreate(); }
static void *make_semaphore(void) { return utSemaphoreCreate(1, 1); }
static void *make_event(void) { return utEventCreate(true, true); }
static void *make_timer(void) { return utTimerCreate(); }
static void *make_channel(void) { return utChannelCreate(1, 1); }
static void *make_rw_lock(void) { return utRwLockCreate(); }
static void *make_barrier(void) { return utBarrierCreate(1); }
static void *make_group(void) { return utWaitGroupCreate(1); }

static void check_exhaustion(void)
{
    static const struct {
        const char *what;
        void *(*make)(void);
    } rows[] = {
        {"mutex", make_mutex},  {"condition", make_condition}, {"event", make_event},
        {"timer", make_timer},  {"channel", make_channel},     {"semaphore", make_semaphore},
        {"lock", make_rw_lock}, {"barrier", make_barrier},     {"wait group", make_group}};
    void **blocks = NULL;
    for (size_t size = 65536; size >= 4; size /= 2)
        for (void **block; (block = malloc(size)); blocks = block)
            *block = blocks;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        error_small();
        void *made = rows[i].make();
        ok(!made && utLastError() == UtErrorNoMemory, "without memory there is no %s",
           rows[i].what);
    }
    while (blocks) {
        void **next = *blocks;
        free(blocks);
        blocks = next;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *made = rows[i].make();
        ok(made != NULL, "with memory there is a %s again", rows[i].what);
        free(made);
    }
}

int main(void)
{
    check_calls();
    check_exhaustion();
    return tap_done();
}
