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

/* ---------------------------------------------------------------- what comes before the threads */

static void threads_that_end(void)
{
    utMutexLock(mutexes[0]);
    add(sch, "ended 1", locks);
    uThd gone = add(sch, "gone 2", locks);
    utSchStart(sch);
    add(sch, "of main 0", locks);
    add(sch, "of ended 1", locks);
    add(sch, "of gone 2", locks);
    uThreadDestroy(gone); /* after them: a new thread could lie where it was */
}

static void resumed_by_hand(void)
{
    by_hand = uThreadCreate(locks_and_takes);
    uThreadSetName(by_hand, "by hand");
    add(sch, "resumes", resumes);
    utSchStart(sch);
}

static void circle_inside(void)
{
    add(sch, "host", hosts);
    add(inner, "bob 21", locks);
    add(inner, "ann 12", locks);
    utSchStart(sch);
}

static void many(void)
{
    utMutexLock(mutexes[0]);
    for (int i = 0; i < 20; i++)
        add(sch, "one of many 0", locks);
}

static void one_to_join(void) { last = add(sch, "last", takes); }

/* ---------------------------------------------------------------- the scenes */

static const struct row {
    enum { SCENE, THREAD, INSIDE } what; /* INSIDE: a thread of the scheduler inside */
    const char *text;                    /* a title, or the thread's name */
    utFunction func;                     /* the thread's, or what comes before the threads */
} rows[] = {
    {SCENE, "two in a circle, and one that waits for them", NULL},
    {THREAD, "cy 0", locks}, /* the one added last runs first */
    {THREAD, "bob 10", locks},
    {THREAD, "ann 01", locks},
    {SCENE, "two circles, and a way into one of them", NULL},
    {THREAD, "way 3", locks},
    {THREAD, NULL, takes},
    {THREAD, "d 32", locks},
    {THREAD, "c 23", locks},
    {THREAD, "b 10", locks},
    {THREAD, "a 01", locks},
    {SCENE, "one that sleeps for ever", NULL},
    {THREAD, "asleep", sleeps_for_ever},
    {SCENE, "mutexes that nobody can give back", threads_that_end},
    {SCENE, "one inside waits for the thread that runs it", NULL},
    {THREAD, "host", hosts},
    {INSIDE, "inside 0", locks},
    {SCENE, "twice, behind a thread that was resumed by hand", resumed_by_hand},
    {SCENE, "a circle inside, told twice", circle_inside},
    {THREAD, "host", hosts_again},
    {SCENE, "more than one wants to read", many},
    {SCENE, "a wait for a timer that nobody has started", NULL},
    {THREAD, "clock", waits_for_ring},
    {SCENE, "a wait of each kind", one_to_join},
    {THREAD, "joins", joins},
    {THREAD, "picks", picks},
    {THREAD, "sends", sends},
    {THREAD, "passes", waits_for_event},
    {THREAD, "listens", waits_for_signal},
    {SCENE, "a wait of each kind of the others", NULL},
    {THREAD, "all", waits_for_all},
    {THREAD, "arrives", arrives},
    {THREAD, "waits", calls_once},
    {THREAD, "calls", calls_once},
    {THREAD, "reads", reads},
    {THREAD, "writes", writes_and_takes},
    {SCENE, "a circle over a lock and a call", NULL},
    {THREAD, "calls", calls_once},
    {THREAD, "writes", writes_and_calls},
    {SCENE, "a reader that writes", NULL},
    {THREAD, "reader", reads_and_writes},
    {SCENE, "signalled, and the mutex is not free", NULL},
    {THREAD, "signals", signals_and_takes},
    {THREAD, "in time", waits_in_time},
    {SCENE, "a wait that ends by itself", NULL},
    {THREAD, "patient", takes_until},
};

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

static void end(void)
{
    utSemaphoreCreate(0, 0); /* leaves an error of its own */
    utSchStart(sch);
    printf("%s\n", utLastError() == UtErrorRange ? "no deadlock" : utErrorText(utLastError()));
    utSchedulerDestroy(sch);
    utSchedulerDestroy(inner);
}

int main(void)
{
    const struct row *row = rows, *last_row = rows + sizeof rows / sizeof rows[0];
    while (row < last_row) {
        begin(row->text);
        if (row->func)
            row->func();
        for (row++; row < last_row && row->what != SCENE; row++)
            add(row->what == INSIDE ? inner : sch, row->text, row->func);
        end();
    }
    return 0;
}
