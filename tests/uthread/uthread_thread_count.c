/* How many threads there can be, each on a guarded stack: the numbers that uthread.h states. The
 * error tells what is exhausted then, addresses or memory. Each thread has a number of its own. The
 * checking build leaves slots unused, so that addresses are exhausted sooner. Takes memory=MB of
 * the machine.
 *
 * run: name=addresses memory=3584M
 * run: name=memory memory=128M args=memory=128
 * run: name=checked memory=96M checked=1 args=memory=96
 * run: name=ring3 memory=128M ring=3 args=memory=128 compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_scene.h"

#include <stdint.h>

/* At least, with all addresses and memory enough; and with 128 MB, less with less. */
enum { DEFAULT_MOST = 14300, DEFAULT_128M = 10000, LEAST_MOST = 114000, LEAST_128M = 15000 };
enum { SOME = 100000, TURNS = 2 };

static uThd threads[LEAST_MOST + 10000];
static DWORD turns;

static void *takes_turns(void *argument)
{
    for (unsigned i = 0; i < TURNS; i++) {
        turns++;
        utYield();
    }
    return argument;
}

static uThd make_default(unsigned i) { return uThreadCreateFor(takes_turns, (void *)i, NULL); }

static uThd make_least(unsigned i)
{
    return uThreadCreateSized(takes_turns, (void *)i, UT_STACK_LEAST);
}

static unsigned make_all(uThd (*make)(unsigned i))
{
    unsigned made = 0;
    while ((threads[made] = make(made)) != NULL)
        made++;
    return made;
}

static void destroy_from(unsigned first, unsigned made, unsigned step)
{
    for (unsigned i = first; i < made; i += step)
        uThreadDestroy(threads[i]);
}

/* Other calls find no room then either, and their error tells why. */
static void check_others(int error)
{
    static utMutex mutexes[1 << 16];
    unsigned made = 0;
    error_small();
    utPool pool = utPoolCreate(UT_PACKED_LEAST, 1 << 20);
    is_dec((DWORD)utLastError(), (DWORD)error, "a pool says the same");
    utPoolDestroy(pool);
    while ((mutexes[made] = utMutexCreate(FALSE)) != NULL)
        made++;
    is_dec((DWORD)utLastError(), (DWORD)error, "and so does an object");
    while (made > 0)
        utMutexDestroy(mutexes[--made]);
}

static void check_default(unsigned memory)
{
    unsigned made = make_all(make_default);
    is_dec((DWORD)utLastError(), memory ? UtErrorNoMemory : UtErrorNoAddresses,
           "%u threads on default stacks, then the %s exhausted", made,
           memory ? "memory is" : "addresses are");
    ok(made >= (memory ? DEFAULT_128M * memory / 128 : DEFAULT_MOST),
       "which is no fewer than uthread.h says");
    check_others(utLastError());
    destroy_from(0, made, 1);
}

/* Runs them all, and each has its own result. */
static void check_run(unsigned made)
{
    utSch sch = utSchedulerCreate();
    unsigned right = 0;
    for (unsigned i = 0; i < made; i++)
        utSchAddUthd(sch, threads[i]);
    turns = 0;
    utSchStart(sch);
    is_dec(turns, made * TURNS, "all %u run in turns", made);
    for (unsigned i = 0; i < made; i++)
        right += threads[i]->result == (void *)i;
    is_dec(right, made, "each has its own result");
    utSchedulerDestroy(sch);
}

static unsigned check_numbers(unsigned made, DWORD before)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < made; i++)
        wrong += uThreadNumber(threads[i]) != before + i + 1;
    return wrong;
}

static void check_least(unsigned memory)
{
    DWORD before = *tib_word(TIB_THREADS_MADE);
    unsigned made = make_all(make_least);
    is_dec((DWORD)utLastError(), memory ? UtErrorNoMemory : UtErrorNoAddresses,
           "%u threads on the least stacks, then the %s exhausted", made,
           memory ? "memory is" : "addresses are");
    ok(made >= (memory ? LEAST_128M * memory / 128 : LEAST_MOST),
       "which is no fewer than uthread.h says");
    is_dec(check_numbers(made, before), 0, "the numbers of all are different: one after the other");
    destroy_from(0, made, 2);
    DWORD last = *tib_word(TIB_THREADS_MADE);
    unsigned again = 0, repeated = 0;
    for (unsigned i = 0; i < made; i += 2) {
        threads[i] = make_least(i);
        again += threads[i] != NULL;
        repeated += threads[i] && uThreadNumber(threads[i]) <= last;
    }
    /* One fewer: slots that became free may be replaced by others, which need a page table. */
    ok(again + 1 >= (made + 1) / 2,
       "every second one ends, and as many can be made again: %u of %u", again, (made + 1) / 2);
    is_dec(repeated, 0, "on stacks that others had, with new numbers");
    ok(!make_least(0), "and no more");
    unsigned run = made > SOME ? SOME : made - 10; /* the scheduler needs some memory */
    destroy_from(run, made, 1);
    check_run(run);
}

int main(int argc, char **argv)
{
    unsigned memory = argument(argc, argv, "memory=", 0);
    check_default(memory);
    check_least(memory);
    return tap_done();
}
