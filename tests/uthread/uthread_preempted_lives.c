/* Threads that make, wait for and end others, and lose the CPU in front of any instruction, as
 * these do.
 *
 * run: name=qemu
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_preempted.h"

#include <seh.h>
#include <seh_try.h>

static void *object, *other;

/* ---------------------------------------------------------------- ends */

static void *answers(void *argument)
{
    add_to(&begun, 1);
    utYield();
    add_to(&left, 1);
    return answer_of(argument);
}

static void *gives_and_answers(void *argument)
{
    must(utSemaphoreGive(object) == UtErrorNone);
    return answers(argument);
}

static __attribute__((noinline)) void leave_from(unsigned depth, void *result)
{
    if (depth)
        leave_from(depth - 1, result);
    else
        uThreadExit(result);
    must(false);
}

static SEH_FUNCTION void *exits(void *argument)
{
    add_to(&begun, 1);
    __try {
        leave_from(3, answer_of(argument));
    } __finally {
        utYield();
        add_to(&left, 1);
    }
    return NULL;
}

/* The first of the members ends when all of its turns are over, and the others wait for that. */
static void join_turn(utBody body, unsigned me, unsigned turn)
{
    uThd child = child_for(body, child_number(me, turn));
    if (turn & 1)
        utYield();
    join(child, child_number(me, turn));
    uThreadDestroy(child);
    add_to(&count, 1);
    void *result = members;
    if (me && turn == TURNS - 1)
        must(uThreadJoin(members[0], &result, UT_FOREVER) == UtErrorNone && result == 0);
}

static void join_answers(unsigned me, unsigned turn) { join_turn(answers, me, turn); }
static void join_exits(unsigned me, unsigned turn) { join_turn(exits, me, turn); }

static void detach_turn(unsigned me, unsigned turn)
{
    uThd child = child_for(gives_and_answers, child_number(me, turn));
    if (turn & 1)
        utYield();
    must(uThreadDetach(child) == UtErrorNone);
    must(utSemaphoreTake(object) == UtErrorNone);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- cancels */

static void yields_for_ever(void)
{
    for (;;)
        utYield();
}

static void waits_for_ever(void) { utSemaphoreTake(other); }
static void sleeps_for_ever(void) { utSleepUntil(UT_FOREVER - 1); }

/* While it waits for the mutex it has none, and in the rest it has. */
static SEH_FUNCTION void locks_for_ever(void)
{
    must(utMutexLock(object) == UtErrorNone);
    __try {
        yields_for_ever();
    } __finally {
        must(utMutexOwner(object) == utCurrent());
        must(utMutexUnlock(object) == UtErrorNone);
    }
}

static void is_shielded(void)
{
    must(utShield() == UtErrorNone);
    add_to(&sent, 1);
    for (unsigned i = 0; i < 4 * TURNS; i++)
        utYield();
    must(utSleepUntil(UT_NOW) == UtErrorNone);
    add_to(&sent, -1u);
    must(utUnshield() == UtErrorNone);
    for (;;)
        utTestCancel();
}

static const utFunction cancelled_in[] = {yields_for_ever, waits_for_ever, sleeps_for_ever,
                                          locks_for_ever, is_shielded};
enum { WAYS = sizeof cancelled_in / sizeof cancelled_in[0] };

static SEH_FUNCTION void *is_cancelled(void *argument)
{
    __try {
        add_to(&begun, 1);
        cancelled_in[(unsigned)argument % WAYS]();
        must(false);
    } __finally {
        add_to(&left, 1);
    }
    return NULL;
}

/* After yields of one's own, none to many, it is anywhere from before its beginning to inside. */
static void cancel_turn(unsigned me, unsigned turn)
{
    uThd child = child_for(is_cancelled, turn);
    for (unsigned j = 0; j < 2 * (me * WAYS + turn); j++)
        utYield();
    must(uThreadCancel(child) == UtErrorNone);
    must(uThreadJoin(child, NULL, UT_FOREVER) == UtErrorFaulted);
    must(uThreadExitStatus(child) == STATUS_CANCELLED);
    uThreadDestroy(child);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- keys */

enum { KEYS = 2 };
static utKey keys[KEYS];

/* Every thread's values are its own address and the bytes behind. */
static void *value_of(unsigned key) { return (char *)utCurrent() + key; }

static void destroys_first(void *value)
{
    must(value == value_of(0));
    must(utKeyGet(keys[0]) == NULL);
    utYield();
    must(utKeySet(keys[1], value_of(1)) == UtErrorNone);
    add_to(&left, 1);
}

static void destroys_second(void *value)
{
    must(value == value_of(1));
    add_to(&count, 1);
}

static void *has_values(void *argument)
{
    add_to(&begun, 1);
    for (unsigned i = 0; i < KEYS; i++) {
        must(utKeyGet(keys[i]) == NULL);
        must(utKeySet(keys[i], value_of(i)) == UtErrorNone);
    }
    utYield();
    for (unsigned i = 0; i < KEYS; i++)
        must(utKeyGet(keys[i]) == value_of(i));
    must(utKeySet(keys[1], NULL) == UtErrorNone);
    return answer_of(argument);
}

/* ---------------------------------------------------------------- others inside */

static void resume_turn(unsigned me, unsigned turn)
{
    void *number = (void *)child_number(me, turn);
    uThd coroutine = turn & 1 ? uThreadCreateFor(answers, number, NULL)
                              : uThreadCreateSized(answers, number, UT_STACK_LEAST);
    utResume(coroutine);
    must(coroutine->status == UtStatusNormal);
    utResume(coroutine);
    join(coroutine, child_number(me, turn));
    uThreadDestroy(coroutine);
    add_to(&count, 1);
}

static void nest_turn(unsigned me, unsigned turn)
{
    utSch inner = utSchedulerCreate();
    utSchSetSlice(inner, UT_SLICE_MOST);
    uThd child = uThreadCreateFor(answers, (void *)child_number(me, turn), NULL);
    utSchAddUthd(inner, child);
    utSchStart(inner);
    join(child, child_number(me, turn));
    utSchedulerDestroy(inner);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- scenes */

static void make_packed(void)
{
    enum { STACK = 2048 };
    pool = utPoolCreate(STACK, THREADS * (TURNS + 1));
    object = utSemaphoreCreate(0, UT_COUNT_MOST);
}

static void make_waits(void)
{
    object = utMutexCreate(FALSE);
    other = utSemaphoreCreate(0, 1);
}

static void make_keys(void)
{
    keys[0] = utKeyCreate(destroys_first);
    keys[1] = utKeyCreate(destroys_second);
}

static bool end_plain(void) { return begun == count && left == count; }

static bool end_packed(void)
{
    bool destroyed = !utSemaphoreDestroy(object) && !utPoolDestroy(pool);
    pool = NULL;
    return destroyed && end_plain();
}

/* Threads that were cancelled before they began have not. */
static bool end_waits(void)
{
    return !utMutexDestroy(object) && !utSemaphoreDestroy(other) && begun && begun <= count &&
           left == begun && sent == 0;
}

static bool end_keys(void)
{
    return !utKeyDestroy(keys[0]) && !utKeyDestroy(keys[1]) && left == ALL;
}

static void join_owners(unsigned me, unsigned turn) { join_turn(has_values, me, turn); }

static const struct scene scenes[] = {
    {"join", NULL, join_answers, end_plain, TURNS, ALL, STANDS},
    {"exit and join", NULL, join_exits, end_plain, TURNS, ALL, STANDS},
    {"packed threads", make_packed, join_answers, end_packed, TURNS, ALL, STANDS},
    {"detached packed threads", make_packed, detach_turn, end_packed, TURNS, ALL, STANDS},
    {"cancel", make_waits, cancel_turn, end_waits, WAYS, WAYS *THREADS, STANDS},
    {"cancel while time passes", make_waits, cancel_turn, end_waits, WAYS, WAYS *THREADS, TICKS},
    {"keys", make_keys, join_owners, end_keys, TURNS, 2 * ALL, STANDS},
    {"threads resumed by hand", NULL, resume_turn, end_plain, TURNS, ALL, STANDS},
    {"a scheduler inside", NULL, nest_turn, end_plain, TURNS, ALL, STANDS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
