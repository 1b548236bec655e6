/* Packed threads that have little room: how much calls take, when an overflow is noticed, and the
 * end of one with handlers that need more room than there is.
 *
 * run: name=plain
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 * run: name=trace args=trapline:trace compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/switch/attention.h"

#include <seh.h>

static utSemaphore semaphore;
static utMutex mutex;
static utCondition condition;
static utChannel channel;
static utTimer timer;
static utEvent event;
static int value, chosen;

static utTime soon(void) { return utAfter(3); }

static void *yields(void *argument)
{
    for (DWORD end = GetTickCount() + 3; (int)(GetTickCount() - end) < 0;)
        utYield();
    return argument;
}

/* ---------------------------------------------------------------- the deepest call */

static void *sleeps(void *argument)
{
    utSleep(3);
    return argument;
}

static void *takes(void *argument)
{
    utSemaphoreTakeUntil(semaphore, soon());
    return argument;
}

static void *locks(void *argument)
{
    utMutexLockUntil(mutex, soon());
    return argument;
}

static void *waits(void *argument)
{
    utMutex own = utMutexCreate(false);
    utMutexLock(own);
    utConditionWait(condition, own, soon());
    utMutexUnlock(own);
    utMutexDestroy(own);
    return argument;
}

static void *passes(void *argument)
{
    utEventWait(event, soon());
    return argument;
}

static void *rings(void *argument)
{
    utTimerStart(timer, soon(), 0);
    utTimerWait(timer, UT_FOREVER);
    return argument;
}

static void *sends(void *argument)
{
    utChannelSendUntil(channel, &value, soon());
    return argument;
}

static void *selects(void *argument)
{
    utCase cases[] = {{.channel = channel, .value = &value},
                      {.channel = channel, .send = true, .value = &value}};
    utSelect(cases, 2, &chosen, soon());
    return argument;
}

static void *exits(void *argument)
{
    uThreadExit(argument);
    return NULL;
}

static void *joins(void *argument)
{
    uThd other = uThreadCreateFor(yields, argument, NULL);
    utSchAddUthd(utCurrent()->scheduler, other);
    uThreadJoin(other, NULL, UT_FOREVER);
    uThreadDestroy(other);
    return argument;
}

static const struct {
    const char *what;
    utBody body;
} calls[] = {
    {"yields", yields},
    {"sleeps", sleeps},
    {"takes", takes},
    {"locks", locks},
    {"waits", waits},
    {"passes", passes},
    {"rings", rings},
    {"sends", sends},
    {"selects", selects},
    {"exits", exits},
    {"creates and joins", joins},
};

/* On a stack with more room than the least, where the used bytes can be seen. */
static void check_calls(void)
{
    for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        utPool pool = utPoolCreate(2 * UT_PACKED_LEAST, 1);
        utSch sch = utSchedulerCreate();
        utSchAddUthd(sch, uThreadCreateFor(yields, NULL, NULL));
        uThd packed = uThreadCreateFor(calls[i].body, &value, pool);
        utSchAddUthd(sch, packed);
        utSchStart(sch);
        unsigned used = uThreadStackUse(packed);
        ok(packed->result == &value && used <= UT_PACKED_LEAST - POOL_CANARY_BYTES,
           "a thread that %s uses %u bytes of stack, as many as the smallest has", calls[i].what,
           used);
        utSchedulerDestroy(sch);
        utPoolDestroy(pool);
    }
}

/* ---------------------------------------------------------------- overflows are noticed */

static unsigned came_back;

static void shields_and_takes(void)
{
    utShield();
    utSemaphoreTakeUntil(semaphore, soon());
    enter("shielded ");
    utUnshield();
    utYield();
}

static void takes_for_ever(void) { utSemaphoreTake(semaphore); }
static void locks_it(void) { utMutexLock(mutex); }

static void waits_for_it(void)
{
    utMutex own = utMutexCreate(false);
    utMutexLock(own);
    utConditionWait(condition, own, UT_FOREVER);
}

static void sleeps_long(void) { utSleep(1000); }
static void sends_for_ever(void) { utChannelSend(channel, &value); }

static void selects_for_ever(void)
{
    utCase cases[] = {{.channel = channel, .value = &value}};
    utSelect(cases, 1, &chosen, UT_FOREVER);
}

static const struct place {
    const char *what;
    utFunction call;
    const char *diary;
} places[] = {
    {"yields", utYield, ""},
    {"takes a semaphore", takes_for_ever, ""},
    {"locks a mutex", locks_it, ""},
    {"waits for a condition", waits_for_it, ""},
    {"sleeps", sleeps_long, ""},
    {"sends", sends_for_ever, ""},
    {"selects", selects_for_ever, ""},
    {"waits under a shield, and yields behind it", shields_and_takes, "shielded "},
};
static const struct place *place;

static EXCEPTION_DISPOSITION HANDLER(notes)
{
    enter("cleans up ");
    return ExceptionContinueSearch;
}

/* Writes over its canary, and calls the library when a tick has been. */
static void *overflows(void *argument)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, notes);
    *(volatile DWORD *)utCurrent()->stack = 0xDEAD;
    ut_set_attention(TIB_ATTEND);
    place->call();
    came_back++;
    seh_unlink(&frame);
    return argument;
}

static void *goes_on(void *argument)
{
    for (int i = 0; i < 5; i++)
        utYield();
    return argument;
}

static void check_noticed(void)
{
    utMutexLock(mutex);
    for (place = places; place < places + sizeof places / sizeof places[0]; place++) {
        utPool pool = utPoolCreate(4096, 2);
        utSch sch = utSchedulerCreate();
        uThd below = uThreadCreateFor(goes_on, &value, pool);
        uThd packed = uThreadCreateFor(overflows, &value, pool);
        utSchAddUthd(sch, below);
        utSchAddUthd(sch, packed);
        came_back = 0;
        utSchStart(sch);
        is_hex(uThreadExitStatus(packed), STATUS_STACK_OVERFLOW,
               "a thread that has overflowed is ended when it %s", place->what);
        diary_is(place->diary, "its handlers do not clean up");
        ok(came_back == 0 && below->result == &value, "it does not go on, its neighbour does");
        utSchedulerDestroy(sch);
        is_dec((DWORD)utPoolDestroy(pool), UtErrorNone, "all are freed");
    }
    is_dec((DWORD)utSemaphoreCount(semaphore), 0, "no thread waits for the semaphore any more");
    is_dec((DWORD)error_of(utChannelSendUntil(channel, &value, UT_NOW)), UtErrorTimedOut,
           "nor at the channel");
    utMutexUnlock(mutex);
    is_dec((DWORD)utMutexLock(mutex), UtErrorNone, "nor for the mutex");
    utMutexUnlock(mutex);
}

/* ---------------------------------------------------------------- little room to end */

static void *with_handler(void *argument)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, notes);
    ((utFunction)argument)();
    seh_unlink(&frame);
    return argument;
}

/* A thread that was parked before its canary was looked at. */
static void check_cancelled_overflow(void)
{
    utPool pool = utPoolCreate(4096, 1);
    uThd packed = uThreadCreateFor(with_handler, (void *)takes_for_ever, pool);
    utResume(packed);
    *(volatile DWORD *)packed->stack = 0xDEAD;
    uThreadCancel(packed);
    utResume(packed);
    is_hex(uThreadExitStatus(packed), STATUS_STACK_OVERFLOW, "one that is cancelled is found out");
    diary_is("", "its handlers do not clean up");
    uThreadDestroy(packed);
    is_dec((DWORD)utPoolDestroy(pool), UtErrorNone, "it is freed");
}

static void exits_from_within(void) { uThreadExit((void *)7); }

static const struct {
    const char *what;
    utFunction call;
    bool cancel;
} ends[] = {
    {"is cancelled in utYield", utYield, true},
    {"is cancelled in a wait", takes_for_ever, true},
    {"exits", exits_from_within, false},
};

static void check_ends(int size, bool room)
{
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        utPool pool = utPoolCreate(size, 3);
        uThd threads[3];
        for (unsigned n = 0; n < 3; n++)
            threads[n] = n == 1 ? uThreadCreateFor(with_handler, (void *)ends[i].call, pool)
                                : uThreadCreateFor(goes_on, &value, pool);
        for (unsigned n = 0; n < 3; n++)
            utResume(threads[n]);
        if (ends[i].cancel) {
            uThreadCancel(threads[1]);
            utResume(threads[1]);
        }
        is_hex(uThreadExitStatus(threads[1]), ends[i].cancel ? STATUS_CANCELLED : 0,
               "a thread on %d bytes of stack that %s", size, ends[i].what);
        is_dec((DWORD)threads[1]->status, UtStatusFinish, "has ended");
        diary_is(room ? "cleans up " : "", room ? "its handler cleans up" : "its handler does not");
        ok(!pool_overflowed(threads[1]), "and the memory below its stack is as it was");
        for (unsigned n = 0; n < 3; n += 2) {
            while (threads[n]->status != UtStatusFinish)
                utResume(threads[n]);
            ok(threads[n]->result == &value, "its neighbour goes on to its end");
        }
        for (unsigned n = 0; n < 3; n++)
            uThreadDestroy(threads[n]);
        is_dec((DWORD)utPoolDestroy(pool), UtErrorNone, "all are freed");
    }
}

int main(void)
{
    semaphore = utSemaphoreCreate(0, 9);
    mutex = utMutexCreate(true);
    condition = utConditionCreate();
    channel = utChannelCreate(sizeof value, 0);
    timer = utTimerCreate();
    event = utEventCreate(false, false);
    utMutexLock(mutex);
    check_calls();
    utMutexUnlock(mutex);
    check_noticed();
    check_cancelled_overflow();
    check_ends(UT_PACKED_LEAST, false);
    check_ends(1024, false);
    check_ends(1280, false);
    check_ends(1600, true);
    check_ends(8192, true);
    return tap_done();
}
