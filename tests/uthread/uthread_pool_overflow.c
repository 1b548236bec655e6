/* Threads on packed stacks that overflow, or have no room for an exception: each ends, and no other
 * is touched.
 *
 * run: name=plain memory=16M
 * run: name=checked memory=16M checked=1
 * run: name=ring3 memory=16M ring=3 compilers=gcc
 * run: name=end args=end expect="^packed: error occurred: C00000FD .*more than the 768 bytes of its stack$"
 * run: name=yield args=yield expect="^packed: error occurred: C00000FD .*, into thread [0-9A-F]{8}$"
 */
#include "tests/harness/arguments.h"
#include "tests/uthread/uthread_pool_scene.h"
#include "uthread/stacks/ut_pool.h"
#include "uthread/switch/attention.h"

#include <seh.h>

/* How far a thread writes into the block below: the canary alone, the magic number, up to the
 * owner. Addresses are relative to its stack's lowest byte. */
static const struct overflow {
    const char *what;
    int first, last;
} overflows[] = {
    {"the canary", 4, 4},
    {"all of the canary", 0, 4},
    {"the block's last word", -4, -4},
    {"canary and the block's last word", -4, 4},
    {"the block down to its owner", (int)offsetof(struct uThread, owner) - UT_BLOCK_SIZE, 4},
};

static const struct overflow *overflow;
static bool at_yield;
static unsigned came_back;

static void *overflows_now(void *argument)
{
    for (int at = overflow->first; at <= overflow->last; at += 4)
        *(volatile DWORD *)((char *)utCurrent()->stack + at) = 0xDEADu;
    if (at_yield) {
        ut_set_attention(TIB_ATTEND); /* as a tick does */
        utYield();
        came_back++;
    }
    return argument;
}

static void *goes_on(void *argument)
{
    for (unsigned i = 0; i < 5; i++)
        utYield();
    return argument;
}

static void check_overflow(utPool pool)
{
    static char word[] = "word";
    utSch own = utSchedulerCreate();
    uThd below = uThreadCreateFor(goes_on, word, pool);
    uThd packed = uThreadCreateFor(overflows_now, word, pool);
    uThd above = uThreadCreateFor(goes_on, word, pool);
    uThreadSetName(packed, "packed");
    utSchAddUthd(own, below);
    utSchAddUthd(own, packed);
    utSchAddUthd(own, above);
    utSchStart(own);
    is_hex(uThreadExitStatus(packed), STATUS_STACK_OVERFLOW, "a thread that overwrites %s %s",
           overflow->what, at_yield ? "is ended when it yields" : "ends so");
    ok(packed->result == NULL && below->result == word && above->result == word &&
           below->status == UtStatusFinish && above->status == UtStatusFinish,
       "it has no result, those beside it have theirs");
    utSchedulerDestroy(own);
}

static void check_overflows(void)
{
    for (unsigned i = 0; i < 2 * sizeof overflows / sizeof overflows[0]; i++) {
        utPool pool = utPoolCreate(SIZE, 3);
        overflow = &overflows[i / 2];
        at_yield = i % 2;
        check_overflow(pool);
        is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "all are freed");
    }
    is_dec(came_back, 0, "none of them ran on");
}

/* The neighbour's room is free, or the pool's lowest. */
static void check_lonely_overflow(void)
{
    utPool pool = utPoolCreate(SIZE, 2);
    overflow = &overflows[4];
    at_yield = false;
    uThd lowest = uThreadCreateFor(overflows_now, NULL, pool);
    utResume(lowest);
    is_hex(uThreadExitStatus(lowest), STATUS_STACK_OVERFLOW, "the lowest thread overflows");
    uThd packed = uThreadCreateFor(overflows_now, NULL, pool);
    uThreadDestroy(lowest);
    utResume(packed);
    is_hex(uThreadExitStatus(packed), STATUS_STACK_OVERFLOW, "one beside free room does");
    is_dec((uint32_t)error_of(uThreadDestroy(lowest)), UtErrorInvalid, "which stays free");
    uThreadDestroy(packed);
    ok(uThreadCreateFor(nothing, NULL, pool) == packed &&
           uThreadCreateFor(nothing, NULL, pool) == lowest &&
           !uThreadCreateFor(nothing, NULL, pool),
       "and is used again");
    uThreadDestroy(packed);
    uThreadDestroy(lowest);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "all are freed");
}

/* A thread that is freed before its overflow was found. */
static void check_freed_overflow(void)
{
    utPool pool = utPoolCreate(SIZE, 2);
    overflow = &overflows[3];
    uThd below = uThreadCreateFor(goes_on, NULL, pool);
    uThd packed = uThreadCreateFor(overflows_now, NULL, pool);
    for (int at = overflow->first; at <= overflow->last; at += 4)
        *(DWORD *)((char *)packed->stack + at) = 0xDEAD;
    uThreadDestroy(packed);
    ok(uThreadCreateFor(goes_on, NULL, pool) == packed && !pool_overflowed(packed),
       "room that an overflowed thread has left is as good as new");
    utResume(below);
    is_dec((uint32_t)below->status, UtStatusNormal, "its neighbour is a thread");
    uThreadDestroy(below);
    uThreadDestroy(packed);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "both are freed");
}

/* ---------------------------------------------------------------- exceptions */

/* Divides by zero, in a block that can handle it. */
SEH_FUNCTION static void *divides(void *argument)
{
    volatile int zero = 0;
    void *volatile result = argument;
    __try {
        result = (void *)(100 / zero);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        result = (void *)2;
    }
    return result;
}

/* If the stack has no room for an exception, the thread ends, and no other is touched. */
static void check_exceptions(void)
{
    static const struct {
        int size;
        bool room;
    } rows[] = {{UT_PACKED_LEAST, false}, {SIZE, false}, {8192, true}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static char word[] = "word";
        utSch own = utSchedulerCreate();
        utPool pool = utPoolCreate(rows[i].size, 3);
        uThd below = uThreadCreateFor(goes_on, word, pool);
        uThd faulting = uThreadCreateFor(divides, word, pool);
        uThd above = uThreadCreateFor(goes_on, word, pool);
        utSchAddUthd(own, faulting);
        utSchAddUthd(own, below);
        utSchAddUthd(own, above);
        utSchStart(own);
        bool whole = !pool_overflowed(faulting) && below->result == word && above->result == word;
        is_hex(uThreadExitStatus(faulting), rows[i].room ? 0 : STATUS_INTEGER_DIVIDE_BY_ZERO,
               "%d bytes of stack: an exception %s", rows[i].size,
               rows[i].room ? "is handled" : "ends the thread");
        ok(whole && (!rows[i].room || faulting->result == (void *)2), "and touches no other");
        utSchedulerDestroy(own);
        is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "all are freed");
    }
}

static void report(bool yield)
{
    utPool pool = utPoolCreate(SIZE, 3);
    overflow = &overflows[yield ? 2 : 0];
    at_yield = yield;
    check_overflow(pool);
    utPoolDestroy(pool);
}

int main(int argc, char **argv)
{
    if (has_argument(argc, argv, "end"))
        report(false);
    else if (has_argument(argc, argv, "yield"))
        report(true);
    else {
        check_overflows();
        check_lonely_overflow();
        check_freed_overflow();
        check_exceptions();
    }
    return tap_done();
}
