/* Very many threads alive at the same time: each runs in its turn, has its own result, and costs no
 * memory but its stack and its block. Takes count=N.
 *
 * run: name=some memory=128M
 * run: name=million memory=1200M compilers=gcc args="count=1000000"
 * run: name=checked memory=128M checked=1 args="count=50000"
 * run: name=ring3 memory=128M ring=3 compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_scene.h"

enum { TURNS = 10, STACK = 768, SLOT = 896, STEP = 16 };

static DWORD count, turns, in_turn, last, alive, most_alive;

/* Threads run in the order of their numbers, from the highest down, because the one added last is
 * the first. */
static void *takes_turns(void *argument)
{
    DWORD number = (DWORD)argument;
    most_alive += ++alive > most_alive;
    for (unsigned i = 0; i < TURNS; i++) {
        in_turn += number == (last ? last - 1 : count - 1);
        last = number;
        turns++;
        utYield();
    }
    alive--;
    return (void *)~number;
}

int main(int argc, char **argv)
{
    count = (DWORD)argument(argc, argv, "count=", 100000);
    uint32_t before = frames_in_use();
    utPool pool = utPoolCreate(STACK, (int)count);
    utSch scheduler = utSchedulerCreate();
    DWORD made = 0, right = 0;
    uThd lowest = NULL, uthread;
    while ((uthread = uThreadCreateFor(takes_turns, (void *)made, pool)) != NULL) {
        lowest = lowest ? lowest : uthread;
        utSchAddUthd(scheduler, uthread);
        made++;
    }
    is_dec(made, count, "a pool has as many threads as were asked for");
    uint32_t used = frames_in_use() - before,
             least = (uint32_t)((uint64_t)count * SLOT / PAGE_SIZE);
    ok(used <= least + least / STEP + 64, "they take %u pages of memory, their slots %u",
       (unsigned)used, (unsigned)least);
    utSchStart(scheduler);
    is_dec(most_alive, count, "all are alive at the same time");
    is_dec(turns, count * TURNS, "each has had its turns");
    is_dec(in_turn, turns, "in its place");
    is_dec(frames_in_use() - before, used, "which takes no more memory");
    for (DWORD i = 0; i < made; i++) {
        uthread = (uThd)(void *)((char *)lowest + (size_t)i * SLOT);
        right += uthread->status == UtStatusFinish && uthread->result == (void *)~i;
    }
    is_dec(right, count, "each has its own result");
    utSchedulerDestroy(scheduler);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "all are freed");
    is_dec(frames_in_use(), before, "and so is all memory");
    return tap_done();
}
