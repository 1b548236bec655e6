/* Runs random programs of threads and all objects, one a line of input, on a clock that they
 * advance themselves; uthread_objects_model.t sends them and compares what happened with a
 * reference in tests/model. Prints a sum over each program's events, or with the argument "show"
 * the events themselves.
 *
 * run: name=plain args=show input="############$###&#$#$##$####&%&$\n" expect="^= 0.0.0 1.3.0 20000.3.0 20001.3.0 "
 * run: name=ring3 ring=3 compilers=gcc args=show input="############$###&#$#$##$####&%&$\n"
 *   expect="^= 0.0.0 1.3.0 20000.3.0 20001.3.0 "
 */
#include "tests/uthread/uthread_objects_model_steps.h"

#include <stdlib.h>

enum { ROUNDS = 20 };

static unsigned deadlocks;

/* ---------------------------------------------------------------- running them */

static void run(unsigned me, unsigned place, unsigned end);

SEH_FUNCTION static void run_finally(unsigned me, unsigned place, unsigned final, unsigned end)
{
    __try {
        run(me, place + 4, final);
    } __finally {
        event(FINALLY, me, place, (DWORD)AbnormalTermination());
        run(me, final, end);
    }
}

SEH_FUNCTION static void run_except(unsigned me, unsigned place, unsigned final, unsigned end)
{
    __try {
        run(me, place + 4, final);
    } __except (GetExceptionCode() == STATUS_RAISED) {
        event(EXCEPT, me, place, 0);
        run(me, final, end);
    }
}

static void run(unsigned me, unsigned place, unsigned end)
{
    while (place < end) {
        const uint16_t *operands = &program.code[place + 1];
        enum what what = (enum what)program.code[place];
        if (what == TRY) {
            unsigned final = place + 4 + operands[1], behind = final + operands[2];
            (operands[0] ? run_except : run_finally)(me, place, final, behind);
            place = behind;
            continue;
        }
        event(BEFORE, me, place, 0);
        bool skip = shapes[what].uthread >= 0 && operands[shapes[what].uthread] < THREADS &&
                    skipped[operands[shapes[what].uthread]];
        DWORD result = skip ? SKIPPED : perform(me, place);
        event(AFTER, me, place, result);
        place += 1 + (unsigned)shapes[what].length;
    }
}

SEH_FUNCTION static void live(unsigned me)
{
    begin(me);
    __try {
        run(me, program.threads[me].place, program.threads[me].end);
    } __finally {
        abandon_held(threads[me]);
        body_over[me] = true;
        if (skipped[me])
            threads[me] = NULL;
    }
}

static void run_function(void) { live(index_of(utCurrent())); }

static void *run_body(void *argument)
{
    unsigned me = (unsigned)argument - 1;
    live(me);
    return (void *)(1000 + me);
}

/* ---------------------------------------------------------------- called by the library */

static void called_once(void *argument)
{
    const struct steps *steps = &program.onces[(unsigned)argument];
    run(index_here(), steps->place, steps->end);
}

/* The upper half of the value is the number of its thread. */
static void destroy_value(unsigned key, void *value)
{
    unsigned me = (DWORD)value >> 16;
    event(DESTRUCTOR, me, key, (DWORD)value);
    run(me, program.destructors[key].place, program.destructors[key].end);
}

static void destroy_value0(void *value) { destroy_value(0, value); }
static void destroy_value1(void *value) { destroy_value(1, value); }
static void destroy_value2(void *value) { destroy_value(2, value); }

static LONG handle(unsigned policy, LONG answer)
{
    unsigned me = index_here();
    event(HANDLER, me, policy, 0);
    run(me, program.handler[0].place, program.handler[0].end);
    return answer;
}

static LONG handler_ends(EXCEPTION_POINTERS *pointers)
{
    return handle(1, EXCEPTION_EXECUTE_HANDLER);
}

static LONG handler_continues(EXCEPTION_POINTERS *pointers)
{
    return handle(2, EXCEPTION_CONTINUE_EXECUTION);
}

static LONG handler_passes(EXCEPTION_POINTERS *pointers)
{
    return handle(3, EXCEPTION_CONTINUE_SEARCH);
}

/* Lets the time pass when all others sleep. */
static void run_clock(void)
{
    uThd me = utCurrent();
    for (;; utYield()) {
        const struct uThreadScheduler *sch = me->scheduler;
        if (sch->levels != 1 || me->next != me)
            continue;
        if (!sch->sleepers)
            return;
        if (sch->sleepers->deadline > GetTickCount64())
            clock_set(sch->sleepers->deadline);
    }
}

static void add_clock(void)
{
    if (threads[CLOCK] && threads[CLOCK]->status != UtStatusFinish)
        return;
    if (threads[CLOCK])
        uThreadDestroy(threads[CLOCK]);
    utSchAddUthd(groups[0], threads[CLOCK] = uThreadCreate(run_clock));
}

static void on_deadlock(utSch sch)
{
    unsigned group = 0;
    while (groups[group] != sch)
        group++;
    event(DEADLOCK, 0xFF, group, 0);
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] && threads[i]->scheduler == sch && threads[i]->status == UtStatusWait)
            event(WAITER, i, 0, 0);
    unsigned hook = deadlocks++;
    bool does = hook < program.hook_count && program.hooks[hook].place < program.hooks[hook].end;
    if (does)
        run(0xFF, program.hooks[hook].place, program.hooks[hook].end);
    error_small();     /* an error of its own is not utSchStart's */
    if (does || group) /* the thread that runs an inner one goes on, and may sleep */
        add_clock();
}

/* ---------------------------------------------------------------- the whole */

static void make_objects(void)
{
    static void (*const destructors[OBJECTS])(void *) = {destroy_value0, destroy_value1,
                                                         destroy_value2};
    memset(objects, 0, sizeof objects);
    for (unsigned i = 0; i < OBJECTS; i++)
        onces[i] = (utOnce)UT_ONCE_INIT;
    pool = utPoolCreate(UT_STACK_LEAST * 2, (int)program.packed);
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < program.objects[i].count; j++) {
            const unsigned *parameters = program.objects[i].parameters[j];
            int one = (int)parameters[0], other = (int)parameters[1];
            void *made = i == MUTEX        ? (void *)utMutexCreate(one)
                         : i == CONDITION  ? (void *)utConditionCreate()
                         : i == SEMAPHORE  ? (void *)utSemaphoreCreate(one, other)
                         : i == EVENT      ? (void *)utEventCreate(one, other)
                         : i == TIMER      ? (void *)utTimerCreate()
                         : i == KEY        ? (void *)utKeyCreate(one ? destructors[j] : NULL)
                         : i == RW_LOCK    ? (void *)utRwLockCreate()
                         : i == BARRIER    ? (void *)utBarrierCreate(one)
                         : i == WAIT_GROUP ? (void *)utWaitGroupCreate(one)
                         : i == ONCE       ? (void *)&onces[j]
                                           : (void *)utChannelCreate(sizeof(DWORD), (size_t)one);
            objects[i][j] = made;
        }
}

static uThd by_hand[THREADS]; /* as they were made */

static void finish_by_hand(unsigned number)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        uThd uthread = threads[number];
        if (!uthread || skipped[number] || uthread->scheduler || uthread->status == UtStatusFinish)
            break;
        if (uthread->status == UtStatusSleep || uthread->status == UtStatusWait) {
            utTime deadline = uthread->wait->deadline;
            if (!(uthread->wait->flags & UT_TIMED))
                break;
            if (deadline > GetTickCount64())
                clock_set(deadline);
        }
        utResume(uthread);
    }
}

static void start(unsigned round)
{
    add_clock();
    error_small();
    utSchStart(groups[0]);
    event(STARTED, 0xFF, round, last_error());
    for (unsigned i = 0; i < program.by_hand; i++)
        finish_by_hand(i);
}

static DWORD state_of(enum object kind, void *object)
{
    enum { ONCE_IS_DONE = 2 };
    return kind == MUTEX        ? owner(object)
           : kind == SEMAPHORE  ? (DWORD)utSemaphoreCount(object)
           : kind == CHANNEL    ? (DWORD)utChannelCount(object)
           : kind == RW_LOCK    ? holders(object)
           : kind == BARRIER    ? (DWORD)utBarrierWaiting(object)
           : kind == WAIT_GROUP ? (DWORD)utWaitGroupCount(object)
           : kind == ONCE       ? ((const utOnce *)object)->state == ONCE_IS_DONE
                                : 0;
}

/* Gives a thread that was resumed by hand to a scheduler, which frees it. A detached thread may
 * have ended, or hang in a destructor, and no list says which: its memory may be gone.
 */
SEH_FUNCTION static void give_to_group(uThd uthread)
{
    __try {
        if (ut_is_thread(uthread) && !uthread->scheduler)
            utSchAddUthd(groups[0], uthread);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
}

/* A scheduler frees its threads that hang for ever. A scheduler that still runs can be destroyed
 * after its host, the thread that hangs in it. */
static void clean_up(void)
{
    for (unsigned i = 0; i < program.by_hand; i++)
        give_to_group(by_hand[i]);
    for (unsigned depth = 0; depth < GROUPS; depth++)
        for (unsigned i = 0; i < GROUPS; i++)
            if (groups[i] && !groups[i]->root)
                destroy_group(i);
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i])
            uThreadDestroy(threads[i]);
    for (unsigned i = 0; i < OBJECTS; i++)
        while (objects[RW_LOCK][i] && utRwLockReaders(objects[RW_LOCK][i]))
            utRwLockReadUnlock(objects[RW_LOCK][i]); /* left locked by threads that are gone */
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < OBJECTS; j++) {
            if (objects[i][j])
                destroy_object((enum object)i, j);
            free(abandoned[i][j]);
        }
    utPoolDestroy(pool);
}

static void play(void)
{
    clock_set(program.begin);
    event_count = deadlocks = 0;
    memset(threads, 0, sizeof threads);
    memset(skipped, 0, sizeof skipped);
    memset(groups, 0, sizeof groups);
    memset(abandoned, 0, sizeof abandoned);
    memset(cases, 0, sizeof cases);
    make_objects();
    for (unsigned i = 0; i < program.by_hand; i++)
        by_hand[i] = make_uthread(i) ? threads[i] : NULL;
    make_group(0);
    start(0);
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i] && !skipped[i])
            uThreadCancel(threads[i]);
    start(1);
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i])
            event(STATE, i, (unsigned)threads[i]->status, uThreadExitStatus(threads[i]));
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < OBJECTS; j++)
            if (objects[i][j])
                event(OBJECT, i, j, state_of((enum object)i, objects[i][j]));
    clean_up();
}

static size_t before; /* blocks on the heap */

static void answer(bool shows)
{
    if (heap_usage().blocks == before)
        answer_words(shows);
    else
        printf("=%zu blocks of memory leaked\n", heap_usage().blocks - before);
    before = heap_usage().blocks;
}

int main(int argc, char **argv)
{
    before = heap_usage().blocks;
    return answer_lines(has_argument(argc, argv, "show"), read_program, play, answer);
}
