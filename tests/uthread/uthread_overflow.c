/* A stack overflows in front of a call of the library or in it: then the call has changed nothing,
 * and threads that wait, hold or come later go on. At each distance from the overflow.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/memory/stacks.h"
#include "tests/uthread/call_at.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <memoryapi.h>
#include <seh.h>
#include <seh_try.h>
#include <stdlib.h>

/* Short ways take some bytes each, others hundreds. */
enum { NEAREST = -16, NEARBY = 192, FARTHEST = UT_STACK_OF_CALLS + 384, SHORT_STEP = 4, STEP = 28 };

/* ---------------------------------------------------------------- the calls */

static utSch sch, inner;
static utSemaphore semaphore;
static utMutex mutex;
static utCondition condition;
static utEvent event;
static utTimer timer;
static utChannel channel, buffer;
static utRwLock rw_lock;
static utBarrier barrier;
static utWaitGroup group;
static utOnce once;
static uThd joined, by_hand, created;
static utKey key;
static int value;
static void *reserved;

static int takes(void) { return utSemaphoreTake(semaphore); }
static int takes_until(void) { return utSemaphoreTakeUntil(semaphore, utAfter(50)); }
static int gives(void) { return utSemaphoreGive(semaphore); }
static int locks(void) { return utMutexLock(mutex); }
static int unlocks(void) { return utMutexUnlock(mutex); }

static int locks_for_a_while(void)
{
    utMutexLock(mutex);
    utYield();
    utYield();
    utYield();
    return utMutexUnlock(mutex);
}

static int waits(void) { return utConditionWait(condition, mutex, UT_FOREVER); }

static int locks_and_waits(void)
{
    utMutexLock(mutex);
    utConditionWait(condition, mutex, UT_FOREVER);
    return utMutexUnlock(mutex);
}

static int broadcasts(void) { return utConditionBroadcast(condition); }
static int waits_for_event(void) { return utEventWait(event, UT_FOREVER); }
static int sets(void) { return utEventSet(event); }
static int waits_for_timer(void) { return utTimerWait(timer, UT_FOREVER); }
static int starts(void) { return utTimerStart(timer, UT_NOW, 0); }
static int receives(void) { return utChannelReceive(channel, &value); }
static int receives_until(void) { return utChannelReceiveUntil(channel, &value, utAfter(50)); }
static int sends(void) { return utChannelSendUntil(channel, &value, UT_NOW); }

static int selects(void)
{
    utCase cases[] = {{.channel = channel, .value = &value}, {.channel = buffer, .value = &value}};
    int chosen;
    return utSelect(cases, 2, &chosen, UT_FOREVER);
}

static int closes(void)
{
    int result = utChannelClose(channel);
    return result == UtErrorClosed ? UtErrorNone : result;
}

static int reads(void)
{
    int result = utRwLockRead(rw_lock, UT_FOREVER);
    return result ? result : utRwLockReadUnlock(rw_lock);
}

static int writes(void)
{
    int result = utRwLockWrite(rw_lock, UT_FOREVER);
    return result ? result : utRwLockWriteUnlock(rw_lock);
}

static int writes_until(void)
{
    int result = utRwLockWrite(rw_lock, utAfter(1));
    return result ? result : utRwLockWriteUnlock(rw_lock);
}

static int begins_reading(void) { return utRwLockRead(rw_lock, UT_FOREVER); }

static int ends_reading(void)
{
    int result = utRwLockReadUnlock(rw_lock);
    return result == UtErrorNotOwner ? UtErrorNone : result;
}

static int begins_writing(void) { return utRwLockWrite(rw_lock, UT_FOREVER); }

static int ends_writing(void)
{
    int result = utRwLockWriteUnlock(rw_lock);
    return result == UtErrorNotOwner ? UtErrorNone : result;
}

static int arrives(void) { return utBarrierWait(barrier, NULL, UT_FOREVER); }

/* Also in the place of one that has not come. */
static int arrives_if_missed(void)
{
    return utBarrierWaiting(barrier) ? utBarrierWait(barrier, NULL, UT_FOREVER) : UtErrorNone;
}

static int waits_for_all(void) { return utWaitGroupWait(group, UT_FOREVER); }
static int is_done(void) { return utWaitGroupCount(group) ? utWaitGroupDone(group) : UtErrorNone; }
static void yields_inside(void *argument) { utYield(); }
static int calls_once(void) { return utOnceCall(&once, yields_inside, NULL, UT_FOREVER); }

static int sleeps(void)
{
    utSleep(1);
    return 0;
}

static int yields(void)
{
    utYield();
    return 0;
}

static int joins(void) { return uThreadJoin(joined, NULL, UT_FOREVER); }

static int resumes(void)
{
    utResume(by_hand);
    return 0;
}

static int cancels(void)
{
    int result = uThreadCancel(joined);
    return result == UtErrorFinished ? UtErrorNone : result;
}

static int runs(void)
{
    utSchStart(inner);
    return 0;
}

static int exits(void) { return uThreadExit(NULL); }

static int creates(void)
{
    created = uThreadCreate((utFunction)yields);
    return !created;
}

static int destroys(void)
{
    uThreadDestroy(created);
    created = NULL;
    return 0;
}

static int sets_key(void) { return utKeySet(key, &value); }

static int allocates(void)
{
    free(malloc(20));
    return 0;
}

static int allocates_much(void)
{
    free(malloc(100000));
    return 0;
}

static int reserves(void)
{
    reserved = VirtualAlloc(NULL, 65536, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return !reserved;
}

static int releases(void)
{
    bool released = VirtualFree(reserved, 0, MEM_RELEASE);
    reserved = NULL;
    return !released;
}

static void creates_before(void) { creates(); }
static void reserves_before(void) { reserves(); }

/* Lets time pass, so that there is a thread to wake. */
static void lets_pass(void) { clock_advance(2); }
static void holds(void) { locks(); }
static void begins_to_read(void) { begins_reading(); }
static void begins_to_write(void) { begins_writing(); }

/* A thread may wait. Another one prepares, and calls. A third one helps the waiter. */
static const struct row {
    const char *name;
    int (*call)(void);
    int (*waits)(void);
    int (*helps)(void);
    void (*prepares)(void);
} rows[] = {
    {"taking from a semaphore", takes, NULL, gives, NULL},
    {"with a deadline", takes_until, NULL, gives, NULL},
    {"giving to a waiter", gives, takes, gives, NULL},
    {"with a deadline", gives, takes_until, gives, NULL},
    {"locking a mutex", locks, locks_for_a_while, NULL, NULL},
    {"unlocking one", unlocks, locks, NULL, holds},
    {"waiting for a condition", waits, NULL, broadcasts, holds},
    {"a broadcast", broadcasts, locks_and_waits, broadcasts, NULL},
    {"waiting for an event", waits_for_event, NULL, sets, NULL},
    {"setting one", sets, waits_for_event, sets, NULL},
    {"waiting for a timer", waits_for_timer, NULL, starts, NULL},
    {"starting one", starts, waits_for_timer, starts, NULL},
    {"receiving", receives, NULL, closes, NULL},
    {"with a deadline", receives_until, NULL, closes, NULL},
    {"sending", sends, receives, closes, NULL},
    {"to one with a deadline", sends, receives_until, closes, NULL},
    {"to one that selects", sends, selects, closes, NULL},
    {"selecting", selects, NULL, closes, NULL},
    {"closing", closes, selects, closes, NULL},
    {"reading", begins_reading, NULL, ends_reading, NULL},
    {"writing a lock that another reads", writes, begins_reading, ends_reading, NULL},
    {"for a while", writes_until, begins_reading, ends_reading, NULL},
    {"ending to read when one waits to write", ends_reading, writes, ends_reading, begins_to_read},
    {"ending to write when one waits to read", ends_writing, reads, NULL, begins_to_write},
    {"meeting at a barrier", arrives, arrives, arrives_if_missed, NULL},
    {"waiting for a wait group", waits_for_all, NULL, is_done, NULL},
    {"being done", is_done, waits_for_all, is_done, NULL},
    {"calling once", calls_once, NULL, calls_once, NULL},
    {"making a call that another makes", calls_once, calls_once, NULL, NULL},
    {"sleeping", sleeps, NULL, NULL, NULL},
    {"yielding", yields, NULL, NULL, NULL},
    {"yielding when others are due", yields, sleeps, NULL, lets_pass},
    {"joining", joins, NULL, NULL, NULL},
    {"resuming", resumes, NULL, NULL, NULL},
    {"cancelling", cancels, NULL, NULL, NULL},
    {"running a scheduler", runs, NULL, NULL, NULL},
    {"exiting", exits, NULL, NULL, NULL},
    {"making a thread", creates, NULL, NULL, NULL},
    {"destroying one", destroys, NULL, NULL, creates_before},
    {"setting a key's value", sets_key, NULL, NULL, NULL},
    {"allocating", allocates, NULL, NULL, NULL},
    {"allocating much", allocates_much, NULL, NULL, NULL},
    {"reserving addresses", reserves, NULL, NULL, NULL},
    {"releasing them", releases, NULL, NULL, reserves_before},
};

/* ---------------------------------------------------------------- the scene */

static const struct row *row;
static int distance, result;
static bool overflowed, goes_on;

static void is_waiting(void)
{
    row->waits();
    if (utMutexOwner(mutex) == utCurrent())
        utMutexUnlock(mutex);
}

static SEH_FUNCTION void calls(void)
{
    uThd here = utCurrent();
    if (row->prepares)
        row->prepares();
    goes_on = row->call == exits;
    __try {
        result = (int)call_above_guard(distance, row->call);
    } __except (GetExceptionCode() == STATUS_STACK_OVERFLOW) {
        overflowed = true;
    }
    utYield();
    if (utMutexOwner(mutex) == here)
        utMutexUnlock(mutex);
    if (utRwLockWriter(rw_lock) == here)
        utRwLockWriteUnlock(rw_lock);
    goes_on = true;
}

static void helps(void)
{
    for (int i = 0; i < 4; i++)
        utYield();
    if (row->helps)
        row->helps();
    lets_pass();
}

static void begin(void)
{
    sch = utSchedulerCreate();
    inner = utSchedulerCreate();
    semaphore = utSemaphoreCreate(0, 5);
    mutex = utMutexCreate(FALSE);
    condition = utConditionCreate();
    event = utEventCreate(TRUE, FALSE);
    timer = utTimerCreate();
    channel = utChannelCreate(sizeof value, 0);
    buffer = utChannelCreate(sizeof value, 1);
    rw_lock = utRwLockCreate();
    barrier = utBarrierCreate(2);
    group = utWaitGroupCreate(1);
    once = (utOnce)UT_ONCE_INIT;
    key = utKeyCreate(NULL);
    by_hand = uThreadCreate((utFunction)yields);
    utSchAddUthd(inner, uThreadCreate((utFunction)yields));
    joined = uThreadCreate((utFunction)locks_for_a_while);
    utSchAddUthd(sch, joined);
    utSchAddUthd(sch, uThreadCreate(helps));
    utSchAddUthd(sch, uThreadCreate(calls));
    if (row->waits)
        utSchAddUthd(sch, uThreadCreate(is_waiting));
    overflowed = false;
    result = 0;
}

/* Whether nothing is left over. */
static bool end(void)
{
    utStatistics now;
    utSchStatistics(sch, &now);
    bool whole = now.finished == now.threads;
    if (reserved)
        whole &= VirtualFree(reserved, 0, MEM_RELEASE);
    reserved = NULL;
    uThreadDestroy(created);
    created = NULL;
    utSchedulerDestroy(sch);
    utSchedulerDestroy(inner);
    uThreadDestroy(by_hand);
    int errors = utSemaphoreDestroy(semaphore) + utMutexDestroy(mutex) +
                 utConditionDestroy(condition) + utEventDestroy(event) + utTimerDestroy(timer) +
                 utChannelDestroy(channel) + utChannelDestroy(buffer) + utKeyDestroy(key) +
                 utRwLockDestroy(rw_lock) + utBarrierDestroy(barrier) + utWaitGroupDestroy(group);
    return whole && !errors;
}

int main(void)
{
    clock_set(1000); /* and there is no tick: what an interrupt takes of the stack is chance */
    for (row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        unsigned heap = heap_usage().blocks, pages = frames_in_use(), overflows = 0, others = 0;
        const char *wrong = NULL;
        int more = row->call == exits ? UT_STACK_OF_EXITS - UT_STACK_OF_CALLS : 0;
        for (distance = NEAREST; distance < FARTHEST + more && !wrong;
             distance += distance < NEARBY ? SHORT_STEP : STEP) {
            begin();
            error_small();
            utSchStart(sch);
            wrong = utLastError() != UtErrorStackSmall ? "a thread waits for ever"
                    : !goes_on                         ? "the caller does not go on"
                    : result && result != UtErrorClosed && result != UtErrorTimedOut
                        ? "the call fails"
                    : !end()                      ? "something is left"
                    : heap_usage().blocks != heap ? "the heap has grown"
                                                  : NULL;
            overflows += overflowed;
            others += !overflowed;
        }
        ok(!wrong, "%s, after %u overflows and %u that are none%s%s", row->name, overflows, others,
           wrong ? ": " : "", wrong ? wrong : "");
        ok(overflows && others, "which both happen");
        is_dec(frames_in_use(), pages, "and no page is lost");
    }
    return tap_done();
}
