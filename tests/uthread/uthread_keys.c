/* Values of keys: each thread has its own, and destructors at its end.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "kernel/trap/ring3_pieces.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>

static utKey first, second, plain;
static unsigned stubborn;

static void tells(void *value) { enter("-%s ", (const char *)value); }

static void sets_again(void *value)
{
    enter("-%s%u ", (const char *)value, ++stubborn);
    utYield();
    utKeySet(second, value);
}

static void has_values(void)
{
    enter("%d", utKeyGet(first) == NULL);
    utKeySet(first, (void *)my_name());
    utYield();
    enter("%s ", (const char *)utKeyGet(first));
}

static void destroys_key(void *value)
{
    enter("-%s ", (const char *)value);
    utKeyDestroy(plain);
    plain = NULL;
}

static void exits(void)
{
    has_values();
    uThreadExit(NULL);
}

static void faults(void)
{
    has_values();
    __asm__ volatile("ud2");
}

static void is_cancelled(void)
{
    has_values();
    uThreadCancel(utCurrent());
    utSleep(1);
}

static void resets(void)
{
    has_values();
    utKeySet(first, NULL);
}

static const struct row {
    const char *what;
    utFunction func;
    const char *diary;
} rows[] = {
    {"threads that return", has_values, "11b -b a -a "},
    {"threads that exit", exits, "11b -b a -a "},
    {"threads that fault", faults, "11b -b a -a "},
    {"threads that are cancelled", is_cancelled, "11b -b a -a "},
    {"threads that take their values away", resets, "11b a "},
};

static void check_rows(void)
{
    first = utKeyCreate(tells);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        utSch sch = utSchedulerCreate();
        add(sch, "a", rows[i].func);
        add(sch, "b", rows[i].func);
        utSchStart(sch);
        diary_is(rows[i].diary, rows[i].what);
        utSchedulerDestroy(sch);
    }
    uThd uthread = started("a", has_values);
    uThreadDestroy(uthread);
    diary_is("1", "no destructor is called for a thread that is destroyed");
}

static void sets_second(void)
{
    utKeySet(second, "s");
    utKeySet(first, "f");
    utKeySet(second, "t");
}

static void yields(void *value)
{
    enter("( ");
    utYield();
    enter(") ");
}

static void yields_twice(void)
{
    for (int i = 0; i < 2; i++) {
        enter(". ");
        utYield();
    }
}

static void cancels_itself(void *value)
{
    enter("( ");
    uThreadCancel(utCurrent());
    utYield();
    enter(") ");
}

static void loses_its_stack(void)
{
    utKeySet(first, "f");
    __asm__ volatile("movl $0x5000, %esp; pushl $0");
}

enum { FAULTING = 6 };
static utKey faulting[FAULTING];

static void faults_again(void *value)
{
    enter("-%s ", (const char *)value);
    RaiseException(0xE0000001, 0, 0, NULL);
}

static void sets_faulting(void)
{
    static const char *const names[FAULTING] = {"a", "b", "c", "d", "e", "f"};
    for (int i = 0; i < FAULTING; i++)
        utKeySet(faulting[i], (void *)names[i]);
}

static void keys_reused(void)
{
    utKey key = utKeyCreate(NULL);
    utKeySet(key, "old");
    utKeyDestroy(key);
    key = utKeyCreate(NULL);
    enter("%d ", utKeyGet(key) == NULL);
    utKeyDestroy(key);
}

static void destroys_in_destructor(void)
{
    utKeySet(plain, "p");
    utKeySet(second, "s");
}

static void run(utFunction func)
{
    uThd uthread = named("t", func);
    while (uthread->status != UtStatusFinish)
        utResume(uthread);
    uThreadDestroy(uthread);
}

static void check_destructors(void)
{
    second = utKeyCreate(sets_again);
    run(sets_second);
    diary_is("-f -t1 -t2 -t3 -t4 ",
             "a destructor that sets its value is called four times, and may yield");
    utKeyDestroy(second);

    second = utKeyCreate(yields);
    utSch sch = utSchedulerCreate();
    uThd uthread = started("t", sets_second);
    utSchAddUthd(sch, uthread);
    add(sch, "last", yields_twice);
    utSchStart(sch);
    diary_is("-f ( . ) . ", "a scheduler may get a thread that waits in a destructor");
    utStatistics now;
    utSchStatistics(sch, &now);
    ok(now.finished == 2 && !now.ready, "and it ends there");
    utSchedulerDestroy(sch);
    utKeyDestroy(second);

    second = utKeyCreate(cancels_itself);
    run(sets_second);
    diary_is("-f ( ) ", "no cancel ends a thread in a destructor");
    utKeyDestroy(second);

    run(loses_its_stack);
    diary_is("", "no destructor is called in a thread that has lost its stack");

    for (int i = 0; i < FAULTING; i++)
        faulting[i] = utKeyCreate(faults_again);
    run(sets_faulting);
    diary_is("-f -e -d -c -b -a ", "all destructors are called, though each of them faults");
    for (int i = 0; i < FAULTING; i++)
        utKeyDestroy(faulting[i]);

    run(keys_reused);
    diary_is("1 ", "a new key has no value of an old one");

    second = utKeyCreate(destroys_key);
    plain = utKeyCreate(tells);
    run(destroys_in_destructor);
    diary_is("-s ", "a key may be destroyed while its values wait for their end");
    utKeyDestroy(second);
    utKeyDestroy(first);
}

/* ---------------------------------------------------------------- the lists of values */

enum { HOLDERS = 3, KEYS = 3, ALL = HOLDERS + KEYS };

static utKey keys[KEYS];
static uThd holders[HOLDERS];

/* Has a value of each key, and looks at those that there are whenever it is resumed. */
static void *holds(void *values)
{
    for (int i = 0; i < KEYS; i++)
        utKeySet(keys[i], (char *)values + i);
    for (;;) {
        utYield();
        for (int i = 0; i < KEYS; i++)
            if (keys[i])
                enter("%d", utKeyGet(keys[i]) == (char *)values + i);
    }
    return NULL;
}

/* One of the threads or the keys goes. */
static void remove_one(unsigned which)
{
    if (which < HOLDERS) {
        uThreadDestroy(holders[which]);
        holders[which] = NULL;
    } else {
        utKeyDestroy(keys[which - HOLDERS]);
        keys[which - HOLDERS] = NULL;
    }
}

/* Each value is in two lists: in any order of the two ends, the others keep theirs, and no other
 * memory stays. order: the things that go, each as a digit. */
static bool removed_in_order(const char *order)
{
    static char values[HOLDERS][KEYS];
    unsigned before = heap_usage().blocks, threads = HOLDERS, there = KEYS;
    bool good = true;
    for (int i = 0; i < KEYS; i++)
        keys[i] = utKeyCreate(NULL);
    for (int i = 0; i < HOLDERS; i++)
        utResume(holders[i] = uThreadCreateFor(holds, values[i], NULL));
    for (; *order; order++) {
        remove_one((unsigned)(*order - '0'));
        *(*order - '0' < HOLDERS ? &threads : &there) -= 1;
        for (int i = 0; i < HOLDERS; i++)
            if (holders[i])
                utResume(holders[i]);
        good &= strlen(diary) == threads * there && !strchr(diary, '0');
        good &= heap_usage().blocks == before + there + threads * (1 + there);
        diary[diary_length = 0] = 0;
    }
    return good;
}

static void sets_nothing(void)
{
    utKeySet(first, NULL);
    enter("%d", utCurrent()->rare == NULL);
}

static void check_lists(void)
{
    first = utKeyCreate(tells);
    uThd uthread = uThreadCreate(sets_nothing);
    utResume(uthread);
    diary_is("1", "to take away a value that is not there takes no memory");
    uThreadDestroy(uthread);
    utKeyDestroy(first);

    unsigned orders = 0, good = 0;
    for (unsigned number = 0; number < 6 * 6 * 6 * 6 * 6 * 6; number++) {
        char order[ALL + 1] = "";
        unsigned seen = 0;
        for (unsigned i = 0, rest = number; i < ALL; i++, rest /= ALL) {
            order[i] = (char)('0' + rest % ALL);
            seen |= 1u << rest % ALL;
        }
        if (seen != (1u << ALL) - 1)
            continue;
        orders++;
        good += removed_in_order(order);
    }
    is_dec(good, orders, "threads and keys go in any of %u orders, and take their own values along",
           orders);
}

#define IS(error, call) is_dec((DWORD)error_of(call), (error), #call)

static void check_misuse(void)
{
    utKey key = utKeyCreate(NULL);
    IS(UtErrorOutside, utKeySet(key, "x"));
    IS(UtErrorOutside, utKeyGet(key));
    utKeyDestroy(key);
}

int main(void)
{
    struct heap_usage heap = heap_usage();
    check_rows();
    check_destructors();
    check_lists();
    check_misuse();
    is_dec(heap_usage().blocks, heap.blocks, "nothing is left in the heap");
    return tap_done();
}
