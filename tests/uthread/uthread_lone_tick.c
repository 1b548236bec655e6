/* The tick that a wait is for comes in front of any instruction of the call, and no other tick
 * follows. The thread wakes all the same.
 *
 * run: args= virtual-time=1
 * run: name=checked args= virtual-time=1 checked=1 compilers=gcc
 * run: name=ring3 ring=3 args= virtual-time=1 compilers=gcc
 */
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "tests/harness/timer_once.h"
#include "tests/uthread/uthread_scene.h"

static utTime due;
static utSemaphore semaphore;
static utChannel channel;
static utTimer timer;
static uThd sleeper;
static utSch sch;

static void sleep_until(void) { utSleepUntil(due); }
static void take_until(void) { utSemaphoreTakeUntil(semaphore, due); }

/* The call looks at the sleepers, too, because it finds the attention word set. */
static void take_attentively(void)
{
    utSchSetSlice(sch, 0);
    utSemaphoreTakeUntil(semaphore, due);
}

static void receive_until(void)
{
    int value;
    utChannelReceiveUntil(channel, &value, due);
}

static void wait_for_timer(void) { utTimerWait(timer, UT_FOREVER); }

static void select_until(void)
{
    int chosen, value;
    utCase it = utCaseToReceive(channel, &value);
    utSelect(&it, 1, &chosen, due);
}

static void select_timer(void)
{
    int chosen;
    utCase it = utCaseOfTimer(timer);
    utSelect(&it, 1, &chosen, UT_FOREVER);
}

/* A scheduler inside the thread, whose only thread sleeps. */
static void run_inside(void)
{
    utSch inner = utSchedulerCreate();
    utSchAddUthd(inner, sleeper = uThreadCreate(sleep_until));
    finish(inner);
}

static const struct {
    const char *name;
    void (*wait)(void);
} waits[] = {
    {"a sleep", sleep_until},
    {"a semaphore's wait", take_until},
    {"a wait that looks at the sleepers first", take_attentively},
    {"a channel's wait", receive_until},
    {"a timer's wait", wait_for_timer},
    {"a select", select_until},
    {"a select of a timer", select_timer},
    {"a scheduler in a thread", run_inside},
};

static uThd waiter;
static unsigned kind, late, in_call;
static bool has_called, is_parked, is_back;

/* ---------------------------------------------------------------- one round */

static bool on_tick(void)
{
    in_call += has_called && !is_back && !is_parked;
    return clock_tick();
}

static void wait_once(void)
{
    has_called = true;
    waits[kind].wait();
    is_back = true;
}

/* Takes turns with the waiter until the tick has come, and then for two more. */
static void look_on(void)
{
    is_parked = true;
    while (GetTickCount64() < due)
        utYield();
    utYield();
    utYield();
    late += !is_back;
    if (!is_back)
        uThreadCancel(waiter);
}

static void nothing(void) {}

struct once {
    uint32_t count, padding;
};

static void start_timer(void *of)
{
    const struct once *once = of;
    timer_once(once->count, once->padding, nothing);
}

static void watch_ticks(void *unused) { irq_set_function(CLOCK_IRQ, on_tick); }

static void round_of(struct once once)
{
    has_called = is_parked = is_back = false;
    due = GetTickCount64() + 1;
    utTimerStart(timer, due, 0);
    sch = utSchedulerCreate();
    add(sch, "other", look_on);
    waiter = add(sch, "waiter", wait_once); /* added last, so it runs first */
    privileged(start_timer, &once);
    finish(sch);
}

/* Slides the tick over the call, an instruction a round. */
static void check_kind(void)
{
    enum { PERIODS = 4, LEAST = 20 };
    late = in_call = 0;
    for (uint32_t count = 1; count <= PERIODS; count++)
        for (uint32_t padding = 0; padding < TIMER_ONCE_PERIOD; padding++)
            round_of((struct once){count, padding});
    is_dec(late, 0, "%s wakes at a lone tick, %u of them inside the call", waits[kind].name,
           in_call);
    ok(in_call > LEAST, "and there were some");
}

int main(void)
{
    semaphore = utSemaphoreCreate(0, 1);
    channel = utChannelCreate(sizeof(int), 0);
    timer = utTimerCreate();
    privileged(watch_ticks, NULL);
    for (kind = 0; kind < sizeof waits / sizeof waits[0]; kind++)
        check_kind();
    return tap_done();
}
