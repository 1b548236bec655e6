/* The operations of scripts, and the objects that they are done to. */
#ifndef TESTS_UTHREAD_SCRIPT_OBJECTS_H
#define TESTS_UTHREAD_SCRIPT_OBJECTS_H

#include "tests/uthread/uthread_script_sync.h"

static utSemaphore semaphore;
static utMutex mutex, again;
static utCondition condition;
static utEvent event, gate; /* automatic, manual */
static utTimer timer;
UT_CHANNEL(ints, int)
static ints meeting, buffer; /* buffer holds two */
static utCase cases[SCRIPT_THREADS][4];

/* ---------------------------------------------------------------- threads */

static int rest(struct script_step *step)
{
    sleep_ticks((DWORD)step->number);
    return UtErrorNone;
}

static int yield(struct script_step *step)
{
    while (step->number--)
        utYield();
    return UtErrorNone;
}

/* Lets time pass without a look at the sleepers. */
static int busy(struct script_step *step)
{
    clock_advance((uint64_t)step->number);
    return UtErrorNone;
}

/* ---------------------------------------------------------------- semaphore, channels */

static int give(struct script_step *step)
{
    int error = UtErrorNone;
    while (!error && step->number--)
        error = utSemaphoreGive(semaphore);
    return error;
}

static int receive(ints channel, struct script_step *step)
{
    return step->until == UT_FOREVER ? intsReceive(channel, &step->value)
                                     : intsReceiveUntil(channel, &step->value, step->until);
}

static utCase case_of(ints channel, bool send, int *value)
{
    return send ? intsToSend(channel, value) : intsToReceive(channel, value);
}

/* A select of the thread's own cases; the value is 100 times the index. */
static int first_of(struct script_step *step, const utCase *given, int number)
{
    utCase *mine = cases[my_name()[0] - 'a'];
    int chosen = -1;
    for (int i = 0; i < number; i++) {
        DWORD turn = mine[i].turn;
        mine[i] = given[i];
        mine[i].turn = turn;
    }
    int error = utSelect(mine, number, &chosen, step->until);
    if (chosen >= 0)
        step->value = 100 * chosen;
    return error;
}

/* Chooses between channels. The received value is added. */
static int choose(struct script_step *step, bool send_first, bool send_second, ints third)
{
    int values[3] = {step->number, step->number, 0};
    utCase given[] = {case_of(meeting, send_first, &values[0]),
                      case_of(buffer, send_second, &values[1]), case_of(third, false, &values[2])};
    int error = first_of(step, given, 3);
    if (!error && !given[step->value / 100].send)
        step->value += values[step->value / 100];
    return error;
}

/* Meets any partner: sends to one that receives, or receives from one that sends. */

/* Takes the semaphore, passes the event, waits for the timer, or receives from the meeting. */
static int mix(struct script_step *step)
{
    int value = 0;
    utCase given[] = {utCaseOfSemaphore(semaphore), utCaseOfEvent(event), utCaseOfTimer(timer),
                      intsToReceive(meeting, &value)};
    int error = first_of(step, given, 4);
    step->value += value;
    return error;
}

/* The end of a thread, or the gate, or a semaphore, either way. */
static int ends(struct script_step *step)
{
    utCase given[] = {utCaseOfThread(script_threads[step->number], NULL), utCaseOfEvent(gate),
                      utCaseOfSemaphore(semaphore), utCaseOfSemaphore(semaphore)};
    return first_of(step, given, 4);
}

/* ---------------------------------------------------------------- all of them */

#define DOES(operation, call) (strcmp(name, operation) == 0 ? (void)(error = (call)) : (void)0)

/* Returns the operation's error. */
static int script_perform(const char *name, struct script_step *step)
{
    int error = -1;
    DOES("sleep", rest(step));
    DOES("yield", yield(step));
    DOES("busy", busy(step));
    DOES("cancel", uThreadCancel(script_threads[step->number]));
    DOES("shield", utShield());
    DOES("unshield", utUnshield());
    /* 1: a cancel is returned as an error; 0: it ends the thread */
    DOES("returns", utCancelReturns(step->number));
    DOES("test", utTestCancel());
    DOES("priority", uThreadSetPriority(utCurrent(), step->number));
    DOES("take", step->until == UT_FOREVER ? utSemaphoreTake(semaphore)
                                           : utSemaphoreTakeUntil(semaphore, step->until));
    DOES("give", give(step));
    DOES("count", (step->value = utSemaphoreCount(semaphore), UtErrorNone));
    DOES("lock",
         step->until == UT_FOREVER ? utMutexLock(mutex) : utMutexLockUntil(mutex, step->until));
    DOES("unlock", utMutexUnlock(mutex));
    DOES("owner", number_of(utMutexOwner(mutex), step));
    DOES("rlock",
         step->until == UT_FOREVER ? utMutexLock(again) : utMutexLockUntil(again, step->until));
    DOES("runlock", utMutexUnlock(again));
    DOES("wait", utConditionWait(condition, mutex, step->until));
    DOES("rwait", utConditionWait(condition, again, step->until));
    DOES("signal", utConditionSignal(condition));
    DOES("broadcast", utConditionBroadcast(condition));
    DOES("set", utEventSet(event));
    DOES("reset", utEventReset(event));
    DOES("pass", utEventWait(event, step->until));
    DOES("gset", utEventSet(gate));
    DOES("greset", utEventReset(gate));
    DOES("gpass", utEventWait(gate, step->until));
    /* rings first at step->until, and then as often as the number says, if it is not 1 */
    DOES("start", utTimerStart(timer, step->until, step->number == 1 ? 0 : (DWORD)step->number));
    DOES("stop", utTimerStop(timer));
    DOES("ring", utTimerWait(timer, step->until));
    DOES("send", step->until == UT_FOREVER ? intsSend(meeting, step->number)
                                           : intsSendUntil(meeting, step->number, step->until));
    DOES("recv", receive(meeting, step));
    DOES("close", intsClose(meeting));
    DOES("bsend", step->until == UT_FOREVER ? intsSend(buffer, step->number)
                                            : intsSendUntil(buffer, step->number, step->until));
    DOES("brecv", receive(buffer, step));
    DOES("bclose", intsClose(buffer));
    DOES("inside", (step->value = intsCount(buffer), UtErrorNone));
    DOES("pick", choose(step, false, false, NULL));
    DOES("offer", choose(step, true, true, NULL));
    DOES("meet", choose(step, true, false, meeting));
    DOES("read", read(step));
    DOES("write", utRwLockWrite(rw_lock, step->until));
    DOES("unread", unread(step));
    DOES("unwrite", utRwLockWriteUnlock(rw_lock));
    DOES("readers", (step->value = utRwLockReaders(rw_lock), UtErrorNone));
    DOES("writer", number_of(utRwLockWriter(rw_lock), step));
    DOES("arrive", arrive(step));
    DOES("arrived", (step->value = utBarrierWaiting(barrier), UtErrorNone));
    DOES("more", utWaitGroupAdd(group, step->number));
    DOES("less", utWaitGroupAdd(group, -step->number));
    DOES("done", utWaitGroupDone(group));
    DOES("all", utWaitGroupWait(group, step->until));
    DOES("left", (step->value = utWaitGroupCount(group), UtErrorNone));
    DOES("once", call_once(step));
    DOES("ogive", utSemaphoreGive(once_semaphore));
    DOES("mix", mix(step));
    DOES("ends", ends(step));
    DOES("until", utSleepUntil(step->until));
    DOES("join", uThreadJoin(script_threads[step->number], NULL, step->until));
    return error;
}

static void script_begin(void)
{
    semaphore = utSemaphoreCreate(0, 3);
    mutex = utMutexCreate(false);
    again = utMutexCreate(true);
    condition = utConditionCreate();
    event = utEventCreate(false, false);
    gate = utEventCreate(true, false);
    timer = utTimerCreate();
    meeting = intsCreate(0);
    buffer = intsCreate(2);
    memset(cases, 0, sizeof cases);
    script_sync_begin();
}

/* Says which locks the thread holds, and gives them back. */
static void script_clean_up(void)
{
    if (utMutexUnlock(mutex) == UtErrorNone)
        enter("+mutex");
    while (utMutexUnlock(again) == UtErrorNone)
        enter("+again");
    script_sync_clean_up();
}

/* That all of them can be destroyed says that no wait has left a trace in them. */
static void script_end(const char *claim)
{
    int errors = utSemaphoreDestroy(semaphore) | utConditionDestroy(condition) |
                 utMutexDestroy(mutex) | utMutexDestroy(again) | utEventDestroy(event) |
                 utEventDestroy(gate) | utTimerDestroy(timer) | intsDestroy(meeting) |
                 intsDestroy(buffer) | script_sync_end();
    is_dec((DWORD)errors, UtErrorNone, "%s: no thread waits any more", claim);
}

#endif
