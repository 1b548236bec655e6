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
    utSleep((DWORD)step->number);
    return UtErrorNone;
}

static int rest_until(struct script_step *step) { return utSleepUntil(step->until); }

static int join(struct script_step *step)
{
    return uThreadJoin(script_threads[step->number], NULL, step->until);
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

static int cancel(struct script_step *step) { return uThreadCancel(script_threads[step->number]); }
static int shield(struct script_step *step) { return utShield(); }
static int unshield(struct script_step *step) { return utUnshield(); }

/* 1: a cancel is returned as an error; 0: it ends the thread. */
static int returns(struct script_step *step) { return utCancelReturns(step->number); }
static int test(struct script_step *step) { return utTestCancel(); }

static int priority(struct script_step *step)
{
    return uThreadSetPriority(utCurrent(), step->number);
}

/* ---------------------------------------------------------------- semaphore, mutexes, condition */

static int take(struct script_step *step)
{
    return step->until == UT_FOREVER ? utSemaphoreTake(semaphore)
                                     : utSemaphoreTakeUntil(semaphore, step->until);
}

static int give(struct script_step *step)
{
    int error = UtErrorNone;
    while (!error && step->number--)
        error = utSemaphoreGive(semaphore);
    return error;
}

static int count(struct script_step *step)
{
    step->value = utSemaphoreCount(semaphore);
    return UtErrorNone;
}

static int lock(struct script_step *step)
{
    return step->until == UT_FOREVER ? utMutexLock(mutex) : utMutexLockUntil(mutex, step->until);
}

static int unlock(struct script_step *step) { return utMutexUnlock(mutex); }

static int lock_again(struct script_step *step)
{
    return step->until == UT_FOREVER ? utMutexLock(again) : utMutexLockUntil(again, step->until);
}

static int unlock_again(struct script_step *step) { return utMutexUnlock(again); }

/* The number of the thread that holds the first mutex; none is 9. */
static int owner(struct script_step *step)
{
    uThd holder = utMutexOwner(mutex);
    for (step->value = 0; step->value < SCRIPT_THREADS; step->value++)
        if (holder && script_threads[step->value] == holder)
            return UtErrorNone;
    step->value = 9;
    return UtErrorNone;
}

static int wait(struct script_step *step) { return utConditionWait(condition, mutex, step->until); }

static int wait_again(struct script_step *step)
{
    return utConditionWait(condition, again, step->until);
}

static int notify(struct script_step *step) { return utConditionSignal(condition); }
static int broadcast(struct script_step *step) { return utConditionBroadcast(condition); }

/* ---------------------------------------------------------------- events, timer */

static int set(struct script_step *step) { return utEventSet(event); }
static int reset(struct script_step *step) { return utEventReset(event); }
static int pass(struct script_step *step) { return utEventWait(event, step->until); }
static int open_gate(struct script_step *step) { return utEventSet(gate); }
static int shut_gate(struct script_step *step) { return utEventReset(gate); }
static int pass_gate(struct script_step *step) { return utEventWait(gate, step->until); }

/* Rings first at step->until, and then as often as the number says, if it is not 1. */
static int start(struct script_step *step)
{
    return utTimerStart(timer, step->until, step->number == 1 ? 0 : (DWORD)step->number);
}

static int stop(struct script_step *step) { return utTimerStop(timer); }
static int ring(struct script_step *step) { return utTimerWait(timer, step->until); }

/* ---------------------------------------------------------------- channels */

static int send(struct script_step *step)
{
    return step->until == UT_FOREVER ? intsSend(meeting, step->number)
                                     : intsSendUntil(meeting, step->number, step->until);
}

static int receive(struct script_step *step)
{
    int value = -1, error = step->until == UT_FOREVER
                                ? intsReceive(meeting, &value)
                                : intsReceiveUntil(meeting, &value, step->until);
    step->value = value;
    return error;
}

static int close_meeting(struct script_step *step) { return intsClose(meeting); }

static int send_buffer(struct script_step *step)
{
    return step->until == UT_FOREVER ? intsSend(buffer, step->number)
                                     : intsSendUntil(buffer, step->number, step->until);
}

static int receive_buffer(struct script_step *step)
{
    int value = -1, error = step->until == UT_FOREVER
                                ? intsReceive(buffer, &value)
                                : intsReceiveUntil(buffer, &value, step->until);
    step->value = value;
    return error;
}

static int close_buffer(struct script_step *step) { return intsClose(buffer); }

static int inside(struct script_step *step)
{
    step->value = intsCount(buffer);
    return UtErrorNone;
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

/* The same for channels. The received value is added. */
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

static int pick(struct script_step *step) { return choose(step, false, false, NULL); }
static int offer(struct script_step *step) { return choose(step, true, true, NULL); }

/* Meets any partner: sends to one that receives, or receives from one that sends. */
static int meet(struct script_step *step) { return choose(step, true, false, meeting); }

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

static const struct script_operation script_operations[] = {
    {"sleep", rest},
    {"yield", yield},
    {"busy", busy},
    {"cancel", cancel},
    {"shield", shield},
    {"unshield", unshield},
    {"returns", returns},
    {"test", test},
    {"priority", priority},
    {"take", take},
    {"give", give},
    {"count", count},
    {"lock", lock},
    {"unlock", unlock},
    {"owner", owner},
    {"rlock", lock_again},
    {"runlock", unlock_again},
    {"wait", wait},
    {"rwait", wait_again},
    {"signal", notify},
    {"broadcast", broadcast},
    {"set", set},
    {"reset", reset},
    {"pass", pass},
    {"gset", open_gate},
    {"greset", shut_gate},
    {"gpass", pass_gate},
    {"start", start},
    {"stop", stop},
    {"ring", ring},
    {"send", send},
    {"recv", receive},
    {"close", close_meeting},
    {"bsend", send_buffer},
    {"brecv", receive_buffer},
    {"bclose", close_buffer},
    {"inside", inside},
    {"pick", pick},
    {"offer", offer},
    {"meet", meet},
    {"read", read},
    {"write", write},
    {"unread", unread},
    {"unwrite", unwrite},
    {"readers", readers},
    {"writer", writer},
    {"arrive", arrive},
    {"arrived", arrived},
    {"more", more},
    {"less", less},
    {"done", done},
    {"all", all},
    {"left", left},
    {"once", call_once},
    {"ogive", give_once},
    {"mix", mix},
    {"ends", ends},
    {"until", rest_until},
    {"join", join},
    {0},
};

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
