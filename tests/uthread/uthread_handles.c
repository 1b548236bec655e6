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

/* ---------------------------------------------------------------- a call with all of them */

/* The handles that a call is tried with: the good ones of other kinds, and those below. */
enum { NONE = KINDS, GONE, FREED, BURIED, HANDLES };
static const char *const names[KINDS] = {
    "a thread", "a scheduler", "a pool",    "a key",  "a mutex",   "a condition", "a semaphore",
    "an event", "a timer",     "a channel", "a lock", "a barrier", "a group",     "a once"};
static const char *const others[] = {"NULL", "one that was destroyed", "the room in a pool",
                                     "one that has ended, detached"};

static const char *where, *row; /* the calls come from; the present one */
static enum kind row_kind;      /* whose handle it takes */
static unsigned handle, wrong;
static void *it;

/* Where NULL means something: the default size, and never ready. */
static bool takes_null(void)
{
    return strcmp(row, "uThreadCreateFor") == 0 || strncmp(row, "utSelect", 8) == 0;
}

static bool is_tried(void)
{
    return handle < KINDS    ? handle != row_kind
           : handle == NONE  ? !takes_null()
           : handle == FREED ? row_kind == THREAD
                             : handle == GONE || (row_kind == THREAD && buried);
}

static void begin(enum kind kind, const char *name)
{
    row = name;
    row_kind = kind;
    handle = wrong = 0;
}

static bool next_handle(void)
{
    while (handle < HANDLES && !is_tried())
        handle++;
    it = handle < KINDS     ? good[handle]
         : handle == GONE   ? gone[row_kind]
         : handle == FREED  ? freed_slot
         : handle == BURIED ? buried
                            : NULL;
    error_small();
    return handle < HANDLES;
}

static void refused(int error)
{
    bool right = error == UtErrorInvalid && utLastError() == UtErrorInvalid;
    wrong += !right;
    if (!right)
        tap_note("%s, %s: %s", row, handle < KINDS ? names[handle] : others[handle - KINDS],
                 utErrorText(error));
    handle++;
}

/* CALL: a call that returns its error. TELLS: a call whose error only utLastError tells. COUNTS: a
 * call that returns -1 then. */
#define CALL(kind, name, call)                                                                     \
    do {                                                                                           \
        begin(kind, name);                                                                         \
        while (next_handle())                                                                      \
            refused(call);                                                                         \
        is_dec(wrong, 0, "%s, %s refuses all that is no handle of its kind", where, name);         \
    } while (0)
#define TELLS(kind, name, call)  CALL(kind, name, ((call), utLastError()))
#define COUNTS(kind, name, call) CALL(kind, name, (call) == -1 ? utLastError() : UtErrorNone)

static int chooses(utCase one)
{
    cases[1] = one;
    return utSelect(cases, 2, &chosen, UT_NOW);
}

static void never(void *argument) { enter("called with %X ", (unsigned)argument); }

static void check(const char *from)
{
    struct heap_usage heap = heap_usage();
    where = from;
    TELLS(SCHEDULER, "utSchedulerDestroy", utSchedulerDestroy(it));
    TELLS(SCHEDULER, "utSchAddUthd", utSchAddUthd(it, good[THREAD]));
    TELLS(SCHEDULER, "utSchStart", utSchStart(it));
    CALL(SCHEDULER, "utSchOnDeadlock", utSchOnDeadlock(it, NULL));
    CALL(SCHEDULER, "utSchSetSlice", utSchSetSlice(it, 1));
    CALL(SCHEDULER, "utSchStatistics", utSchStatistics(it, &statistics));
    CALL(SCHEDULER, "utDump", utDump(it));
    TELLS(THREAD, "utSchAddUthd's second", utSchAddUthd(good[SCHEDULER], it));
    CALL(THREAD, "uThreadSetPriority", uThreadSetPriority(it, 1));
    TELLS(THREAD, "uThreadDestroy", uThreadDestroy(it));
    TELLS(THREAD, "utResume", utResume(it));
    CALL(THREAD, "uThreadJoin", uThreadJoin(it, NULL, UT_NOW));
    CALL(THREAD, "uThreadDetach", uThreadDetach(it));
    CALL(THREAD, "uThreadCancel", uThreadCancel(it));
    TELLS(THREAD, "uThreadExitStatus", uThreadExitStatus(it));
    TELLS(THREAD, "uThreadExceptionRecord", uThreadExceptionRecord(it));
    CALL(THREAD, "uThreadSetPolicy", uThreadSetPolicy(it, UtPolicyStop, NULL));
    CALL(THREAD, "uThreadGetContext", uThreadGetContext(it, &context));
    CALL(THREAD, "uThreadSetContext", uThreadSetContext(it, &context));
    CALL(THREAD, "uThreadContinue", uThreadContinue(it));
    TELLS(THREAD, "uThreadSetName", uThreadSetName(it, "name"));
    TELLS(THREAD, "uThreadName", uThreadName(it));
    TELLS(THREAD, "uThreadNumber", uThreadNumber(it));
    CALL(THREAD, "uThreadKeepFpu", uThreadKeepFpu(it, true));
    TELLS(THREAD, "uThreadStackUse", uThreadStackUse(it));
    CALL(KEY, "utKeyDestroy", utKeyDestroy(it));
    CALL(KEY, "utKeySet", utKeySet(it, &value));
    TELLS(KEY, "utKeyGet", utKeyGet(it));
    CALL(POOL, "utPoolDestroy", utPoolDestroy(it));
    TELLS(POOL, "uThreadCreateFor", uThreadCreateFor(gives, NULL, it));
    CALL(MUTEX, "utMutexDestroy", utMutexDestroy(it));
    CALL(MUTEX, "utMutexLock", utMutexLock(it));
    CALL(MUTEX, "utMutexLockUntil", utMutexLockUntil(it, UT_NOW));
    CALL(MUTEX, "utMutexUnlock", utMutexUnlock(it));
    TELLS(MUTEX, "utMutexOwner", utMutexOwner(it));
    CALL(MUTEX, "utConditionWait's second", utConditionWait(good[CONDITION], it, UT_NOW));
    CALL(CONDITION, "utConditionDestroy", utConditionDestroy(it));
    CALL(CONDITION, "utConditionWait", utConditionWait(it, good[MUTEX], UT_NOW));
    CALL(CONDITION, "utConditionSignal", utConditionSignal(it));
    CALL(CONDITION, "utConditionBroadcast", utConditionBroadcast(it));
    CALL(SEMAPHORE, "utSemaphoreDestroy", utSemaphoreDestroy(it));
    CALL(SEMAPHORE, "utSemaphoreTake", utSemaphoreTake(it));
    CALL(SEMAPHORE, "utSemaphoreTakeUntil", utSemaphoreTakeUntil(it, UT_NOW));
    CALL(SEMAPHORE, "utSemaphoreGive", utSemaphoreGive(it));
    COUNTS(SEMAPHORE, "utSemaphoreCount", utSemaphoreCount(it));
    CALL(EVENT, "utEventDestroy", utEventDestroy(it));
    CALL(EVENT, "utEventWait", utEventWait(it, UT_NOW));
    CALL(EVENT, "utEventSet", utEventSet(it));
    CALL(EVENT, "utEventReset", utEventReset(it));
    CALL(TIMER, "utTimerDestroy", utTimerDestroy(it));
    CALL(TIMER, "utTimerStart", utTimerStart(it, UT_NOW, 0));
    CALL(TIMER, "utTimerStop", utTimerStop(it));
    CALL(TIMER, "utTimerWait", utTimerWait(it, UT_NOW));
    CALL(CHANNEL, "utChannelDestroy", utChannelDestroy(it));
    CALL(CHANNEL, "utChannelSend", utChannelSend(it, &value));
    CALL(CHANNEL, "utChannelSendUntil", utChannelSendUntil(it, &value, UT_NOW));
    CALL(CHANNEL, "utChannelReceive", utChannelReceive(it, &value));
    CALL(CHANNEL, "utChannelReceiveUntil", utChannelReceiveUntil(it, &value, UT_NOW));
    CALL(CHANNEL, "utChannelClose", utChannelClose(it));
    COUNTS(CHANNEL, "utChannelCount", utChannelCount(it));
    COUNTS(CHANNEL, "utChannelCapacity", utChannelCapacity(it));
    CALL(CHANNEL, "utSelect", chooses((utCase){.channel = it, .value = &value}));
    CALL(RW_LOCK, "utRwLockDestroy", utRwLockDestroy(it));
    CALL(RW_LOCK, "utRwLockRead", utRwLockRead(it, UT_NOW));
    CALL(RW_LOCK, "utRwLockWrite", utRwLockWrite(it, UT_NOW));
    CALL(RW_LOCK, "utRwLockReadUnlock", utRwLockReadUnlock(it));
    CALL(RW_LOCK, "utRwLockWriteUnlock", utRwLockWriteUnlock(it));
    TELLS(RW_LOCK, "utRwLockWriter", utRwLockWriter(it));
    COUNTS(RW_LOCK, "utRwLockReaders", utRwLockReaders(it));
    CALL(BARRIER, "utBarrierDestroy", utBarrierDestroy(it));
    CALL(BARRIER, "utBarrierWait", utBarrierWait(it, NULL, UT_NOW));
    COUNTS(BARRIER, "utBarrierWaiting", utBarrierWaiting(it));
    CALL(WAIT_GROUP, "utWaitGroupDestroy", utWaitGroupDestroy(it));
    CALL(WAIT_GROUP, "utWaitGroupAdd", utWaitGroupAdd(it, 1));
    CALL(WAIT_GROUP, "utWaitGroupDone", utWaitGroupDone(it));
    CALL(WAIT_GROUP, "utWaitGroupWait", utWaitGroupWait(it, UT_NOW));
    COUNTS(WAIT_GROUP, "utWaitGroupCount", utWaitGroupCount(it));
    CALL(ONCE, "utOnceCall", utOnceCall(it, never, NULL, UT_NOW));
    CALL(CHANNEL, "utSelect to send", chooses(utCaseToSend(it, &value)));
    CALL(SEMAPHORE, "utSelect of a semaphore", chooses(utCaseOfSemaphore(it)));
    CALL(EVENT, "utSelect of an event", chooses(utCaseOfEvent(it)));
    CALL(TIMER, "utSelect of a timer", chooses(utCaseOfTimer(it)));
    CALL(THREAD, "utSelect of a thread", chooses(utCaseOfThread(it, NULL)));
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
