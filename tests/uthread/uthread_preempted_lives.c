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
static volatile unsigned shielded;

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
static void join_turns(utBody body, unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        uThd child = child_for(body, child_number(me, i));
        if (i & 1)
            utYield();
        join(child, child_number(me, i));
        uThreadDestroy(child);
        add_to(&count, 1);
    }
    void *result = members;
    if (me)
        must(uThreadJoin(members[0], &result, UT_FOREVER) == UtErrorNone && result == 0);
}

static void join_answers(unsigned me) { join_turns(answers, me); }
static void join_exits(unsigned me) { join_turns(exits, me); }

static void detach_turns(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        uThd child = child_for(gives_and_answers, child_number(me, i));
        if (i & 1)
            utYield();
        must(uThreadDetach(child) == UtErrorNone);
        must(utSemaphoreTake(object) == UtErrorNone);
        add_to(&count, 1);
    }
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
    add_to(&shielded, 1);
    for (unsigned i = 0; i < 4 * TURNS; i++)
        utYield();
    must(utSleepUntil(UT_NOW) == UtErrorNone);
    add_to(&shielded, -1u);
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
static void cancel_turns(unsigned me)
{
    for (unsigned i = 0; i < WAYS; i++) {
        uThd child = child_for(is_cancelled, i);
        for (unsigned j = 0; j < 2 * (me * WAYS + i); j++)
            utYield();
        must(uThreadCancel(child) == UtErrorNone);
        must(uThreadJoin(child, NULL, UT_FOREVER) == UtErrorFaulted);
        must(uThreadExitStatus(child) == STATUS_CANCELLED);
        uThreadDestroy(child);
        add_to(&count, 1);
    }
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

static void resume_turns(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        void *number = (void *)child_number(me, i);
        uThd coroutine = i & 1 ? uThreadCreateFor(answers, number, NULL)
                               : uThreadCreateSized(answers, number, UT_STACK_LEAST);
        utResume(coroutine);
        must(coroutine->status == UtStatusNormal);
        utResume(coroutine);
        join(coroutine, child_number(me, i));
        uThreadDestroy(coroutine);
        add_to(&count, 1);
    }
}

static void nest_turns(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        utSch inner = utSchedulerCreate();
        utSchSetSlice(inner, UT_SLICE_MOST);
        uThd child = uThreadCreateFor(answers, (void *)child_number(me, i), NULL);
        utSchAddUthd(inner, child);
        utSchStart(inner);
        join(child, child_number(me, i));
        utSchedulerDestroy(inner);
        add_to(&count, 1);
    }
}

/* ---------------------------------------------------------------- scenes */

static void make_plain(void) { shielded = 0; }

static void make_packed(void)
{
    enum { STACK = 2048 };
    make_plain();
    pool = utPoolCreate(STACK, THREADS * (TURNS + 1));
    object = utSemaphoreCreate(0, UT_COUNT_MOST);
}

static void make_waits(void)
{
    make_plain();
    object = utMutexCreate(FALSE);
    other = utSemaphoreCreate(0, 1);
}

static void make_keys(void)
{
    make_plain();
    keys[0] = utKeyCreate(destroys_first);
    keys[1] = utKeyCreate(destroys_second);
}

static bool end_plain(void) { return count == TURNS * THREADS && begun == count && left == count; }

static bool end_packed(void)
{
    bool destroyed = !utSemaphoreDestroy(object) && !utPoolDestroy(pool);
    pool = NULL;
    return destroyed && end_plain();
}

/* Those that were cancelled before they began have not. */
static bool end_waits(void)
{
    return !utMutexDestroy(object) && !utSemaphoreDestroy(other) && count == WAYS * THREADS &&
           begun && begun <= count && left == begun && shielded == 0;
}

static bool end_keys(void)
{
    return !utKeyDestroy(keys[0]) && !utKeyDestroy(keys[1]) && left == TURNS * THREADS &&
           count == 2 * left;
}

static void join_owners(unsigned me) { join_turns(has_values, me); }

static const struct scene scenes[] = {
    {"join", make_plain, join_answers, end_plain, STANDS},
    {"exit and join", make_plain, join_exits, end_plain, STANDS},
    {"packed threads", make_packed, join_answers, end_packed, STANDS},
    {"detached packed threads", make_packed, detach_turns, end_packed, STANDS},
    {"cancel", make_waits, cancel_turns, end_waits, STANDS},
    {"cancel while time passes", make_waits, cancel_turns, end_waits, TICKS},
    {"keys", make_keys, join_owners, end_keys, STANDS},
    {"threads resumed by hand", make_plain, resume_turns, end_plain, STANDS},
    {"a scheduler inside", make_plain, nest_turns, end_plain, STANDS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
