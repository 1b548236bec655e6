/* The steps of a random program, as in tests/model/thread_steps.py. */
#ifndef TESTS_UTHREAD_OBJECTS_MODEL_STEPS_H
#define TESTS_UTHREAD_OBJECTS_MODEL_STEPS_H

#include "tests/uthread/uthread_objects_model_scene.h"

#include <seh.h>

enum { SKIPPED = 0xFF, ANY_STOPPED = THREADS, NONE_MORE = 3 };
#define STATUS_RAISED 0xE0000001u

static utCase cases[THREADS][SELECTS][CASES];
static DWORD case_values[THREADS][SELECTS][CASES];

static void called_once(void *argument);
static LONG handler_ends(EXCEPTION_POINTERS *pointers);
static LONG handler_continues(EXCEPTION_POINTERS *pointers);
static LONG handler_passes(EXCEPTION_POINTERS *pointers);

/* The value that a step sends. No other step sends the same. */
static DWORD value_of(unsigned me, unsigned place, unsigned index)
{
    return me << 16 | place << 4 | index;
}

/* The error of a call that left UtErrorStackSmall alone is none. */
static DWORD last_error(void)
{
    return utLastError() == UtErrorStackSmall ? UtErrorNone : (DWORD)utLastError();
}

static DWORD add_to(utSch sch, uThd uthread)
{
    error_small();
    utSchAddUthd(sch, uthread);
    return last_error();
}

SEH_FUNCTION static DWORD nest(unsigned group)
{
    DWORD error = UtErrorNone;
    if (groups[group])
        return UtErrorHeld;
    make_group(group);
    __try {
        error_small();
        utSchStart(groups[group]);
        error = last_error();
    } __finally {
        destroy_group(group);
    }
    return error;
}

/* Returns the object or thread of a case. NULL also for a thread that is not looked at any more. */
static void *thing_of(int what, unsigned number)
{
    static const enum object kinds[] = {CHANNEL, CHANNEL, SEMAPHORE, EVENT, TIMER};
    if (what == UtCaseJoin)
        return thread_of(number) && !skipped[number] ? thread_of(number) : NULL;
    return object_of(kinds[what], number);
}

static DWORD select(unsigned me, unsigned place, const uint16_t *operands)
{
    unsigned which = operands[0], count = program.threads[me].selects[which].count;
    utCase *list = cases[me][which];
    for (unsigned i = 0; i < count; i++) {
        unsigned number = program.threads[me].selects[which].cases[i].number;
        list[i].what = (int)program.threads[me].selects[which].cases[i].what;
        list[i].handle = number ? thing_of(list[i].what, number - 1) : NULL;
        list[i].value = &case_values[me][which][i];
        case_values[me][which][i] = list[i].what == UtCaseSend ? value_of(me, place, i) : 0;
    }
    int chosen = (int)count;
    int error = utSelect(list, (int)count, &chosen, until_of(operands[1]));
    bool received = error == UtErrorNone && list[chosen].what != UtCaseSend;
    return (DWORD)error | (DWORD)chosen << 5 | (received ? case_values[me][which][chosen] << 8 : 0);
}

static DWORD detach(unsigned number)
{
    uThd uthread = thread_of(number);
    bool over = uthread && uthread->status == UtStatusFinish;
    if (uthread && !over && body_over[number])
        return SKIPPED; /* it would not take its handle out of the list any more */
    int error = uThreadDetach(uthread);
    if (error == UtErrorNone) {
        skipped[number] = true;
        if (over)
            threads[number] = NULL;
    }
    return (DWORD)error;
}

static DWORD destroy(unsigned number)
{
    static const int may = UtErrorNone;
    uThd uthread = thread_of(number);
    bool had[OBJECT_KINDS][OBJECTS];
    for (unsigned kind = 0; kind < OBJECT_KINDS; kind++)
        for (unsigned i = 0; i < OBJECTS; i++)
            had[kind][i] = holds(uthread, (enum object)kind, objects[kind][i]);
    error_small();
    uThreadDestroy(uthread);
    if (last_error() != may)
        return last_error();
    for (unsigned kind = 0; kind < OBJECT_KINDS; kind++)
        for (unsigned i = 0; i < OBJECTS; i++)
            if (had[kind][i])
                abandon((enum object)kind, i);
    threads[number] = NULL;
    return may;
}

static DWORD destroy_object(enum object kind, unsigned which)
{
    void *object = object_of(kind, which);
    int error = UtErrorInvalid;
    switch (kind) {
    case MUTEX: error = utMutexDestroy(object); break;
    case CONDITION: error = utConditionDestroy(object); break;
    case SEMAPHORE: error = utSemaphoreDestroy(object); break;
    case EVENT: error = utEventDestroy(object); break;
    case TIMER: error = utTimerDestroy(object); break;
    case CHANNEL: error = utChannelDestroy(object); break;
    case KEY: error = utKeyDestroy(object); break;
    case RW_LOCK: error = utRwLockDestroy(object); break;
    case BARRIER: error = utBarrierDestroy(object); break;
    case WAIT_GROUP: error = utWaitGroupDestroy(object); break;
    default: break;
    }
    if (error == UtErrorNone)
        objects[kind][which] = NULL;
    return (DWORD)error;
}

static DWORD statistics(utSch sch)
{
    utStatistics found;
    int error = utSchStatistics(sch, &found);
    if (error)
        return (DWORD)error;
    return found.threads | found.finished << 4 | found.sleeping << 8 | found.waiting << 12 |
           found.ready << 16 | (found.ended & 0xF) << 20 | (found.woken & 0xFF) << 24;
}

static DWORD owner(utMutex mutex)
{
    uThd holds = utMutexOwner(mutex);
    return holds ? index_of(holds) : 0xFF;
}

static DWORD holders(utRwLock lock)
{
    uThd writes = lock ? utRwLockWriter(lock) : NULL;
    DWORD readers = (DWORD)utRwLockReaders(lock);
    return lock ? readers << 8 | (writes ? index_of(writes) : 0xFF) : readers;
}

static DWORD arrive(utBarrier barrier, utTime until)
{
    BOOL last = FALSE;
    int error = utBarrierWait(barrier, &last, until);
    return (DWORD)error | (DWORD)last << 8;
}

static DWORD join(uThd uthread, utTime until)
{
    void *result = NULL;
    int error = uThreadJoin(uthread, &result, until);
    return (DWORD)error | (error == UtErrorNone ? (DWORD)result << 8 : 0);
}

static DWORD spawn(unsigned number, utSch sch)
{
    if (!sch || threads[number])
        return UtErrorInvalid;
    if (!make_uthread(number))
        return UtErrorNoMemory;
    return add_to(sch, threads[number]);
}

static DWORD resume(uThd uthread)
{
    error_small();
    utResume(uthread);
    return last_error();
}

static DWORD receive(utChannel channel, utTime until)
{
    DWORD value = 0;
    int error = until == UT_FOREVER ? utChannelReceive(channel, &value)
                                    : utChannelReceiveUntil(channel, &value, until);
    return (DWORD)error | (error == UtErrorNone ? value << 8 : 0);
}

static DWORD send(utChannel channel, DWORD value, utTime until)
{
    return until == UT_FOREVER ? (DWORD)utChannelSend(channel, &value)
                               : (DWORD)utChannelSendUntil(channel, &value, until);
}

/* utMutexLock and utSemaphoreTake are not the same code as with a time. */
static DWORD lock(utMutex mutex, utTime until)
{
    return (DWORD)(until == UT_FOREVER ? utMutexLock(mutex) : utMutexLockUntil(mutex, until));
}

static DWORD take(utSemaphore semaphore, utTime until)
{
    return (DWORD)(until == UT_FOREVER ? utSemaphoreTake(semaphore)
                                       : utSemaphoreTakeUntil(semaphore, until));
}

static DWORD get_key(utKey key)
{
    error_small();
    void *value = utKeyGet(key);
    return value ? (DWORD)value : last_error();
}

static DWORD set_policy(uThd uthread, unsigned policy)
{
    enum { FIRST_CALL = 1, LAST_CALL = 3, UNKNOWN_POLICY = 5, CALL_NOBODY = 6 };
    static const utExceptionHandler handlers[] = {handler_ends, handler_continues, handler_passes};
    if (policy == UNKNOWN_POLICY)
        return (DWORD)uThreadSetPolicy(uthread, UtPolicyStop + 1, NULL);
    if (policy >= FIRST_CALL && policy <= LAST_CALL)
        return (DWORD)uThreadSetPolicy(uthread, UtPolicyCall, handlers[policy - FIRST_CALL]);
    return (DWORD)uThreadSetPolicy(uthread,
                                   policy == 0             ? UtPolicyEnd
                                   : policy == CALL_NOBODY ? UtPolicyCall
                                                           : UtPolicyStop,
                                   NULL);
}

static uThd stopped(unsigned number)
{
    for (unsigned i = 0; number == ANY_STOPPED && i < THREADS; i++)
        if (threads[i] && threads[i]->status == UtStatusStop && !skipped[i])
            return threads[i];
    return thread_of(number);
}

/* Ticks come here and nowhere else, as the timer's interrupt would. */
static void spin(unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        __asm__ volatile("int $0x30" : : : "memory");
}

#define object(kind, operand) object_of(kind, operands[operand])

static DWORD perform(unsigned me, unsigned place)
{
    const uint16_t *operands = &program.code[place + 1];
    switch ((enum what)program.code[place]) {
    case YIELD: utYield(); return 0;
    case SLEEP:
        error_small();
        sleep_ticks(ms_of(operands[0]));
        return last_error();
    case SLEEP_UNTIL: return (DWORD)utSleepUntil(until_of(operands[0]));
    case WORK: clock_advance(ms_of(operands[0])); return 0;
    case LOCK: return lock(object(MUTEX, 0), until_of(operands[1]));
    case UNLOCK: return (DWORD)utMutexUnlock(object(MUTEX, 0));
    case OWNER: return owner(object(MUTEX, 0));
    case WAIT:
        return (DWORD)utConditionWait(object(CONDITION, 0), object(MUTEX, 1),
                                      until_of(operands[2]));
    case SIGNAL: return (DWORD)utConditionSignal(object(CONDITION, 0));
    case BROADCAST: return (DWORD)utConditionBroadcast(object(CONDITION, 0));
    case TAKE: return take(object(SEMAPHORE, 0), until_of(operands[1]));
    case GIVE: return (DWORD)utSemaphoreGive(object(SEMAPHORE, 0));
    case COUNT: return (DWORD)utSemaphoreCount(object(SEMAPHORE, 0));
    case AWAIT: return (DWORD)utEventWait(object(EVENT, 0), until_of(operands[1]));
    case SET: return (DWORD)utEventSet(object(EVENT, 0));
    case RESET: return (DWORD)utEventReset(object(EVENT, 0));
    case START:
        return (DWORD)utTimerStart(object(TIMER, 0), until_of(operands[1]), ms_of(operands[2]));
    case STOP: return (DWORD)utTimerStop(object(TIMER, 0));
    case RING: return (DWORD)utTimerWait(object(TIMER, 0), until_of(operands[1]));
    case SEND: return send(object(CHANNEL, 0), value_of(me, place, 0), until_of(operands[1]));
    case RECEIVE: return receive(object(CHANNEL, 0), until_of(operands[1]));
    case CLOSE: return (DWORD)utChannelClose(object(CHANNEL, 0));
    case INSIDE: return (DWORD)utChannelCount(object(CHANNEL, 0));
    case SELECT: return select(me, place, operands);
    case JOIN: return join(thread_of(operands[0]), until_of(operands[1]));
    case DETACH: return detach(operands[0]);
    case CANCEL: return (DWORD)uThreadCancel(thread_of(operands[0]));
    case SHIELD: return (DWORD)utShield();
    case UNSHIELD: return (DWORD)utUnshield();
    case TEST: return (DWORD)utTestCancel();
    case PRIORITY: return (DWORD)uThreadSetPriority(thread_of(operands[0]), operands[1]);
    case EXIT: return (DWORD)uThreadExit((void *)place);
    case RAISE: RaiseException(STATUS_RAISED, 0, 0, NULL); return 0;
    case STATUS:
        return thread_of(operands[0]) ? (DWORD)threads[operands[0]]->status |
                                            uThreadExitStatus(threads[operands[0]]) << 8
                                      : UtErrorInvalid;
    case STATISTICS: return statistics(group_of(operands[0]));
    case RESUME: return resume(thread_of(operands[0]));
    case ADD: return add_to(group_of(operands[0]), thread_of(operands[1]));
    case NEST: return nest(operands[0]);
    case SPAWN: return spawn(operands[0], group_of(operands[1]));
    case DESTROY: return destroy(operands[0]);
    case DESTROY_OBJECT: return destroy_object((enum object)operands[0], operands[1]);
    case SET_KEY:
        return (DWORD)utKeySet(object(KEY, 0), operands[1] ? NULL : (void *)value_of(me, place, 1));
    case GET_KEY: return get_key(object(KEY, 0));
    case POLICY: return set_policy(thread_of(operands[0]), operands[1]);
    case CONTINUE: return (DWORD)uThreadContinue(stopped(operands[0]));
    case SPIN: spin(operands[0]); return 0;
    case SLICE: return (DWORD)utSchSetSlice(group_of(operands[0]), ms_of(operands[1]));
    case READ: return (DWORD)utRwLockRead(object(RW_LOCK, 0), until_of(operands[1]));
    case WRITE: return (DWORD)utRwLockWrite(object(RW_LOCK, 0), until_of(operands[1]));
    case UNREAD: return (DWORD)utRwLockReadUnlock(object(RW_LOCK, 0));
    case UNWRITE: return (DWORD)utRwLockWriteUnlock(object(RW_LOCK, 0));
    case HOLDERS: return holders(object(RW_LOCK, 0));
    case ARRIVE: return arrive(object(BARRIER, 0), until_of(operands[1]));
    case MORE: return (DWORD)utWaitGroupAdd(object(WAIT_GROUP, 0), operands[1] - NONE_MORE);
    case ALL: return (DWORD)utWaitGroupWait(object(WAIT_GROUP, 0), until_of(operands[1]));
    case ONCE_CALL:
        return (DWORD)utOnceCall(object(ONCE, 0), called_once, (void *)(DWORD)operands[0],
                                 until_of(operands[1]));
    case RETURNS: return (DWORD)utCancelReturns(operands[0]);
    default: return 0;
    }
}

#endif
