/* Objects and registers of threads that lose the CPU in front of any instruction of theirs.
 *
 * run: name=qemu
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_preempted_objects.h"

static void *other;

/* ---------------------------------------------------------------- the threads' work */

static void lock_turn(unsigned me, unsigned turn)
{
    must(utMutexLock(object) == UtErrorNone);
    must(utMutexOwner(object) == members[me]);
    critical();
    must(utMutexUnlock(object) == UtErrorNone);
}

static void lock_deeply(unsigned me, unsigned turn)
{
    for (unsigned j = 0; j < 2; j++)
        must(utMutexLockUntil(object, UT_FOREVER) == UtErrorNone);
    critical();
    for (unsigned j = 0; j < 2; j++)
        must(utMutexUnlock(object) == UtErrorNone);
}

static void take_and_give(unsigned me, unsigned turn)
{
    must(utSemaphoreTake(object) == UtErrorNone);
    critical();
    must(utSemaphoreGive(object) == UtErrorNone);
}

static void wait_and_set(unsigned me, unsigned turn)
{
    must(utEventWait(object, UT_FOREVER) == UtErrorNone);
    critical();
    must(utEventSet(object) == UtErrorNone);
}

/* A thread that resets a gate opens it again, so that in the end all have passed. */
static void pass_gate(unsigned me, unsigned turn)
{
    must(utEventReset(object) == UtErrorNone);
    must(utEventSet(object) == UtErrorNone);
    must(utEventWait(object, UT_FOREVER) == UtErrorNone);
    add_to(&count, 1);
}

/* Each asks for the first one's end in vain, and waits for the next one's. */
static void join_next(unsigned me, unsigned turn)
{
    void *result = NULL;
    for (unsigned i = 0; i < 4 * TURNS; i++)
        must(uThreadJoin(members[0], NULL, UT_NOW) == (me ? UtErrorTimedOut : UtErrorSelf));
    if (me + 1 < THREADS) {
        must(uThreadJoin(members[me + 1], &result, UT_FOREVER) == UtErrorNone);
        must(result == (void *)(me + 1));
    }
    must(count == THREADS - 1 - me);
    critical();
}

/* The timer rings once for each turn: on a clock that stands still, when it is started. */
static void wait_and_ring(unsigned me, unsigned turn)
{
    must(utTimerWait(object, UT_FOREVER) == UtErrorNone);
    critical();
    must(utTimerStart(object, utAfter(0), 0) == UtErrorNone);
}

/* One after the other, by a mutex and a condition. `sent` tells the thread whose turn it is. */
static void wait_for_turn(unsigned me, unsigned turn)
{
    must(utMutexLock(object) == UtErrorNone);
    while (sent % THREADS != me)
        must(utConditionWait(other, object, UT_FOREVER) == UtErrorNone);
    critical();
    sent = sent + 1;
    must(utConditionBroadcast(other) == UtErrorNone);
    must(utMutexUnlock(object) == UtErrorNone);
}

/* A writer is alone. A reader sees a pair that belongs together. */
static void read_and_write(unsigned me, unsigned turn)
{
    must(utRwLockRead(object, UT_FOREVER) == UtErrorNone);
    must(utRwLockReaders(object) >= 1 && utRwLockWriter(object) == NULL);
    must(sent == received);
    must(utRwLockReadUnlock(object) == UtErrorNone);
    must(utRwLockWrite(object, UT_FOREVER) == UtErrorNone);
    must(utRwLockReaders(object) == 0 && utRwLockWriter(object) == members[me]);
    sent = sent + 1;
    critical();
    received = received + 1;
    must(utRwLockWriteUnlock(object) == UtErrorNone);
}

/* Each round has one last caller, and no thread begins the next before all have come. */
static void meet_turn(unsigned me, unsigned turn)
{
    BOOL is_last = FALSE;
    last[me] = last[me] + 1;
    must(utBarrierWait(object, &is_last, UT_FOREVER) == UtErrorNone);
    for (unsigned i = 0; i < THREADS; i++)
        must(last[i] == turn + 1 || last[i] == turn + 2);
    add_to(&count, (unsigned)is_last);
}

/* Each waits until all have done their work. */
static void work_and_wait(unsigned me, unsigned turn)
{
    last[me] = 1;
    must(utWaitGroupAdd(object, 1) == UtErrorNone);
    must(utWaitGroupAdd(object, -2) == UtErrorNone);
    must(utWaitGroupWait(object, UT_FOREVER) == UtErrorNone);
    for (unsigned i = 0; i < THREADS; i++)
        must(last[i] == 1);
    must(utWaitGroupAdd(other, 1) == UtErrorNone);
    must(utWaitGroupDone(other) == UtErrorNone);
    must(utWaitGroupWait(other, UT_FOREVER) == UtErrorNone);
}

/* The first ones leave the function, the last one returns from it; one at a time. */
static utOnce onces[TURNS];
static volatile unsigned in_once[TURNS];

static void call_or_leave(void *argument)
{
    unsigned turn = (unsigned)argument;
    in_once[turn] = in_once[turn] + 1;
    must(in_once[turn] == 1);
    last[turn] = last[turn] + 1;
    add_to(&count, 1);
    in_once[turn] = in_once[turn] - 1;
    if (last[turn] < THREADS)
        uThreadExit((void *)turn);
}

static void *calls_once(void *argument)
{
    unsigned turn = (unsigned)argument;
    must(utOnceCall(&onces[turn], call_or_leave, argument, UT_FOREVER) == UtErrorNone);
    must(last[turn] == THREADS);
    return argument;
}

static void call_turn(unsigned me, unsigned turn)
{
    void *result = NULL;
    uThd child = uThreadCreateFor(calls_once, (void *)turn, NULL);
    utSchAddUthd(scheduler, child);
    must(uThreadJoin(child, &result, UT_FOREVER) == UtErrorNone);
    must(result == (void *)turn);
}

/* Each cancels the next one, which goes on: as often as it was told so. */
static void cancel_turn(unsigned me, unsigned turn)
{
    must(utCancelReturns(TRUE) == UtErrorNone);
    must(uThreadCancel(members[(me + 1) % THREADS]) == UtErrorNone);
    must(utSemaphoreTake(object) == UtErrorCancelled);
    add_to(&count, 1);
    must(utBarrierWait(other, NULL, UT_FOREVER) == UtErrorNone);
}

/* ---------------------------------------------------------------- registers from outside */

static unsigned expected[THREADS];

/* Each takes a time of its own, so that they do not go in step. */
static __attribute__((noinline)) unsigned compute(unsigned me)
{
    unsigned a = me - 2, b = 1, c = 0x80000000u;
    for (unsigned i = 0; i < TURNS * (me + 1); i++) {
        a = a * 3 + b;
        b ^= c << 1;
        /* A carry that lives for a while. */
        __asm__ volatile("addl %0, %2; nop; nop; nop; adcl $0, %1"
                         : "+a"(a), "+d"(b), "+c"(c)
                         :
                         : "cc");
    }
    return a ^ b ^ c;
}

/* Sends a thread, wherever it is, to just there. No slice ends between the two calls. */
static void send_back(uThd uthread)
{
    CONTEXT context; /* not set to 0: that would be where they are, mostly */
    context.ContextFlags = CONTEXT_FULL;
    utSchSetSlice(scheduler, 0);
    int answer = uThreadGetContext(uthread, &context);
    if (answer == UtErrorNone) {
        must(program_has_code(context.Eip));
        must(uThreadSetContext(uthread, &context) == UtErrorNone);
        add_to(&sent, 1);
    }
    utSchSetSlice(scheduler, UT_SLICE_MOST);
    must(answer == UtErrorNone || answer == UtErrorFinished);
}

static void send_turn(unsigned me, unsigned turn)
{
    must(compute(me) == expected[me]);
    send_back(members[(me + 1) % THREADS]);
}

/* ---------------------------------------------------------------- scenes */

static void make_recursive(void) { object = utMutexCreate(TRUE); }

static void make_condition(void)
{
    object = utMutexCreate(FALSE);
    other = utConditionCreate();
}

static void make_event(void) { object = utEventCreate(FALSE, TRUE); }
static void make_gate(void) { object = utEventCreate(TRUE, FALSE); }

static void make_timer(void)
{
    object = utTimerCreate();
    utTimerStart(object, utAfter(0), 0);
}

static void make_barrier(void) { object = utBarrierCreate(THREADS); }

/* Each adds one more than it found; the second one begins with nothing to do. */
static void make_groups(void)
{
    object = utWaitGroupCreate(THREADS);
    other = utWaitGroupCreate(0);
}

static void make_onces(void)
{
    for (unsigned i = 0; i < TURNS; i++)
        onces[i] = (utOnce)UT_ONCE_INIT;
}

static void make_cancelled(void)
{
    object = utSemaphoreCreate(0, 1);
    other = utBarrierCreate(THREADS);
}

static void make_expected(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        expected[i] = compute(i);
}

static bool end_condition(void) { return !utConditionDestroy(other) && end_mutex(); }

static bool end_semaphore(void)
{
    return utSemaphoreCount(object) == 1 && !utSemaphoreDestroy(object);
}

static bool end_event(void) { return !utEventDestroy(object); }

static bool end_barrier(void) { return !utBarrierDestroy(object); }

static bool end_groups(void)
{
    return utWaitGroupCount(object) == 0 && utWaitGroupCount(other) == 0 &&
           !utWaitGroupDestroy(object) && !utWaitGroupDestroy(other);
}

static bool end_cancelled(void)
{
    return utSemaphoreCount(object) == 0 && !utSemaphoreDestroy(object) && !utBarrierDestroy(other);
}

/* Mostly there was a thread that had not ended. */
static bool end_sent(void) { return sent > ALL; }

static const struct scene scenes[] = {
    {"a mutex", make_mutex, lock_turn, end_mutex, TURNS, ALL, STANDS},
    {"a recursive mutex", make_recursive, lock_deeply, end_mutex, TURNS, ALL, STANDS},
    {"a condition", make_condition, wait_for_turn, end_condition, TURNS, ALL, STANDS},
    {"a semaphore", make_semaphore, take_and_give, end_semaphore, TURNS, ALL, STANDS},
    {"an event", make_event, wait_and_set, end_event, TURNS, ALL, STANDS},
    {"a manual event", make_gate, pass_gate, end_event, TURNS, ALL, STANDS},
    {"joining", NULL, join_next, NULL, 1, THREADS, STANDS},
    {"a timer", make_timer, wait_and_ring, end_timer, TURNS, ALL, STANDS},
    {"a read-write lock", make_rw_lock, read_and_write, end_rw_lock, TURNS, ALL, STANDS},
    {"a barrier", make_barrier, meet_turn, end_barrier, 2 * TURNS, 2 * TURNS, STANDS},
    {"wait groups", make_groups, work_and_wait, end_groups, 1, 0, STANDS},
    {"calls made once", make_onces, call_turn, NULL, TURNS, ALL, STANDS},
    {"cancels as errors", make_cancelled, cancel_turn, end_cancelled, TURNS, ALL, STANDS},
    {"threads sent to where they are", make_expected, send_turn, end_sent, 3 * TURNS, 0, STANDS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
