/* The report of a deadlock, line by line; and waits that are no deadlock.
 *
 * run: name=plain transcript=uthread_deadlock.expected
 * run: name=ring3 ring=3 transcript=uthread_deadlock.expected compilers=gcc
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

static utSch sch, inner;
static utMutex mutexes[4];
static utSemaphore never;
static uThd by_hand;

/* A thread's name ends with digits: the mutexes that it locks, one after another, yielding in
 * between. At the end it gives none back. */
static void locks(void)
{
    const char *name = uThreadName(utCurrent());
    for (const char *at = name + strcspn(name, "0123456789"); *at; at++) {
        utMutexLock(mutexes[*at - '0']);
        utYield();
    }
}

static void takes(void) { utSemaphoreTake(never); }
static void takes_until(void) { utSemaphoreTakeUntil(never, utAfter(20)); }
static void sleeps_for_ever(void) { utSleepUntil(UT_FOREVER); }

static void locks_and_takes(void)
{
    utMutexLock(mutexes[0]);
    takes();
}

static void hosts(void)
{
    utMutexLock(mutexes[0]);
    utSchStart(inner);
    printf("the scheduler inside has ended: %s\n", utErrorText(utLastError()));
}

static void hosts_again(void) { utSchStart(inner); }

static void resumes(void)
{
    utResume(by_hand);
    utMutexLock(mutexes[0]);
}

/* ---------------------------------------------------------------- a wait of each kind */

static utCondition condition;
static utEvent event;
static utTimer timer;
static utChannel meeting;
static utRwLock rw_lock;
static utBarrier barrier;
static utWaitGroup group;
static utOnce once;
static uThd last;

static void waits_for_signal(void)
{
    utMutexLock(mutexes[1]);
    utConditionWait(condition, mutexes[1], UT_FOREVER);
}

static void waits_for_event(void) { utEventWait(event, UT_FOREVER); }
static void waits_for_ring(void) { utTimerWait(timer, UT_FOREVER); }

static void sends(void)
{
    int value = 0;
    utChannelSend(meeting, &value);
}

static void picks(void)
{
    int value, chosen;
    utCase cases[] = {{.channel = NULL}, {.channel = meeting, .send = TRUE, .value = &value}};
    utSelect(cases, 2, &chosen, UT_FOREVER);
}

static void joins(void) { uThreadJoin(last, NULL, UT_FOREVER); }
static void reads(void) { utRwLockRead(rw_lock, UT_FOREVER); }
static void writes(void) { utRwLockWrite(rw_lock, UT_FOREVER); }

static void writes_and_takes(void)
{
    writes();
    takes();
}

static void reads_and_writes(void)
{
    reads();
    writes();
}

static void arrives(void) { utBarrierWait(barrier, NULL, UT_FOREVER); }
static void waits_for_all(void) { utWaitGroupWait(group, UT_FOREVER); }

static void in_once(void *argument)
{
    (void)argument;
    utYield();
    writes();
}

static void calls_once(void) { utOnceCall(&once, in_once, NULL, UT_FOREVER); }

static void writes_and_calls(void)
{
    writes();
    utYield();
    calls_once();
}

/* The waiter is signalled in time, but the signalling thread keeps the mutex. */
static void waits_in_time(void)
{
    utMutexLock(mutexes[0]);
    utConditionWait(condition, mutexes[0], utAfter(20));
}

static void signals_and_takes(void)
{
    utMutexLock(mutexes[0]);
    utConditionSignal(condition);
    takes();
}

static uThd add(utSch to, const char *name, utFunction func)
{
    uThd uthread = uThreadCreate(func);
    if (name)
        uThreadSetName(uthread, name);
    utSchAddUthd(to, uthread);
    return uthread;
}

static void begin(const char *title)
{
    printf("%s:\n", title);
    sch = utSchedulerCreate();
    inner = utSchedulerCreate();
    never = utSemaphoreCreate(0, 1);
    for (int i = 0; i < 4; i++)
        mutexes[i] = utMutexCreate(FALSE);
    condition = utConditionCreate();
    event = utEventCreate(FALSE, FALSE);
    timer = utTimerCreate();
    meeting = utChannelCreate(sizeof(int), 0);
    rw_lock = utRwLockCreate();
    barrier = utBarrierCreate(2);
    group = utWaitGroupCreate(1);
    once = (utOnce)UT_ONCE_INIT;
}

static void run(void)
{
    utSemaphoreCreate(0, 0); /* leaves an error of its own */
    utSchStart(sch);
    printf("%s\n", utLastError() == UtErrorRange ? "no deadlock" : utErrorText(utLastError()));
    utSchedulerDestroy(sch);
    utSchedulerDestroy(inner);
}

int main(void)
{
    begin("two in a circle, and one that waits for them");
    add(sch, "cy 0", locks); /* the one added last runs first */
    add(sch, "bob 10", locks);
    add(sch, "ann 01", locks);
    run();

    begin("two circles, and a way into one of them");
    add(sch, "way 3", locks);
    add(sch, NULL, takes);
    add(sch, "d 32", locks);
    add(sch, "c 23", locks);
    add(sch, "b 10", locks);
    add(sch, "a 01", locks);
    run();

    begin("one that sleeps for ever");
    add(sch, "asleep", sleeps_for_ever);
    run();

    begin("mutexes that nobody can give back");
    utMutexLock(mutexes[0]);
    add(sch, "ended 1", locks);
    uThd gone = add(sch, "gone 2", locks);
    utSchStart(sch);
    add(sch, "of main 0", locks);
    add(sch, "of ended 1", locks);
    add(sch, "of gone 2", locks);
    uThreadDestroy(gone); /* after them: a new thread could lie where it was */
    run();

    begin("one inside waits for the thread that runs it");
    add(sch, "host", hosts);
    add(inner, "inside 0", locks);
    run();

    begin("twice, behind a thread that was resumed by hand");
    by_hand = uThreadCreate(locks_and_takes);
    uThreadSetName(by_hand, "by hand");
    add(sch, "resumes", resumes);
    utSchStart(sch);
    run();

    begin("a circle inside, told twice");
    add(sch, "host", hosts);
    add(inner, "bob 21", locks);
    add(inner, "ann 12", locks);
    utSchStart(sch);
    add(sch, "host", hosts_again);
    run();

    begin("more than one wants to read");
    utMutexLock(mutexes[0]);
    for (int i = 0; i < 20; i++)
        add(sch, "one of many 0", locks);
    run();

    begin("a wait for a timer that nobody has started");
    add(sch, "clock", waits_for_ring);
    run();

    begin("a wait of each kind");
    last = add(sch, "last", takes);
    add(sch, "joins", joins);
    add(sch, "picks", picks);
    add(sch, "sends", sends);
    add(sch, "passes", waits_for_event);
    add(sch, "listens", waits_for_signal);
    run();

    begin("a wait of each kind of the others");
    add(sch, "all", waits_for_all);
    add(sch, "arrives", arrives);
    add(sch, "waits", calls_once);
    add(sch, "calls", calls_once);
    add(sch, "reads", reads);
    add(sch, "writes", writes_and_takes);
    run();

    begin("a circle over a lock and a call");
    add(sch, "calls", calls_once);
    add(sch, "writes", writes_and_calls);
    run();

    begin("a reader that writes");
    add(sch, "reader", reads_and_writes);
    run();

    begin("signalled, and the mutex is not free");
    add(sch, "signals", signals_and_takes);
    add(sch, "in time", waits_in_time);
    run();

    begin("a wait that ends by itself");
    add(sch, "patient", takes_until);
    run();
    return 0;
}
