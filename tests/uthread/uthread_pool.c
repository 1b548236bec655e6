/* Pools of packed stacks: their layout, their memory, and misuse.
 *
 * run: name=plain memory=16M
 * run: name=other memory=16M args="seed=4711"
 * run: name=checked memory=16M checked=1
 * run: name=ring3 memory=16M ring=3 compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_pool_scene.h"

#include <limits.h>

enum { COUNT = 64, BLOCK = sizeof(struct uThread) };

static utSch sch;

/* Runs all threads of the scheduler, and takes them out by freeing them. */
static void run(void) { utSchStart(sch); }

/* ---------------------------------------------------------------- layout */

static void *tells(void *argument)
{
    NT_TIB *tib = &tib_current()->NtTib;
    char *here = (char *)__builtin_frame_address(0);
    bool inside = here > (char *)tib->StackLimit && here < (char *)tib->StackBase;
    utYield();
    return inside && tib->StackBase == utCurrent() ? argument : NULL;
}

static void check_layout(void)
{
    static const int sizes[] = {UT_PACKED_LEAST, 576, 640, SIZE, 832, 1024, 4096, 65536};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        utPool pool = utPoolCreate(sizes[i], 3);
        uThd threads[3];
        unsigned right = 0;
        for (DWORD n = 0; n < 3; n++) {
            threads[n] = uThreadCreateFor(tells, (void *)(n + 1), pool);
            utSchAddUthd(sch, threads[n]);
        }
        run();
        DWORD slot = (DWORD)threads[1] - (DWORD)threads[0];
        for (DWORD n = 0; n < 3; n++) {
            right += threads[n]->result == (void *)(n + 1) && (DWORD)threads[n] % 128 == 64 &&
                     threads[n]->stackSize >= sizes[i];
            uThreadDestroy(threads[n]);
        }
        ok(right == 3 && slot / 128 % 2 && slot % 128 == 0 && slot - (DWORD)sizes[i] < BLOCK + 256,
           "stacks of %d bytes: a slot of %u, and the thread runs on its own", sizes[i],
           (unsigned)slot);
        is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "and the pool can be destroyed");
    }
}

/* ---------------------------------------------------------------- random lives */

static struct random dice;

static void *adds(void *argument)
{
    DWORD value = (DWORD)argument;
    for (DWORD i = value % 4; i; i--) {
        utYield();
        value++;
    }
    return (void *)value;
}

/* A thread of the pool, and the argument that it must return. */
struct life {
    uThd uthread;
    DWORD argument;
};

static void check_lives(void)
{
    static struct life lives[COUNT];
    utPool pool = utPoolCreate(SIZE, COUNT);
    unsigned alive = 0, wrong = 0, ended = 0, refused = 0, shared = 0;
    for (unsigned i = 0; i < 4000; i++) {
        unsigned n = random_below(&dice, COUNT);
        struct life *life = &lives[n];
        if (life->uthread) { /* freed in the middle, or at the end */
            if (random_below(&dice, 3)) {
                utSchAddUthd(sch, life->uthread);
                run();
                wrong += life->uthread->result != (void *)(life->argument + life->argument % 4);
                ended++;
            } else if (random_below(&dice, 2)) {
                utResume(life->uthread);
            }
            uThreadDestroy(life->uthread);
            life->uthread = NULL;
            alive--;
        } else {
            life->argument = random_bits(&dice);
            life->uthread = uThreadCreateFor(adds, (void *)life->argument, pool);
            alive++;
            for (struct life *other = lives; other < lives + COUNT; other++)
                shared += other != life && other->uthread == life->uthread;
        }
        if (alive == COUNT)
            refused += error_of(uThreadCreateFor(adds, NULL, pool)) == UtErrorNoMemory;
    }
    is_dec(wrong, 0, "each of %u threads had its own argument and result", ended);
    is_dec(shared, 0, "and its own block");
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorBusy, "a pool with threads stays");
    while (alive < COUNT) {
        struct life *life = lives;
        while (life->uthread)
            life++;
        life->uthread = uThreadCreateFor(adds, NULL, pool);
        alive++;
    }
    ok(uThreadCreateFor(adds, NULL, pool) == NULL && utLastError() == UtErrorNoMemory,
       "a full pool has no more, as %u times before", refused);
    uThreadDestroy(lives[7].uthread);
    uThreadDestroy(lives[3].uthread);
    is_dec((uint32_t)error_of(uThreadDestroy(lives[3].uthread)), UtErrorInvalid,
           "the handle of a freed one is none");
    ok(uThreadCreateFor(adds, NULL, pool) == lives[3].uthread &&
           uThreadCreateFor(adds, NULL, pool) == lives[7].uthread,
       "the room freed last is used first");
    for (unsigned i = 0; i < COUNT; i++)
        uThreadDestroy(lives[i].uthread);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "and one without threads does not");
}

/* ---------------------------------------------------------------- memory */

/* Pages are counted by the kernel, which ring 3 cannot ask. */
static void check_memory(void)
{
    enum { MANY = 100000, SOME = 1000 };
    static uThd threads[SOME];
    uint32_t before = frames_in_use();
    utPool pool = utPoolCreate(SIZE, MANY);
    ok(pool && frames_in_use() - before <= 17 + 16, "a pool of %d takes %u pages of memory", MANY,
       (unsigned)(frames_in_use() - before));
    for (unsigned i = 0; i < SOME; i++)
        threads[i] = uThreadCreateFor(nothing, NULL, pool);
    uint32_t slot = (uint32_t)threads[1] - (uint32_t)threads[0];
    uint32_t all = frames_in_use() - before, least = SOME * slot / PAGE_SIZE;
    ok(all <= least + least / 16 + 33, "with %d threads %u, %u of them their stacks", SOME,
       (unsigned)all, (unsigned)least);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < SOME; i++)
            uThreadDestroy(threads[i]);
        for (unsigned i = 0; i < SOME; i++)
            threads[i] = uThreadCreateFor(nothing, NULL, pool);
    }
    is_dec(frames_in_use() - before, all, "as many when these make room for others");
    for (unsigned i = 0; i < SOME; i++)
        uThreadDestroy(threads[i]);
    utPoolDestroy(pool);
    is_dec(frames_in_use(), before, "and none when the pool is gone");

    pool = utPoolCreate(SIZE, MANY);
    unsigned made = 0;
    uThd last = NULL, uthread;
    while ((uthread = uThreadCreateFor(nothing, NULL, pool)) != NULL) {
        uthread->sleepTime = (DWORD)last; /* a list */
        last = uthread;
        made++;
    }
    ok(made > 8000 && utLastError() == UtErrorNoMemory, "memory is exhausted after %u", made);
    while (last) {
        uthread = last;
        last = (uThd)uthread->sleepTime;
        uThreadDestroy(uthread);
    }
    uthread = uThreadCreateFor(nothing, NULL, pool);
    ok(uthread != NULL, "freed room can be used again");
    uThreadDestroy(uthread);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "the pool can be destroyed");
    is_dec(frames_in_use(), before, "and gives everything back");
}

/* ---------------------------------------------------------------- misuse */

static utPool open, closed;

static const struct {
    int size, count, error;
} refusals[] = {
    {UT_PACKED_LEAST - 64, 1, UtErrorStackSmall},
    {0, 1, UtErrorStackSmall},
    {INT_MIN, 1, UtErrorStackSmall},
    {UT_PACKED_LEAST + 4, 1, UtErrorStackMisaligned},
    {UT_PACKED_LEAST + 63, 1, UtErrorStackMisaligned},
    {UT_PACKED_LEAST, 0, UtErrorInvalid},
    {UT_PACKED_LEAST, -1, UtErrorInvalid},
    {UT_PACKED_LEAST, INT_MIN, UtErrorInvalid},
    {UT_PACKED_LEAST, INT_MAX, UtErrorNoAddresses},
    {INT_MAX - 63, 1, UtErrorNoAddresses},
    {INT_MAX - 63, INT_MAX, UtErrorNoAddresses},
    {0x40000000, 3, UtErrorNoAddresses},
};

static void *exits(void *argument)
{
    uThreadExit(argument);
    return NULL;
}

static void check_reuse(void)
{
    utPool pool = utPoolCreate(4096, 1);
    uThd uthread = uThreadCreateFor(exits, NULL, pool);
    int begin = uthread->regs[5];
    utResume(uthread);
    uThreadDestroy(uthread);
    uthread = uThreadCreateFor(exits, NULL, pool);
    is_hex((uint32_t)uthread->regs[5], (uint32_t)begin,
           "a new thread begins where one before it that has exited began");
    uThreadDestroy(uthread);
    utPoolDestroy(pool);
}

static void check_misuse(void)
{
    struct heap_usage heap = heap_usage();
    for (unsigned i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        int error = error_of(utPoolCreate(refusals[i].size, refusals[i].count));
        is_dec((uint32_t)error, (uint32_t)refusals[i].error, "%d threads with %d bytes: %s",
               refusals[i].count, refusals[i].size, utErrorText(refusals[i].error));
    }
    ok(heap_usage().blocks == heap.blocks, "none of that leaves anything behind");
    open = utPoolCreate(SIZE, 1);
    closed = utPoolCreate(SIZE, 1);
    utPoolDestroy(closed);
    is_dec((uint32_t)utPoolDestroy(NULL), UtErrorInvalid, "destroying the pool NULL");
    is_dec((uint32_t)utPoolDestroy(closed), UtErrorInvalid, "one that was destroyed");
    is_dec((uint32_t)utPoolDestroy((utPool)(void *)sch), UtErrorInvalid, "a scheduler");
    is_dec((uint32_t)error_of(uThreadCreateFor(NULL, NULL, open)), UtErrorInvalid,
           "a packed thread without a body");
    is_dec((uint32_t)error_of(uThreadCreateFor(NULL, NULL, NULL)), UtErrorInvalid,
           "one of the default size");
    is_dec((uint32_t)error_of(uThreadCreateFor(nothing, NULL, closed)), UtErrorInvalid,
           "a thread of a destroyed pool");
    is_dec((uint32_t)error_of(uThreadCreateFor(nothing, NULL, (utPool)(void *)sch)), UtErrorInvalid,
           "of a scheduler");
    utPoolDestroy(open);
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    sch = utSchedulerCreate();
    tap_note("seed=%lu", seed);
    dice = random_from((uint32_t)seed);
    check_layout();
    check_lives();
    check_reuse();
    check_misuse();
    check_memory();
    utSchedulerDestroy(sch);
    return tap_done();
}
