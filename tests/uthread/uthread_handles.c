/* Every call refuses a handle that is not good with UtErrorInvalid, outside of threads and inside,
 * and nothing changes: NULL, the handle of a destroyed object, a handle of another kind.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

enum kind {
    THREAD,
    SCHEDULER,
    POOL,
    KEY,
    MUTEX,
    CONDITION,
    SEMAPHORE,
    EVENT,
    TIMER,
    CHANNEL,
    RW_LOCK,
    BARRIER,
    WAIT_GROUP,
    ONCE,
    KINDS
};

/* One of each kind, and one that was destroyed. */
static void *good[KINDS], *gone[KINDS];
static uThd freed_slot, buried; /* left in a pool; ended and detached, and not yet freed */

static char stacks[2][UT_STACK_LEAST] __attribute__((aligned(4)));
static int value, chosen;
static utOnce onces[2];
static utStatistics statistics;
static CONTEXT context;
static utCase cases[2];

static void returns(void) {}
static void *gives(void *argument) { return argument; }

/* ---------------------------------------------------------------- every call that takes one */

/* CALL: a call that returns its error. TELLS: a call whose error only utLastError tells. */
#define CALL(name, call)                                                                           \
    static int name(void *it) { return call; }
#define TELLS(name, call)                                                                          \
    static int name(void *it)                                                                      \
    {                                                                                              \
        call;                                                                                      \
        return utLastError();                                                                      \
    }

TELLS(destroy_scheduler, utSchedulerDestroy(it))
TELLS(add_to, utSchAddUthd(it, good[THREAD]))
TELLS(start, utSchStart(it))
CALL(on_deadlock, utSchOnDeadlock(it, NULL))
CALL(set_slice, utSchSetSlice(it, 1))
CALL(get_statistics, utSchStatistics(it, &statistics))
CALL(dump, utDump(it))
TELLS(add_thread, utSchAddUthd(good[SCHEDULER], it))
CALL(set_priority, uThreadSetPriority(it, 1))
TELLS(destroy_thread, uThreadDestroy(it))
TELLS(resume, utResume(it))
CALL(join, uThreadJoin(it, NULL, UT_NOW))
CALL(detach, uThreadDetach(it))
CALL(cancel, uThreadCancel(it))
TELLS(exit_status, uThreadExitStatus(it))
TELLS(exception_record, uThreadExceptionRecord(it))
CALL(set_policy, uThreadSetPolicy(it, UtPolicyStop, NULL))
CALL(get_context, uThreadGetContext(it, &context))
CALL(set_context, uThreadSetContext(it, &context))
CALL(go_on, uThreadContinue(it))
TELLS(set_name, uThreadSetName(it, "name"))
TELLS(get_name, uThreadName(it))
TELLS(get_number, uThreadNumber(it))
CALL(keep_fpu, uThreadKeepFpu(it, true))
TELLS(stack_use, uThreadStackUse(it))
CALL(destroy_key, utKeyDestroy(it))
CALL(set_value, utKeySet(it, &value))
TELLS(get_value, utKeyGet(it))
CALL(destroy_pool, utPoolDestroy(it))
TELLS(create_in, uThreadCreateFor(gives, NULL, it))
CALL(destroy_mutex, utMutexDestroy(it))
CALL(lock, utMutexLock(it))
CALL(lock_until, utMutexLockUntil(it, UT_NOW))
CALL(unlock, utMutexUnlock(it))
TELLS(get_owner, utMutexOwner(it))
CALL(wait_with, utConditionWait(good[CONDITION], it, UT_NOW))
CALL(destroy_condition, utConditionDestroy(it))
CALL(wait_for, utConditionWait(it, good[MUTEX], UT_NOW))
CALL(wake_one, utConditionSignal(it))
CALL(wake_all, utConditionBroadcast(it))
CALL(destroy_semaphore, utSemaphoreDestroy(it))
CALL(take, utSemaphoreTake(it))
CALL(take_until, utSemaphoreTakeUntil(it, UT_NOW))
CALL(give, utSemaphoreGive(it))
CALL(get_count, utSemaphoreCount(it) == -1 ? utLastError() : UtErrorNone)
CALL(destroy_event, utEventDestroy(it))
CALL(pass, utEventWait(it, UT_NOW))
CALL(set_event, utEventSet(it))
CALL(reset_event, utEventReset(it))
CALL(destroy_timer, utTimerDestroy(it))
CALL(start_timer, utTimerStart(it, UT_NOW, 0))
CALL(stop_timer, utTimerStop(it))
CALL(wait_for_ring, utTimerWait(it, UT_NOW))
CALL(destroy_channel, utChannelDestroy(it))
CALL(send, utChannelSend(it, &value))
CALL(send_until, utChannelSendUntil(it, &value, UT_NOW))
CALL(receive, utChannelReceive(it, &value))
CALL(receive_until, utChannelReceiveUntil(it, &value, UT_NOW))
CALL(close_channel, utChannelClose(it))
CALL(get_inside, utChannelCount(it) == -1 ? utLastError() : UtErrorNone)
CALL(get_capacity, utChannelCapacity(it) == -1 ? utLastError() : UtErrorNone)
CALL(choose,
     (cases[1] = (utCase){.channel = it, .value = &value}, utSelect(cases, 2, &chosen, UT_NOW)))
CALL(choose_to_send, (cases[1] = utCaseToSend(it, &value), utSelect(cases, 2, &chosen, UT_NOW)))
CALL(choose_semaphore, (cases[1] = utCaseOfSemaphore(it), utSelect(cases, 2, &chosen, UT_NOW)))
CALL(choose_event, (cases[1] = utCaseOfEvent(it), utSelect(cases, 2, &chosen, UT_NOW)))
CALL(choose_timer, (cases[1] = utCaseOfTimer(it), utSelect(cases, 2, &chosen, UT_NOW)))
CALL(choose_thread, (cases[1] = utCaseOfThread(it, NULL), utSelect(cases, 2, &chosen, UT_NOW)))

CALL(destroy_rw_lock, utRwLockDestroy(it))
CALL(read, utRwLockRead(it, UT_NOW))
CALL(write, utRwLockWrite(it, UT_NOW))
CALL(unread, utRwLockReadUnlock(it))
CALL(unwrite, utRwLockWriteUnlock(it))
TELLS(get_writer, utRwLockWriter(it))
CALL(get_readers, utRwLockReaders(it) == -1 ? utLastError() : UtErrorNone)
CALL(destroy_barrier, utBarrierDestroy(it))
CALL(arrive, utBarrierWait(it, NULL, UT_NOW))
CALL(get_arrived, utBarrierWaiting(it) == -1 ? utLastError() : UtErrorNone)
CALL(destroy_wait_group, utWaitGroupDestroy(it))
CALL(add_work, utWaitGroupAdd(it, 1))
CALL(work_done, utWaitGroupDone(it))
CALL(wait_for_all, utWaitGroupWait(it, UT_NOW))
CALL(get_left, utWaitGroupCount(it) == -1 ? utLastError() : UtErrorNone)

static void never(void *argument) { enter("called with %X ", (unsigned)argument); }
CALL(call_once, utOnceCall(it, never, NULL, UT_NOW))

static const struct row {
    const char *name;
    enum kind kind;
    int (*call)(void *it);
} rows[] = {
    {"utSchedulerDestroy", SCHEDULER, destroy_scheduler},
    {"utSchAddUthd", SCHEDULER, add_to},
    {"utSchStart", SCHEDULER, start},
    {"utSchOnDeadlock", SCHEDULER, on_deadlock},
    {"utSchSetSlice", SCHEDULER, set_slice},
    {"utSchStatistics", SCHEDULER, get_statistics},
    {"utDump", SCHEDULER, dump},
    {"utSchAddUthd's second", THREAD, add_thread},
    {"uThreadSetPriority", THREAD, set_priority},
    {"uThreadDestroy", THREAD, destroy_thread},
    {"utResume", THREAD, resume},
    {"uThreadJoin", THREAD, join},
    {"uThreadDetach", THREAD, detach},
    {"uThreadCancel", THREAD, cancel},
    {"uThreadExitStatus", THREAD, exit_status},
    {"uThreadExceptionRecord", THREAD, exception_record},
    {"uThreadSetPolicy", THREAD, set_policy},
    {"uThreadGetContext", THREAD, get_context},
    {"uThreadSetContext", THREAD, set_context},
    {"uThreadContinue", THREAD, go_on},
    {"uThreadSetName", THREAD, set_name},
    {"uThreadName", THREAD, get_name},
    {"uThreadNumber", THREAD, get_number},
    {"uThreadKeepFpu", THREAD, keep_fpu},
    {"uThreadStackUse", THREAD, stack_use},
    {"utKeyDestroy", KEY, destroy_key},
    {"utKeySet", KEY, set_value},
    {"utKeyGet", KEY, get_value},
    {"utPoolDestroy", POOL, destroy_pool},
    {"uThreadCreateFor", POOL, create_in},
    {"utMutexDestroy", MUTEX, destroy_mutex},
    {"utMutexLock", MUTEX, lock},
    {"utMutexLockUntil", MUTEX, lock_until},
    {"utMutexUnlock", MUTEX, unlock},
    {"utMutexOwner", MUTEX, get_owner},
    {"utConditionWait's second", MUTEX, wait_with},
    {"utConditionDestroy", CONDITION, destroy_condition},
    {"utConditionWait", CONDITION, wait_for},
    {"utConditionSignal", CONDITION, wake_one},
    {"utConditionBroadcast", CONDITION, wake_all},
    {"utSemaphoreDestroy", SEMAPHORE, destroy_semaphore},
    {"utSemaphoreTake", SEMAPHORE, take},
    {"utSemaphoreTakeUntil", SEMAPHORE, take_until},
    {"utSemaphoreGive", SEMAPHORE, give},
    {"utSemaphoreCount", SEMAPHORE, get_count},
    {"utEventDestroy", EVENT, destroy_event},
    {"utEventWait", EVENT, pass},
    {"utEventSet", EVENT, set_event},
    {"utEventReset", EVENT, reset_event},
    {"utTimerDestroy", TIMER, destroy_timer},
    {"utTimerStart", TIMER, start_timer},
    {"utTimerStop", TIMER, stop_timer},
    {"utTimerWait", TIMER, wait_for_ring},
    {"utChannelDestroy", CHANNEL, destroy_channel},
    {"utChannelSend", CHANNEL, send},
    {"utChannelSendUntil", CHANNEL, send_until},
    {"utChannelReceive", CHANNEL, receive},
    {"utChannelReceiveUntil", CHANNEL, receive_until},
    {"utChannelClose", CHANNEL, close_channel},
    {"utChannelCount", CHANNEL, get_inside},
    {"utChannelCapacity", CHANNEL, get_capacity},
    {"utSelect", CHANNEL, choose},
    {"utRwLockDestroy", RW_LOCK, destroy_rw_lock},
    {"utRwLockRead", RW_LOCK, read},
    {"utRwLockWrite", RW_LOCK, write},
    {"utRwLockReadUnlock", RW_LOCK, unread},
    {"utRwLockWriteUnlock", RW_LOCK, unwrite},
    {"utRwLockWriter", RW_LOCK, get_writer},
    {"utRwLockReaders", RW_LOCK, get_readers},
    {"utBarrierDestroy", BARRIER, destroy_barrier},
    {"utBarrierWait", BARRIER, arrive},
    {"utBarrierWaiting", BARRIER, get_arrived},
    {"utWaitGroupDestroy", WAIT_GROUP, destroy_wait_group},
    {"utWaitGroupAdd", WAIT_GROUP, add_work},
    {"utWaitGroupDone", WAIT_GROUP, work_done},
    {"utWaitGroupWait", WAIT_GROUP, wait_for_all},
    {"utWaitGroupCount", WAIT_GROUP, get_left},
    {"utOnceCall", ONCE, call_once},
    {"utSelect to send", CHANNEL, choose_to_send},
    {"utSelect of a semaphore", SEMAPHORE, choose_semaphore},
    {"utSelect of an event", EVENT, choose_event},
    {"utSelect of a timer", TIMER, choose_timer},
    {"utSelect of a thread", THREAD, choose_thread},
};

/* Where NULL means something: the default size, and never ready. */
static bool takes_null(const struct row *row)
{
    return row->call == create_in || strncmp(row->name, "utSelect", 8) == 0;
}

/* ---------------------------------------------------------------- the handles */

static void make(void **made)
{
    made[THREAD] = uThreadCreated(stacks[made == gone], UT_STACK_LEAST, returns);
    made[SCHEDULER] = utSchedulerCreate();
    made[POOL] = utPoolCreate(UT_PACKED_LEAST, 1);
    made[KEY] = utKeyCreate(NULL);
    made[MUTEX] = utMutexCreate(false);
    made[CONDITION] = utConditionCreate();
    made[SEMAPHORE] = utSemaphoreCreate(1, 2);
    made[EVENT] = utEventCreate(true, true);
    made[TIMER] = utTimerCreate();
    made[CHANNEL] = utChannelCreate(sizeof value, 1);
    made[RW_LOCK] = utRwLockCreate();
    made[BARRIER] = utBarrierCreate(2);
    made[WAIT_GROUP] = utWaitGroupCreate(1);
    made[ONCE] = &onces[made == gone];
    onces[made == gone] = (utOnce)UT_ONCE_INIT;
}

static int destroy(void **made)
{
    uThreadDestroy(made[THREAD]);
    utSchedulerDestroy(made[SCHEDULER]);
    return utPoolDestroy(made[POOL]) | utKeyDestroy(made[KEY]) | utMutexDestroy(made[MUTEX]) |
           utConditionDestroy(made[CONDITION]) | utSemaphoreDestroy(made[SEMAPHORE]) |
           utEventDestroy(made[EVENT]) | utTimerDestroy(made[TIMER]) |
           utChannelDestroy(made[CHANNEL]) | utRwLockDestroy(made[RW_LOCK]) |
           utBarrierDestroy(made[BARRIER]) | utWaitGroupDestroy(made[WAIT_GROUP]);
}

static unsigned refuses(const struct row *row, void *it, const char *what)
{
    error_small();
    int error = row->call(it);
    if (error == UtErrorInvalid && utLastError() == UtErrorInvalid)
        return 1;
    tap_note("%s, %s: %s", row->name, what, utErrorText(error));
    return 0;
}

static void check(const char *where)
{
    static const char *const names[KINDS] = {
        "a thread", "a scheduler", "a pool",    "a key",  "a mutex",   "a condition", "a semaphore",
        "an event", "a timer",     "a channel", "a lock", "a barrier", "a group",     "a once"};
    struct heap_usage heap = heap_usage();
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        unsigned wrong = KINDS + 4;
        wrong -= takes_null(row) || refuses(row, NULL, "NULL");
        wrong -= refuses(row, gone[row->kind], "one that was destroyed");
        for (unsigned kind = 0; kind < KINDS; kind++)
            wrong -= kind == row->kind || refuses(row, good[kind], names[kind]);
        bool is_thread = row->kind == THREAD;
        wrong -= !is_thread || refuses(row, freed_slot, "the room in a pool");
        wrong -= !is_thread || !buried || refuses(row, buried, "one that has ended, detached");
        is_dec(wrong, 0, "%s, %s refuses all that is no handle of its kind", where, row->name);
    }
    is_dec(heap_usage().blocks, heap.blocks, "%s, nothing has changed", where);
}

static void ends_detached(void)
{
    uThreadDetach(utCurrent());
    buried = utCurrent();
}

static void checks(void)
{
    utYield(); /* the other one ends */
    check("in a thread");
    enter("checked");
}

int main(void)
{
    struct heap_usage heap = heap_usage();
    utSch running = utSchedulerCreate();
    make(good);
    make(gone);
    uThd ends = uThreadCreate(ends_detached), checker = uThreadCreate(checks);
    utSchAddUthd(running, ends);
    utSchAddUthd(running, checker);
    freed_slot = uThreadCreateFor(gives, NULL, good[POOL]);
    uThreadDestroy(freed_slot);
    is_dec((DWORD)destroy(gone), UtErrorNone, "one of each kind can be destroyed");
    memset(&onces[1], 0, sizeof onces[1]); /* nothing destroys a program's own variable */

    check("outside"); /* freed memory may become another block's: nothing is allocated from here */
    utSchStart(running);
    diary_is("checked", "the thread has checked all");
    is_dec((DWORD)destroy(good), UtErrorNone,
           "afterwards everything is as it was, and is destroyed");
    utSchedulerDestroy(running);
    is_dec(heap_usage().blocks, heap.blocks, "nothing is left");
    return tap_done();
}
