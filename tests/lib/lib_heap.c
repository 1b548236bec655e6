/* The heap under a random workload, its corner cases, and its exhaustion. Takes seed=N and
 * steps=N; or cost, for what an allocation costs.
 *
 * run: name=plain memory=16M
 * run: name=checked memory=16M checked=1 compilers=gcc,clang
 * run: name=cost memory=16M virtual-time=1 args=cost
 * run: name=ring3 ring=3 compilers=gcc memory=16M
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/call/features.h"
#include "lib/heap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/heap_slots.h"

#define SLOTS 300

static struct slot slots[SLOTS];

/* One step on one slot. Returns how many things were wrong. */
static unsigned step(struct random *random, struct slot *slot)
{
    unsigned wrong = 0;
    size_t size = random_size(random);
    if (!slot->block) {
        unsigned alignment = 1u << random_below(random, 13);
        bool aligned = random_below(random, 8) == 0;
        slot->block = aligned ? aligned_alloc(alignment, size) : malloc(size);
        slot->size = size;
        wrong += !slot->block || (uintptr_t)slot->block % 8 != 0;
        wrong += aligned && (uintptr_t)slot->block % alignment != 0;
    } else if (random_below(random, 3) == 0) {
        unsigned char *moved = realloc(slot->block, size);
        slot->block = moved;
        if (!moved)
            return size != 0;
        wrong += !is_intact(slot, size < slot->size ? size : slot->size);
        slot->size = size;
    } else {
        wrong += !is_intact(slot, slot->size);
        free(slot->block);
        slot->block = NULL;
    }
    if (slot->block)
        refill(random, slot);
    return wrong;
}

static void check_workload(struct random *random, unsigned long steps)
{
    struct heap_usage before = heap_usage();
    unsigned wrong = 0;
    for (unsigned long i = 0; i < steps; i++)
        wrong += step(random, &slots[random_below(random, SLOTS)]);
    heap_check();
    ok(wrong == 0, "%lu random steps keep every block's contents and alignment", steps);

    size_t blocks = before.blocks, bytes = before.bytes;
    for (unsigned i = 0; i < SLOTS; i++) {
        blocks += slots[i].block != NULL;
        bytes += slots[i].block ? slots[i].size : 0;
    }
    struct heap_usage now = heap_usage();
    ok(now.blocks == blocks && now.bytes >= bytes, "heap_usage counts the blocks in use");
    for (unsigned i = 0; i < SLOTS; i++) {
        free(slots[i].block);
        slots[i].block = NULL;
    }
    now = heap_usage();
    ok(now.blocks == before.blocks && now.bytes == before.bytes,
       "heap_usage comes back when everything is freed");
}

static bool refused(void *block)
{
    free(block);
    return !block;
}

static void check_corners(void)
{
    char *a = malloc(0), *b = malloc(0);
    ok(a && b && a != b, "0 bytes give a block of their own");
    free(a);
    free(b);
    free(NULL);
    ok(refused(malloc(SIZE_MAX)) && refused(malloc(SIZE_MAX / 2 + 1)) &&
           refused(malloc(SIZE_MAX - 4)),
       "sizes beyond reason are refused");
    ok(refused(calloc(0x10001, 0x10000)) && refused(calloc(SIZE_MAX, 2)),
       "calloc refuses a product that overflows");
    ok(refused(aligned_alloc(24, 8)) && refused(aligned_alloc(0, 8)) &&
           refused(aligned_alloc(8192, 8)),
       "aligned_alloc refuses other alignments");

    a = malloc(1000);
    memset(a, 0x55, 1000);
    free(a);
    unsigned wrong = 0;
    a = calloc(10, 100);
    for (int i = 0; i < 1000; i++)
        wrong += a[i] != 0;
    ok(wrong == 0, "calloc clears a block that was used before");
    char *c = realloc(a, SIZE_MAX - 2);
    ok(!c && a[999] == 0, "a realloc that fails leaves the block");
    size_t whole = heap_usage().bytes;
    c = realloc(a, 10);
    ok(heap_usage().bytes < whole - 900, "what a block is shrunk by is free again");
    b = realloc(NULL, 20);
    ok(c && b, "realloc shrinks, and of NULL is malloc");
    free(c);
    free(b);
}

static void check_growth(void)
{
    char *a = malloc(100);
    char *neighbour = malloc(100);
    char *fence = malloc(100);
    memset(a, 1, 100);
    memset(fence, 3, 100);
    free(neighbour);
    char *grown = realloc(a, 180);
    ok(grown == a && grown[99] == 1, "realloc grows into a free neighbour");
    memset(grown, 4, 180);
    ok(fence[0] == 3, "and no further");
    free(grown);
    free(fence);

    a = malloc(1 << 20);
    memset(a, 2, 1 << 20);
    char *small = realloc(a, 100);
    ok(small && small != a && small[99] == 2, "realloc moves out of a range of its own");
    free(small);
}

/* The gap before an aligned block with a range of its own becomes another's, and pins the range. */
static void check_pinned(void)
{
    char *large = aligned_alloc(4096, 100000);
    char *small = malloc(4000);
    ok(small < large && large - small < 4096, "the gap before an aligned block is used");
    free(large);
    char *again = malloc(100000);
    ok(small < again && again <= large, "a large block whose range another keeps is found again");
    free(again);
    free(small);
}

/* Allocates blocks of a size until there are no more, each linked to the one before; twice. The
 * second time the machine may have spent some pages on tables for addresses it had not used before.
 */
static void check_exhaustion(size_t size)
{
    struct heap_usage before = heap_usage();
    void **last = NULL;
    size_t count[2] = {0, 0};
    for (int round = 0; round < 2; round++) {
        for (void **block; (block = malloc(size)) != NULL; last = block, count[round]++)
            *block = last;
        for (void **block = last; block; block = last) {
            last = *block;
            free(block);
        }
    }
    ok(count[0] > 0 && count[0] * size > 1 << 20, "%u blocks of %u bytes until NULL",
       (unsigned)count[0], (unsigned)size);
    ok(count[1] + count[0] / 50 + 1 >= count[0],
       "and as many again after all were freed, but for 2%%");
    ok(heap_usage().blocks == before.blocks, "none was lost");
}

/* The heap keeps one empty range; a larger request must get at it all the same. */
static void check_reserve(void)
{
    enum { ALMOST_A_RANGE = 60000, TWO_RANGES = 100000 };
    void **last = NULL;
    for (void **block; (block = malloc(ALMOST_A_RANGE)) != NULL; last = block)
        *block = last;
    for (int i = 0; i < 2 && last; i++) {
        void **block = last;
        last = *block;
        free(block);
    }
    void *large = malloc(TWO_RANGES);
    ok(large != NULL, "two ranges freed make room for a block of two ranges");
    free(large);
    for (void **block = last; block; block = last) {
        last = *block;
        free(block);
    }
}

/* Each range keeps a rest that is just too small for another block; the search must not meet them
 * all. In virtual time QEMU's time stamp counter counts instructions. */
static void check_cost(void)
{
    enum { SIZE = 1000, LOT = 1000 };
    static const char claim[] = "the last 1000 blocks cost at most twice the first 1000";
    if (!cpu_features.tsc) {
        tap_skip("this CPU has no time stamp counter", claim);
        return;
    }
    uint64_t first = 0, latest = 0, start = tsc_read();
    unsigned count = 0;
    void **last = NULL;
    for (void **block; (block = malloc(SIZE)) != NULL; last = block) {
        *block = last;
        if (++count % LOT != 0)
            continue;
        uint64_t now = tsc_read();
        latest = now - start;
        start = now;
        if (count == LOT)
            first = latest;
    }
    ok(count >= 8 * LOT, "there is room for %u blocks of %u bytes", count, (unsigned)SIZE);
    ok(latest <= 2 * first, claim);
    tap_note("first %llu, last %llu instructions", first, latest);
    for (void **block = last; block; block = last) {
        last = *block;
        free(block);
    }
}

int main(int argc, char **argv)
{
    if (has_argument(argc, argv, "cost")) {
        check_cost();
        return tap_done();
    }
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long steps = argument(argc, argv, "steps=", 20000);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu steps=%lu", seed, steps);
    check_corners();
    check_growth();
    check_pinned();
    check_workload(&random, steps);
    check_exhaustion(24);
    check_exhaustion(5000);
    check_exhaustion(100000);
    check_reserve();
    check_workload(&random, steps / 4);
    heap_release_reserve();
    return tap_done();
}
