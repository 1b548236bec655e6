/* Every error of the objects to wait on, but for handles that are none (uthread_handles.c): each
 * call says it twice, and nothing has changed.
 *
 * run: name=plain memory=8M
 * run: name=checked memory=8M checked=1
 * run: name=ring3 ring=3 compilers=gcc memory=8M
 */
#include "tests/uthread/uthread_scene.h"
#include "uthread/objects/mutex.h"

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

struct misuse {
    const char *what;
    int (*call)(void);
    int error;
};

/* A call whose result is the error; and one that returns a handle, or -1. */
#define CALL(name, call)                                                                           \
    static int name(void) { return call; }
#define MAKES(name, call)                                                                          \
    static int name(void) { return (call) ? -1 : utLastError(); }

CALL(send_nothing, utChannelSend(channel, NULL))
CALL(send_nothing_now, utChannelSendUntil(channel, NULL, UT_NOW))
CALL(receive_nothing, utChannelReceive(channel, NULL))
CALL(receive_nothing_now, utChannelReceiveUntil(channel, NULL, UT_NOW))
CALL(select_nothing, utSelect(NULL, 1, &chosen, UT_NOW))
CALL(select_unknown, utSelect(cases, 2, NULL, UT_NOW))
CALL(select_none, utSelect(cases, 0, &chosen, UT_NOW))
CALL(select_negative, utSelect(cases, -1, &chosen, UT_NOW))
CALL(select_many, utSelect(cases, UT_CASES_MOST + 1, &chosen, UT_NOW))
CALL(select_no_value, (bad_cases[1].channel = channel, utSelect(bad_cases, 2, &chosen, UT_NOW)))
CALL(select_unknown_kind,
     (unknown_cases[1].what = UtCaseJoin + 1, utSelect(unknown_cases, 2, &chosen, UT_NOW)))
CALL(select_negative_kind,
     (unknown_cases[1].what = -1, utSelect(unknown_cases, 2, &chosen, UT_NOW)))
MAKES(semaphore_negative, utSemaphoreCreate(-1, 1))
MAKES(semaphore_none, utSemaphoreCreate(0, 0))
MAKES(semaphore_above, utSemaphoreCreate(2, 1))
MAKES(channel_nothing, utChannelCreate(0, 1))
MAKES(channel_large, utChannelCreate(65536, 1))
MAKES(channel_many, utChannelCreate(4, 0x20000000))
MAKES(channel_most, utChannelCreate(65535, 2000))
CALL(give_full, utSemaphoreGive(full))
CALL(destroy_held, utMutexDestroy(held))
CALL(destroy_expected, utMutexDestroy(mutex))
CALL(destroy_waited, utConditionDestroy(waited))
CALL(destroy_wanted_semaphore, utSemaphoreDestroy(wanted_semaphore))
CALL(destroy_wanted_event, utEventDestroy(wanted_event))
CALL(destroy_wanted_timer, utTimerDestroy(wanted_timer))
CALL(destroy_wanted_channel, utChannelDestroy(wanted_channel))
CALL(destroy_expected_channel, utChannelDestroy(expected_channel))
CALL(unlock_held, utMutexUnlock(held))
CALL(unlock_free, utMutexUnlock(mutex))
CALL(wait_unheld, utConditionWait(condition, mutex, UT_FOREVER))
CALL(wait_held, utConditionWait(condition, held, UT_FOREVER))
CALL(send_closed, utChannelSend(closed, &value))
CALL(receive_closed, utChannelReceive(closed, &value))
CALL(close_closed, utChannelClose(closed))
CALL(lock_now, utMutexLockUntil(held, UT_NOW))
CALL(take_now, utSemaphoreTakeUntil(semaphore, UT_NOW))
CALL(pass_now, utEventWait(event, UT_NOW))
CALL(ring_now, utTimerWait(timer, UT_NOW))
CALL(send_now, utChannelSendUntil(channel, &value, UT_NOW))
CALL(receive_now, utChannelReceiveUntil(channel, &value, UT_NOW))
CALL(select_now, utSelect(cases, 2, &chosen, UT_NOW))
CALL(take_passed, utSemaphoreTakeUntil(semaphore, GetTickCount64()))
CALL(take_outside, utSemaphoreTake(semaphore))
CALL(take_later_outside, utSemaphoreTakeUntil(semaphore, utAfter(5)))
CALL(lock_outside, utMutexLockUntil(held, utAfter(5)))
CALL(lock_held_outside, utMutexLock(held))
CALL(pass_outside, utEventWait(event, UT_FOREVER))
CALL(ring_outside, utTimerWait(timer, UT_FOREVER))
CALL(send_outside, utChannelSend(channel, &value))
CALL(receive_outside, utChannelReceive(channel, &value))
CALL(select_outside, utSelect(cases, 2, &chosen, UT_FOREVER))

MAKES(barrier_none, utBarrierCreate(0))
MAKES(barrier_negative, utBarrierCreate(-1))
MAKES(group_negative, utWaitGroupCreate(-1))
CALL(destroy_written, utRwLockDestroy(written))
CALL(destroy_read, utRwLockDestroy(read))
CALL(destroy_wanted_rw_lock, utRwLockDestroy(wanted_rw_lock))
CALL(destroy_wanted_barrier, utBarrierDestroy(wanted_barrier))
CALL(destroy_wanted_group, utWaitGroupDestroy(wanted_group))
CALL(unlock_written, utRwLockWriteUnlock(written))
CALL(unlock_written_as_reader, utRwLockReadUnlock(written))
CALL(unlock_read_as_writer, utRwLockWriteUnlock(read))
CALL(unlock_unread, utRwLockReadUnlock(rw_lock))
CALL(unlock_unwritten, utRwLockWriteUnlock(rw_lock))
CALL(done_too_often, utWaitGroupAdd(group, -2))
CALL(add_too_much, utWaitGroupAdd(most, 1))
CALL(call_nothing, utOnceCall(&once, NULL, NULL, UT_FOREVER))
CALL(read_now, utRwLockRead(written, UT_NOW))
CALL(write_now, utRwLockWrite(read, UT_NOW))
CALL(arrive_now, utBarrierWait(barrier, NULL, UT_NOW))
CALL(all_now, utWaitGroupWait(group, UT_NOW))
CALL(read_outside, utRwLockRead(written, UT_FOREVER))
CALL(write_outside, utRwLockWrite(read, utAfter(5)))
CALL(arrive_outside, utBarrierWait(barrier, NULL, UT_FOREVER))
CALL(all_outside, utWaitGroupWait(group, UT_FOREVER))

static void in_once(void *argument)
{
    utYield();
    (void)argument;
}
CALL(once_now, utOnceCall(&called, in_once, NULL, UT_NOW))
CALL(once_outside, utOnceCall(&called, in_once, NULL, UT_FOREVER))

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

static const struct misuse anywhere[] = {
    {"sending from NULL", send_nothing, UtErrorInvalid},
    {"sending from NULL now", send_nothing_now, UtErrorInvalid},
    {"receiving to NULL", receive_nothing, UtErrorInvalid},
    {"receiving to NULL now", receive_nothing_now, UtErrorInvalid},
    {"selecting without cases", select_nothing, UtErrorInvalid},
    {"selecting without a result", select_unknown, UtErrorInvalid},
    {"selecting of no cases", select_none, UtErrorRange},
    {"selecting of fewer", select_negative, UtErrorRange},
    {"selecting of too many", select_many, UtErrorRange},
    {"selecting without a value", select_no_value, UtErrorInvalid},
    {"selecting of an unknown kind", select_unknown_kind, UtErrorRange},
    {"or of one below all", select_negative_kind, UtErrorRange},
    {"a semaphore below 0", semaphore_negative, UtErrorRange},
    {"a semaphore that cannot be given", semaphore_none, UtErrorRange},
    {"a semaphore above its most", semaphore_above, UtErrorRange},
    {"a channel of nothing", channel_nothing, UtErrorRange},
    {"a channel of too large values", channel_large, UtErrorRange},
    {"a channel of too many values", channel_many, UtErrorRange},
    {"a channel without memory for its values", channel_most, UtErrorNoMemory},
    {"giving above the most", give_full, UtErrorRange},
    {"destroying a mutex that is held", destroy_held, UtErrorBusy},
    {"destroying one that a wait for a condition will lock", destroy_expected, UtErrorBusy},
    {"destroying a condition with waiters", destroy_waited, UtErrorBusy},
    {"destroying a semaphore with waiters", destroy_wanted_semaphore, UtErrorBusy},
    {"destroying an event with waiters", destroy_wanted_event, UtErrorBusy},
    {"destroying a timer with waiters", destroy_wanted_timer, UtErrorBusy},
    {"destroying a channel with a waiting sender", destroy_wanted_channel, UtErrorBusy},
    {"destroying one with a waiting receiver", destroy_expected_channel, UtErrorBusy},
    {"unlocking another thread's mutex", unlock_held, UtErrorNotOwner},
    {"unlocking a free mutex", unlock_free, UtErrorNotOwner},
    {"waiting for a condition without the mutex", wait_unheld, UtErrorNotOwner},
    {"waiting for a condition with another's mutex", wait_held, UtErrorNotOwner},
    {"sending to a closed channel", send_closed, UtErrorClosed},
    {"receiving from a closed channel", receive_closed, UtErrorClosed},
    {"closing twice", close_closed, UtErrorClosed},
    {"locking now", lock_now, UtErrorTimedOut},
    {"taking now", take_now, UtErrorTimedOut},
    {"passing now", pass_now, UtErrorTimedOut},
    {"waiting for a ring now", ring_now, UtErrorTimedOut},
    {"sending now", send_now, UtErrorTimedOut},
    {"receiving now", receive_now, UtErrorTimedOut},
    {"selecting now", select_now, UtErrorTimedOut},
    {"taking by now", take_passed, UtErrorTimedOut},
    {"locking twice", lock_twice, UtErrorSelf},
    {"locking again too often", lock_too_often, UtErrorRange},
    {"a barrier for nobody", barrier_none, UtErrorRange},
    {"a barrier for fewer", barrier_negative, UtErrorRange},
    {"a wait group below 0", group_negative, UtErrorRange},
    {"destroying a lock that is written", destroy_written, UtErrorBusy},
    {"destroying one that is read", destroy_read, UtErrorBusy},
    {"destroying one with waiters", destroy_wanted_rw_lock, UtErrorBusy},
    {"destroying a barrier with waiters", destroy_wanted_barrier, UtErrorBusy},
    {"destroying a wait group with waiters", destroy_wanted_group, UtErrorBusy},
    {"unlocking a lock that another thread writes", unlock_written, UtErrorNotOwner},
    {"unlocking it as a reader", unlock_written_as_reader, UtErrorNotOwner},
    {"unlocking as a writer one that is read", unlock_read_as_writer, UtErrorNotOwner},
    {"unlocking as a reader one that is free", unlock_unread, UtErrorNotOwner},
    {"unlocking as a writer one that is free", unlock_unwritten, UtErrorNotOwner},
    {"being done more often than there is work", done_too_often, UtErrorRange},
    {"adding work above the most", add_too_much, UtErrorRange},
    {"calling nothing once", call_nothing, UtErrorInvalid},
    {"reading now", read_now, UtErrorTimedOut},
    {"writing now", write_now, UtErrorTimedOut},
    {"meeting at a barrier now", arrive_now, UtErrorTimedOut},
    {"waiting for all now", all_now, UtErrorTimedOut},
    {"waiting for another's call now", once_now, UtErrorTimedOut},
    {"writing twice, and reading while one writes", write_twice, UtErrorSelf},
    {"reading too often", read_too_often, UtErrorRange},
};

static const struct misuse outside[] = {
    {"waiting for a semaphore", take_outside, UtErrorOutside},
    {"waiting a while", take_later_outside, UtErrorOutside},
    {"waiting for a mutex", lock_held_outside, UtErrorOutside},
    {"waiting a while for one", lock_outside, UtErrorOutside},
    {"unlocking a thread's mutex", unlock_held, UtErrorNotOwner},
    {"waiting for an event", pass_outside, UtErrorOutside},
    {"waiting for a timer", ring_outside, UtErrorOutside},
    {"waiting to send", send_outside, UtErrorOutside},
    {"waiting to receive", receive_outside, UtErrorOutside},
    {"waiting for one of several", select_outside, UtErrorOutside},
    {"waiting for a condition", wait_outside, UtErrorOutside},
    {"waiting to read", read_outside, UtErrorOutside},
    {"waiting to write", write_outside, UtErrorOutside},
    {"waiting at a barrier", arrive_outside, UtErrorOutside},
    {"waiting for a wait group", all_outside, UtErrorOutside},
    {"waiting for another's call", once_outside, UtErrorOutside},
};

static void commit(const struct misuse *rows, unsigned count, const char *where)
{
    struct heap_usage heap = heap_usage();
    for (const struct misuse *row = rows; row < rows + count; row++) {
        error_small();
        int error = row->call();
        ok(error == row->error && utLastError() == row->error && heap_usage().blocks == heap.blocks,
           "%s, %s: %s", where, row->what, utErrorText(row->error));
    }
}

#define COMMIT(rows, where) commit(rows, sizeof(rows) / sizeof((rows)[0]), where)

/* ---------------------------------------------------------------- around them */

static void misuses(void)
{
    COMMIT(anywhere, "in a thread");
    enter("all");
}

static void holds(void)
{
    utMutexLock(held);
    utMutexLock(wanted);
    utRwLockWrite(written, UT_NOW);
    utRwLockRead(read, UT_NOW);
    utRwLockRead(wanted_rw_lock, UT_NOW);
    utSemaphoreTakeUntil(wanted_semaphore, utAfter(50));
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

static void arrives(void) { utBarrierWait(wanted_barrier, NULL, utAfter(50)); }
static void waits_for_all(void) { utWaitGroupWait(wanted_group, utAfter(50)); }

static void rests(void *argument)
{
    (void)argument;
    utSleep(50);
}

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
    utConditionWait(waited, mutex, utAfter(50));
    utMutexUnlock(mutex);
    utMutexLock(wanted);
    utMutexUnlock(wanted);
}

static void passes(void) { utEventWait(wanted_event, utAfter(50)); }
static void rings(void) { utTimerWait(wanted_timer, utAfter(50)); }

static void sends(void)
{
    int number = 1;
    utChannelSendUntil(wanted_channel, &number, utAfter(50));
}

static void receives(void)
{
    int number;
    utChannelReceiveUntil(expected_channel, &number, utAfter(50));
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
    COMMIT(outside, "outside");
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
