/* An interrupt in a call of the library, at any of its instructions, finds a stack that is
 * nearly used up. The interrupt's words do not make it overflow: whether the call overflows depends
 * on the room alone, and then it has done nothing.
 *
 * run: args= virtual-time=1 timeout=100
 * run: name=checked args= virtual-time=1 checked=1 compilers=gcc timeout=100
 *
 * Ring 0 only: in ring 3 an interrupt takes no words of the program's stack.
 */
#include "boot/layout.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/memory/stacks.h"
#include "tests/harness/timer_once.h"
#include "tests/uthread/call_at.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <seh.h>
#include <seh_try.h>

/* Room above the last guard when the call begins. The shortest way of a call takes more than the
 * least, the longest way less than the most. */
enum { LEAST = 8, MOST = 240, STEP = 32 };
/* Padding of timer_once with which the interrupt comes behind and before the call. */
enum { FIRST = 240, LAST = 740, STRIDE = 3 };

static uThd waiter;
static utSemaphore semaphore;
static utMutex mutex;
static utChannel channel;
static int value;

static void takes(void) { utSemaphoreTake(semaphore); }
static void gives(void) { utSemaphoreGive(semaphore); }
static void locks(void) { utMutexLock(mutex); }
static void unlocks(void) { utMutexUnlock(mutex); }
static void receives(void) { utChannelReceive(channel, &value); }
static void sends(void)
{
    static const int seven = 7;
    utChannelSend(channel, &seven);
}

static bool semaphore_is_taken(void) { return utSemaphoreCount(semaphore) == 0; }
static bool mutex_is_held(void) { return utMutexOwner(mutex) == utCurrent(); }
static bool waiter_is_served(void) { return waiter->status != UtStatusWait; }

static const struct row {
    const char *name;
    void (*prepares)(void), (*waits)(void), (*call)(void);
    bool (*is_done)(void);
} rows[] = {
    {"taking from a semaphore", gives, NULL, takes, semaphore_is_taken},
    {"locking a mutex", NULL, NULL, locks, mutex_is_held},
    {"giving to a waiter", NULL, takes, gives, waiter_is_served},
    {"unlocking for a waiter", locks, locks, unlocks, waiter_is_served},
    {"sending to a receiver", NULL, receives, sends, waiter_is_served},
};

static const struct row *row;
static unsigned distance, padding;
static unsigned torn, by_chance, inside, overflows;
static bool has_called;

static bool on_tick(void)
{
    inside += has_called;
    return false;
}

static void call(void)
{
    has_called = true;
    row->call();
    has_called = false;
}

static void call_near_the_end(void) { call_above_guard(distance, call); }
static void nothing(void) {}

static SEH_FUNCTION void *calls(void *argument)
{
    if (row->prepares)
        row->prepares();
    utYield();                        /* the waiter begins to wait */
    call_above_guard(LEAST, nothing); /* the stack grows until there */
    has_called = false;
    __try {
        timer_once(1, padding, call_near_the_end);
    } __except (GetExceptionCode() == STATUS_STACK_OVERFLOW) {
        bool done = row->is_done();
        torn += done;
        overflows++;
        if (!done)
            row->call();
    }
    has_called = false;
    return argument;
}

static void round_of(void)
{
    utSch sch = utSchedulerCreate();
    semaphore = utSemaphoreCreate(0, 5);
    mutex = utMutexCreate(FALSE);
    channel = utChannelCreate(sizeof value, 0);
    if (row->waits)
        waiter = add(sch, "waits", row->waits);
    utSchAddUthd(sch, uThreadCreateSized(calls, NULL, STACK_SMALL_MOST + PAGE_SIZE));
    finish(sch);
    utSemaphoreDestroy(semaphore);
    utMutexDestroy(mutex);
    utChannelDestroy(channel);
}

static void check(void)
{
    unsigned all = 0, none = 0;
    torn = by_chance = inside = 0;
    for (distance = LEAST; distance <= MOST; distance += STEP) {
        overflows = 0;
        unsigned rounds = 0;
        for (padding = FIRST + distance / STEP % STRIDE; padding < LAST;
             padding += STRIDE, rounds++)
            round_of();
        by_chance += overflows != 0 && overflows != rounds;
        all += overflows;
        none += rounds - overflows;
    }
    is_dec(torn, 0, "%s is done whole or not at all", row->name);
    is_dec(by_chance, 0, "and overflows or does not at each distance");
    ok(all && none, "which both happen: %u times and %u times", all, none);
    ok(inside > 20, "under %u interrupts", inside);
}

int main(void)
{
    irq_set_function(CLOCK_IRQ, on_tick);
    for (row = rows; row < rows + sizeof rows / sizeof rows[0]; row++)
        check();
    return tap_done();
}
