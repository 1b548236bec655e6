/* The library's heap under threads of the host: blocks that one thread makes and another frees. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/heap.h"
#include "lib/heap_impl.h"
#include "tests/host/heap_slots.h"
#include "tests/host/locks.h"

static uint32_t ranges, held_ranges; /* made and not given back; asked for with the lock held */
static void *kept_for_later;         /* a block that range_alloc frees, as a reserve does */

void *range_alloc(size_t size)
{
    void *range = NULL;
    uint32_t word = __atomic_load_n(&heap_lock.word, __ATOMIC_RELAXED);
    held_ranges += (word & ~LOCK_WANTED) == lock_self();
    tl_free(__atomic_exchange_n(&kept_for_later, NULL, __ATOMIC_RELAXED));
    if (posix_memalign(&range, HEAP_RANGE, size))
        return NULL;
    __atomic_add_fetch(&ranges, 1, __ATOMIC_RELAXED);
    return memset(range, 0, size);
}

void range_free(void *range)
{
    __atomic_sub_fetch(&ranges, 1, __ATOMIC_RELAXED);
    free(range);
}

enum { SLOTS = 40, HANDED_OVER = 32 };

static struct slot *handed_over[HANDED_OVER]; /* slots in blocks of the heap, for any thread */
static uint32_t damaged;

static void drop(struct slot *slot)
{
    damaged += !is_intact(slot, slot->size);
    tl_free(slot->block);
    slot->block = NULL;
}

static void change(struct random *random, struct slot *slot)
{
    size_t size = random_size(random);
    if (!slot->block) {
        bool aligned = random_below(random, 8) == 0;
        slot->block =
            aligned ? tl_aligned_alloc(1u << random_below(random, 13), size) : tl_malloc(size);
    } else if (random_below(random, 2) == 0) {
        drop(slot);
        return;
    } else {
        unsigned char *moved = tl_realloc(slot->block, size);
        size_t kept = size < slot->size ? size : slot->size;
        slot->block = moved;
        damaged += !is_intact(slot, kept);
    }
    slot->size = size;
    refill(random, slot);
}

/* Leaves a slot for another thread, and frees that which it finds in its place. */
static void hand_over(struct random *random, struct slot *slot)
{
    struct slot *given = slot ? tl_malloc(sizeof *given) : NULL;
    if (given) {
        *given = *slot;
        slot->block = NULL;
    }
    unsigned place = random_below(random, HANDED_OVER);
    struct slot *found = __atomic_exchange_n(&handed_over[place], given, __ATOMIC_ACQ_REL);
    if (found) {
        drop(found);
        tl_free(found);
    }
}

static void uses_heap(struct worker *worker)
{
    struct slot slots[SLOTS] = {0};
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        struct slot *slot = &slots[random_below(&worker->random, SLOTS)];
        if (slot->block && random_below(&worker->random, 4) == 0)
            hand_over(&worker->random, slot);
        else
            change(&worker->random, slot);
        if (random_below(&worker->random, 256) == 0)
            heap_release_reserve();
        if (random_below(&worker->random, 256) == 0)
            tl_free(__atomic_exchange_n(&kept_for_later, tl_malloc(50), __ATOMIC_RELAXED));
        if (random_below(&worker->random, 1024) == 0)
            heap_check();
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].block)
            drop(&slots[i]);
    for (unsigned i = 0; i < 8 * HANDED_OVER; i++)
        hand_over(&worker->random, NULL);
}

void check_heap(void)
{
    workers_run(uses_heap, threads);
    tl_free(__atomic_exchange_n(&kept_for_later, NULL, __ATOMIC_RELAXED));
    for (unsigned i = 0; i < HANDED_OVER; i++)
        if (handed_over[i]) {
            drop(handed_over[i]);
            tl_free(handed_over[i]);
        }
    heap_check();
    ok(damaged == 0, "every block keeps its contents, whichever thread frees it");
    ok(heap_usage().blocks == 0 && heap_usage().bytes == 0, "all blocks are counted and freed");
    heap_release_reserve();
    ok(ranges == 0 && !heap_ranges, "all ranges were given back");
    ok(held_ranges == 0, "no range is asked for with the lock held");
    ok(heap_lock.word == 0 && heap_lock.again == 0, "in the end the heap's lock is free");
}
