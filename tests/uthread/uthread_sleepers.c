/* The heap of waits with a deadline, by itself: at random waits come and go from anywhere in it,
 * and the first one is always the one that a list in order has first.
 *
 * run: name=plain
 * run: name=other args="seed=20406"
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "uthread/schedule/scheduler.h"

#include <stdio.h>
#include <string.h>

enum { WAITS = 24, STEPS = 60000, DEADLINES = 4 };

static struct utWait waits[WAITS];
static bool is_there[WAITS];
static DWORD seed = 1, order;

static unsigned random_below(unsigned limit)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % limit;
}

/* Whether a is to wake before b; the counter wraps, here after each 1024. */
static bool is_before(const struct utWait *a, const struct utWait *b)
{
    return a->deadline != b->deadline ? a->deadline < b->deadline : (int)(a->order - b->order) < 0;
}

static struct utWait *first(void)
{
    struct utWait *found = NULL;
    for (unsigned i = 0; i < WAITS; i++)
        if (is_there[i] && (!found || is_before(&waits[i], found)))
            found = &waits[i];
    return found;
}

static struct utWait *insert(struct utWait *heap, unsigned i)
{
    is_there[i] = true;
    waits[i].deadline = random_below(DEADLINES);
    waits[i].order = order += 1u << 22;
    return sleepers_insert(heap, &waits[i]);
}

/* Afterwards nothing may read it any more. */
static struct utWait *remove_one(struct utWait *heap, unsigned i)
{
    heap = sleepers_remove(heap, &waits[i]);
    is_there[i] = false;
    memset(&waits[i], 0xCC, sizeof waits[i]);
    return heap;
}

int main(int argc, char **argv)
{
    struct utWait *heap = NULL;
    unsigned wrong = 0, most = 0, there = 0;
    seed = argument(argc, argv, "seed=", seed);
    printf("# seed=%u\n", (unsigned)seed);
    memset(waits, 0xCC, sizeof waits);
    for (unsigned step = 0; step < STEPS && !wrong; step++) {
        unsigned i = random_below(WAITS);
        bool comes = random_below(16) < (step / 1000 % 2 ? 15 : 1); /* it grows and shrinks */
        if (!is_there[i] && comes)
            heap = insert(heap, i), there++;
        else if (is_there[i] && !comes)
            heap = remove_one(heap, i), there--;
        wrong += heap != first();
        most = there > most ? there : most;
    }
    is_dec(wrong, 0, "the first of the heap is the first in order, while any waits come and go");
    ok(most == WAITS, "also when all are there");
    while (heap && !wrong) {
        wrong += heap != first();
        heap = remove_one(heap, (unsigned)(heap - waits));
        there--;
    }
    ok(!wrong && there == 0, "and at the end they leave in order");
    return tap_done();
}
