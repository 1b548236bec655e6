/* Ranges of the lower half, up to their exhaustion and under a random workload, and the stacks in
 * them. Takes seed=N and steps=N.
 *
 * run: name=ordinary
 * run: name=short-entries cpu=486 memory=8M
 * run: name=checked checked=1 memory=32M
 * run: name=bochs compilers=gcc emulator=bochs memory=16M args=steps=500
 *
 * Ring 0 only: the kernel's own functions are called, which are no services.
 */
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/kernel/kernel_memory.h"

#include <nt.h>
#include <string.h>

static void check_range(void)
{
    uint32_t before = frames_left();
    char *base = space_reserve(SPACE_SLOT + 1);
    ok(base && (uint32_t)base % SPACE_SLOT == 0, "a range starts at a multiple of 64 KB");
    is_dec(pages_present((uint32_t)base, (uint32_t)base + 2 * SPACE_SLOT), 0,
           "a reserved range has no memory");
    is_dec(before - frames_left(), 0, "and costs none");
    ok(space_commit(base + PAGE_SIZE, 2 * PAGE_SIZE, PAGING_WRITE),
       "pages of it can be given some");
    is_dec(pages_present((uint32_t)base, (uint32_t)base + 2 * SPACE_SLOT), 2, "just these");
    is_dec(before - frames_left(), 2, "which costs as many frames");
    unsigned not_zero = 0;
    for (unsigned i = 0; i < 2 * PAGE_SIZE; i++)
        not_zero += base[PAGE_SIZE + i] != 0;
    is_dec(not_zero, 0, "all of it is zero");
    memset(base + PAGE_SIZE, 0xFF, 2 * PAGE_SIZE);
    space_release(base);
    is_dec(pages_present((uint32_t)base, (uint32_t)base + 2 * SPACE_SLOT), 0,
           "a released range is not mapped any more");
    is_dec(frames_left(), before, "and its memory is free");

    struct stack stack;
    ok(!stack_alloc(STACK_SMALL_MOST + 1, &stack) &&
           stack.top + STACK_ROOM - stack.base == SPACE_SLOT,
       "a stack's size is rounded up");
    check_stack("allocated", stack.limit, stack.top);
    is_dec(stack_frames(&stack), 3, "it has two pages, and a guard");
    stack_free(stack.base);
    is_dec(frames_left(), before, "which it gives back");
}

static uint32_t ranges_in_use(void)
{
    uint32_t count = 0;
    for (char *at = NULL; (at = space_next(at)) < (char *)PROGRAMS_END;)
        count++;
    return count;
}

/* Stacks that share slots: each as sound as one alone, and all addresses can be had again. */
static void check_places(void)
{
    enum { SIZES = STACK_SMALL_MOST / PAGE_SIZE, EACH = 40 };
    static struct stack stacks[SIZES + 1][EACH];
    uint32_t before = frames_left(), ranges = ranges_in_use();
    unsigned wrong = 0, mixed = 0, whole = 0, first = STACK_LEAST / PAGE_SIZE;
    for (unsigned i = 0; i < EACH; i++)
        for (uint32_t pages = first; pages <= SIZES; pages++) {
            struct stack *stack = &stacks[pages][i];
            size_t size = pages * PAGE_SIZE;
            wrong += stack_alloc(size - i % PAGE_SIZE, stack) != STATUS_SUCCESS ||
                     stack->top + STACK_ROOM - stack->base != (long)size ||
                     (uint32_t)(stack->top + STACK_ROOM - stack->limit) !=
                         STACK_FIRST_PAGES(pages) * PAGE_SIZE ||
                     stack_frames(stack) != STACK_FIRST_PAGES(pages) + 1;
            memset(stack->limit, (int)(pages + i), (size_t)(stack->top - stack->limit));
        }
    is_dec(wrong, 0, "%u small stacks of each size have the bytes that were asked for, and a guard",
           EACH);
    ok(ranges_in_use() - ranges == (SIZES + 1 - first) * ((EACH + 15) / 16),
       "sixteen of one size share a range");
    for (uint32_t pages = first; pages <= SIZES; pages++)
        for (unsigned i = 0; i < EACH; i++) {
            struct stack *stack = &stacks[pages][i];
            for (const char *byte = stack->limit; byte < stack->top; byte++)
                mixed += *byte != (char)(pages + i);
            whole += stack_is_whole(stack->base) && !stack_is_whole(stack->base + PAGE_SIZE);
        }
    is_dec(mixed, 0, "no two have memory in common");
    is_dec(whole, EACH * (SIZES + 1 - first), "each begins at its base and nowhere else");
    stack_free(stacks[first][0].base);
    ok(!stack_is_whole(stacks[first][0].base) && stack_is_whole(stacks[first][1].base),
       "one that is gone is none, those beside it are");
    for (unsigned i = 0; i < EACH; i++)
        for (uint32_t pages = first; pages <= SIZES; pages++)
            if (stack_is_whole(stacks[pages][i].base))
                stack_free(stacks[pages][i].base);
    is_dec(frames_left(), before, "their memory comes back");
    is_dec(ranges_in_use(), ranges, "and their addresses");
    ok(!stack_alloc(1, &stacks[0][0]) &&
           stacks[0][0].top + STACK_ROOM - stacks[0][0].base == STACK_LEAST,
       "the least size is larger than a page");
    stack_free(stacks[0][0].base);
}

/* With few free slots: of all the small stacks that they hold every second is given back, and had
 * again. */
static void check_places_at_the_end(void *const *ranges, unsigned count)
{
    enum { FREED = 24, MOST = 16 * FREED };
    static struct stack stacks[MOST];
    struct stack stack;
    unsigned made = 0, refused = 0;
    for (unsigned i = 1; i <= FREED; i++)
        space_release(ranges[count - i]);
    while (made < MOST && stack_alloc(STACK_LEAST, &stacks[made]) == STATUS_SUCCESS)
        made++;
    ok(made >= 32 && made % 16 == 0, "ranges hold %u small stacks, sixteen each", made);
    is_hex(stack_alloc(STACK_LEAST, &stack), STATUS_NO_MEMORY, "and no more");
    for (unsigned i = 0; i < made; i += 2)
        stack_free(stacks[i].base);
    for (unsigned i = 0; i < made; i += 2)
        refused += stack_alloc(STACK_LEAST, &stacks[i]) != STATUS_SUCCESS;
    is_dec(refused, 0, "places in between are found again, wherever they are");
    is_hex(stack_alloc(STACK_LEAST, &stack), STATUS_NO_MEMORY, "as many as there are");
    for (unsigned i = 0; i < made; i++)
        stack_free(stacks[i].base);
    for (unsigned i = FREED; i >= 1; i--)
        space_reserve_at(ranges[count - i], 1);
}

static void check_refusals(void)
{
    uint32_t before = frames_left();
    struct stack stack;
    ok(!space_reserve(SIZE_MAX) && !space_reserve(0x80000000), "no range is as large as the half");
    ok(!space_alloc(SIZE_MAX) && !space_alloc(0x7FF00000), "nor is one with memory");
    is_hex(stack_alloc(SIZE_MAX, &stack), STATUS_NO_MEMORY, "nor is a stack");

    /* Memory for a part of it only: the part must come back. */
    ok(!space_alloc((frame_usage().free + 1) * PAGE_SIZE),
       "no range has more memory than there is");
    char *most = space_reserve((frame_usage().free + 1) * PAGE_SIZE);
    ok(most && !space_commit(most, (frame_usage().free + 1) * PAGE_SIZE, PAGING_WRITE),
       "nor can a reserved one get more");
    is_dec(frames_left(), before, "a refusal changes nothing");
    space_release(most);

    static void *ranges[PROGRAMS_END / SPACE_SLOT];
    unsigned count = 0, misplaced = 0;
    while ((ranges[count] = space_reserve(1)) != NULL)
        misplaced += (uint32_t)ranges[count++] >= PROGRAMS_END;
    ok(count > 10000, "%u ranges use up the addresses", count);
    is_dec(misplaced, 0, "all of them are in the lower half");
    ok(!space_reserve(1), "exhaustion is a result");
    is_hex(stack_alloc(SPACE_SLOT, &stack), STATUS_NO_MEMORY, "which a stack tells from no memory");
    check_places_at_the_end(ranges, count);
    while (count > 0)
        space_release(ranges[--count]);
    ok((ranges[0] = space_reserve(0x40000000)) != NULL, "released, a large one fits again");
    space_release(ranges[0]);
    is_dec(frames_left(), before, "and no frame is missing");
}

/* Any mixture of calls. The contents of each range tell whether another one has overwritten it. */
static void check_random(struct random *random, unsigned long steps)
{
    static struct held {
        uint32_t *base;
        uint32_t pages, committed;
    } ranges[40];
    uint32_t before = frames_left();
    unsigned damaged = 0, refused = 0;
    for (unsigned long step = 0; step < steps; step++) {
        struct held *range = &ranges[random_below(random, 40)];
        if (!range->base) {
            range->pages = 1 + random_below(random, 40);
            range->base = space_reserve(range->pages * PAGE_SIZE);
            range->committed = 0;
            refused += !range->base;
        } else if (range->committed < range->pages && random_below(random, 4)) {
            uint32_t more = 1 + random_below(random, range->pages - range->committed);
            uint32_t *at = range->base + range->committed * (PAGE_SIZE / 4);
            if (!space_commit(at, more * PAGE_SIZE, PAGING_WRITE)) {
                refused++;
                continue;
            }
            for (uint32_t i = 0; i < more * PAGE_SIZE / 4; i++) {
                damaged += at[i] != 0;
                at[i] = (uint32_t)&at[i];
            }
            range->committed += more;
        } else {
            for (uint32_t i = 0; i < range->committed * PAGE_SIZE / 4; i++)
                damaged += range->base[i] != (uint32_t)&range->base[i];
            space_release(range->base);
            range->base = NULL;
        }
    }
    for (struct held *range = ranges; range < ranges + 40; range++)
        if (range->base)
            space_release(range->base);
    is_dec(refused, 0, "%lu random steps: everything is granted", steps);
    is_dec(damaged, 0, "each page is zero at first and then keeps its contents");
    is_dec(frames_left(), before, "in the end all memory is free again");
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long steps = argument(argc, argv, "steps=", 3000);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu steps=%lu", seed, steps);
    check_range();
    check_places();
    check_refusals();
    check_random(&random, steps);
    return tap_done();
}
