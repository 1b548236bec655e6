/* Rights of pages, pages below stacks, frames, and ranges of the lower half, up to their exhaustion
 * and under a random workload. Takes seed=N and steps=N.
 *
 * run: name=ordinary
 * run: name=short-entries cpu=486 memory=8M
 * run: name=checked checked=1 memory=32M
 * run: name=bochs compilers=gcc emulator=bochs memory=16M args=steps=500
 *
 * Ring 0 only: the kernel's own functions are called, which are no services.
 */
#include "kernel/boot_view.h"
#include "kernel/call/features.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/segments.h"
#include "kernel/devices/screen.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stacks.h"
#include "kernel/shared/reserves.h"
#include "seh_emul/dispatch/spare_stack.h"
#include "tests/harness/arguments.h"
#include "tests/harness/locked.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

#include <stdio.h>
#include <string.h>
#include <uthread.h>

static const unsigned ALL_RIGHTS = PAGING_WRITE | PAGING_USER | PAGING_EXECUTE;

/* ---------------------------------------------------------------- pages */

/* How many pages of [start, end) have not exactly these rights. */
static unsigned pages_unlike(const char *start, const char *end, unsigned rights)
{
    unsigned wrong = 0;
    unsigned known = cpu_features.no_execute ? ALL_RIGHTS : PAGING_WRITE | PAGING_USER;
    for (const char *at = start; at < end; at += PAGE_SIZE) {
        struct page page = paging_look(at);
        wrong += !page.present || (page.rights & known) != (rights & known);
    }
    return wrong;
}

static void check_image(void)
{
#define PART(name, rights, guards)                                                                 \
    {                                                                                              \
        extern char name##_start[], name##_end[];                                                  \
        ok((uint32_t)name##_start < (uint32_t)name##_end, #name " is not empty");                  \
        is_dec(pages_unlike(name##_start, name##_end, rights), guards, #name " has its rights");   \
    }
    PART(kernel_text, PAGING_EXECUTE, 0)
    PART(shared_text, PAGING_EXECUTE | PAGING_USER, 0)
    PART(kernel_rodata, 0, 0)
    PART(shared_rodata, PAGING_USER, 0)
    PART(kernel_data, PAGING_WRITE, 0)
    PART(shared_data, PAGING_WRITE | PAGING_USER, SPARE_STACKS) /* one below each */
    PART(program_data, PAGING_WRITE | PAGING_USER, 0)
#undef PART
    extern char kernel_bss_start[], kernel_bss_end[], program_data_end[], image_end_physical[];
    is_dec(pages_unlike(kernel_bss_start, kernel_bss_end, PAGING_WRITE), 1,
           "so has kernel_bss, but for the page below the double fault's stack");
    is_dec(pages_unlike(program_data_end, direct((uint32_t)image_end_physical), 0), 0,
           "the table of symbols can only be read");
    is_dec(pages_unlike(direct((uint32_t)image_end_physical), direct(boot_view()->direct_end),
                        PAGING_WRITE),
           0, "memory behind the image is the kernel's own, and nothing in it can be executed");
}

/* How many pages of [start, end) there are. */
static unsigned pages_present(uint32_t start, uint32_t end)
{
    unsigned count = 0;
    for (uint32_t at = start; at < end; at += PAGE_SIZE)
        count += paging_look((void *)at).present;
    return count;
}

/* From A0000h on there are a screen's memory and the firmware, or nothing. A text screen is one
 * page, which the console writes. */
static void check_holes(void)
{
    is_dec(pages_present((uint32_t)direct(0xA0000), (uint32_t)direct(IMAGE_PHYSICAL)),
           screen_present(), "addresses without memory are not mapped, but for a text screen");
}

static void check_lower_half(void)
{
    const TEB *teb = tib_current();
    uint32_t stack = (uint32_t)teb->DeallocationStack;
    uint32_t stack_end = (uint32_t)teb->NtTib.StackBase;
    uint32_t code = (uint32_t)probe_code();
    is_dec(pages_present(0, PROGRAMS_START), 0, "the first 64 KB are not mapped");
    is_dec(pages_present(PROGRAMS_START, PROGRAMS_END) - pages_present(stack, stack_end) -
               pages_present(code, code + PAGE_SIZE),
           0, "nothing but the program's stack is in the lower half");
    struct page shared = paging_look((void *)SHARED_PAGE);
    ok(shared.present && shared.rights == (cpu_features.no_execute ? PAGING_USER : 6),
       "the shared page can be read from every ring, and no more");
    is_dec(pages_present(SHARED_PAGE + PAGE_SIZE, UPPER_HALF), 0,
           "between the shared page and the upper half there is nothing");
}

/* lowest: the stack's lowest usable byte. */
static void check_stack(const char *name, const void *lowest, const void *top)
{
    uint32_t start = (uint32_t)lowest;
    ok(start < (uint32_t)top, "the %s stack has %u KB", name, ((uint32_t)top - start) / 1024);
    ok(!paging_look((void *)(start - 1)).present, "below the %s stack no page is mapped", name);
    is_dec(pages_present(start & ~(PAGE_SIZE - 1), (uint32_t)top),
           ((uint32_t)top - (start & ~(PAGE_SIZE - 1)) + PAGE_SIZE - 1) / PAGE_SIZE,
           "the %s stack's own pages are", name);
}

static void look_at_own_stack(void)
{
    check_stack("user-level thread's", tib_current()->NtTib.StackLimit, utCurrent());
    ok((uint32_t) & (char){0} - (uint32_t)utCurrent()->stack < (uint32_t)utCurrent()->stackSize,
       "and it is the one in use");
}

static void check_stacks(void)
{
    extern char boot_stack_bottom[], boot_stack_top[];
    check_stack("boot", direct((uint32_t)boot_stack_bottom), direct((uint32_t)boot_stack_top));
    check_stack("program's", tib_current()->NtTib.StackLimit, tib_current()->NtTib.StackBase);
    char *top = (char *)this_cpu()->double_fault_stack;
    check_stack("double fault's", top - 2 * PAGE_SIZE, top);
    uThd thread = uThreadCreate(look_at_own_stack);
    utResume(thread);
    uThreadDestroy(thread);
}

/* ---------------------------------------------------------------- frames */

static uint32_t seen[DIRECT_LIMIT / PAGE_SIZE / 32];

/* Takes every frame there is. Each frame keeps the address of the one before it; returns the last.
 */
static uint32_t take_all_frames(uint32_t *count, unsigned *twice)
{
    uint32_t last = FRAME_NONE;
    for (uint32_t frame = frame_alloc(); frame != FRAME_NONE; frame = frame_alloc()) {
        uint32_t number = frame / PAGE_SIZE;
        *twice += seen[number / 32] >> number % 32 & 1;
        seen[number / 32] |= 1u << number % 32;
        uint32_t *words = direct(frame);
        words[0] = last;
        words[1] = ~frame;
        words[PAGE_SIZE / 4 - 1] = frame;
        last = frame;
        ++*count;
    }
    return last;
}

static uint32_t free_all_frames(uint32_t last, unsigned *damaged)
{
    uint32_t count = 0;
    while (last != FRAME_NONE) {
        const uint32_t *words = direct(last);
        uint32_t next = words[0];
        *damaged += words[1] != ~last || words[PAGE_SIZE / 4 - 1] != last;
        frame_free(last);
        last = next;
        count++;
    }
    return count;
}

static void check_frames(void)
{
    extern char image_end_physical[];
    reserves_give_back();
    struct frame_usage before = frame_usage();
    uint32_t count = 0, lost = 0;
    unsigned twice = 0, damaged = 0, forbidden = 0;
    uint32_t last = take_all_frames(&count, &twice);
    is_dec(count, before.free, "as many frames come as are said to be free");
    is_dec(twice, 0, "none comes twice");
    is_dec(frame_usage().free, 0, "then none is free");
    ok(frame_alloc() == FRAME_NONE && frame_alloc() == FRAME_NONE,
       "exhaustion is a result, again and again");

    struct stack stack;
    ok(!space_alloc(PAGE_SIZE), "without frames there are no ranges with memory");
    is_hex(stack_alloc(SPACE_SLOT, &stack), STATUS_COMMITMENT_LIMIT, "and no stacks");
    ok(!uThreadCreate(check_stacks) && utLastError() == UtErrorNoMemory, "and no threads");
    for (uint32_t number = 0; number < DIRECT_LIMIT / PAGE_SIZE; number++) {
        uint32_t frame = number * PAGE_SIZE;
        if (seen[number / 32] >> number % 32 & 1)
            forbidden += frame < PROGRAMS_START ||
                         (frame >= IMAGE_PHYSICAL && frame < (uint32_t)image_end_physical) ||
                         (frame >= boot_view()->directory && frame < boot_view()->tables_end);
    }
    is_dec(forbidden, 0, "firmware's memory, the image and its page tables are not handed out");
    lost = count - free_all_frames(last, &damaged);
    is_dec(damaged, 0, "each frame is memory of its own");
    is_dec(frame_usage().free + lost, before.free, "given back, all are free again");
    uint32_t frame = frame_alloc();
    ok(frame != FRAME_NONE && frame % PAGE_SIZE == 0, "and can be had again");
    frame_free(frame);
}

/* Memory runs out in the middle of a commit. */
static void check_commit(void)
{
    enum { PAGES = 16, OWN = 3, FRAMES = 5 };
    uint32_t base = 0, size = PAGES * PAGE_SIZE, count = 0;
    unsigned twice = 0, damaged = 0, wrong = 0;
    region_allocate(&base, &size, MEM_RESERVE, PAGE_READWRITE);
    char *pages = (char *)base;
    region_commit(pages + OWN * PAGE_SIZE, PAGE_SIZE, PAGE_READWRITE);
    pages[OWN * PAGE_SIZE] = 'x';

    uint32_t last = take_all_frames(&count, &twice);
    for (unsigned i = 0; i < FRAMES; i++) {
        uint32_t next = *(const uint32_t *)direct(last);
        frame_free(last);
        last = next;
    }
    uint32_t status = region_allocate(&base, &size, MEM_COMMIT, PAGE_READWRITE);
    uint32_t free = frame_usage().free;
    for (unsigned i = 0; i < PAGES; i++)
        wrong += page_has_frame(paging_look(pages + i * PAGE_SIZE)) != (i == OWN);
    free_all_frames(last, &damaged);

    is_hex(status, STATUS_COMMITMENT_LIMIT, "a commit that memory does not suffice for fails");
    is_dec(free, FRAMES, "its frames are free again");
    is_dec(wrong, 0, "its pages are as they were before");
    is_dec(pages[OWN * PAGE_SIZE], 'x', "and so are their contents");
    region_free(&base, &size, MEM_RELEASE);
}

/* ---------------------------------------------------------------- ranges */

/* Frames that are free or serve as tables, which stay once made. */
static uint32_t frames_left(void) { return frame_usage().free + paging_table_frames(); }

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

/* With n frames left, for small n: a refused call gives back all that it has taken. */
static void check_last_frames(void)
{
    uint32_t count = 0;
    unsigned twice = 0, damaged = 0, wrong = 0, granted = 0;
    memset(seen, 0, sizeof seen);
    uint32_t last = take_all_frames(&count, &twice);
    for (unsigned round = 0; round < 20; round++) {
        uint32_t before = frames_left();
        struct stack stack = {NULL, NULL, NULL};
        char *range = space_alloc(3 * PAGE_SIZE);
        bool has_stack = stack_alloc(SPACE_SLOT, &stack) == STATUS_SUCCESS;
        granted += range != NULL;
        if (range)
            space_release(range);
        if (has_stack)
            stack_free(stack.base);
        wrong += frames_left() != before;
        uint32_t next = *(uint32_t *)direct(last);
        frame_free(last);
        last = next;
    }
    free_all_frames(last, &damaged);
    is_dec(wrong, 0, "down to the last frames the account stays right");
    ok(granted > 10, "and calls that fit are granted");
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

/* In the checking build the page behind a range is never mapped. */
static void check_overrun(void)
{
    struct probe probe;
    char *first = space_alloc(SPACE_SLOT), *second = space_alloc(SPACE_SLOT);
    uint32_t at = (uint32_t)first + SPACE_SLOT;
    const uint8_t store[] = {0xA3, (uint8_t)at, (uint8_t)(at >> 8), (uint8_t)(at >> 16),
                             (uint8_t)(at >> 24)};
    if (CHECKED) {
        probe_run(store, sizeof store, &probe);
        is_hex(probe.record.ExceptionCode, STATUS_ACCESS_VIOLATION, "an overrun of a range faults");
        is_hex(probe.record.ExceptionInformation[1], at, "at its first byte");
    } else {
        tap_skip("only in the checking build", "an overrun of a range faults");
    }
    space_release(first);
    space_release(second);
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long steps = argument(argc, argv, "steps=", 3000);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu steps=%lu", seed, steps);
    check_image();
    check_holes();
    check_lower_half();
    check_stacks();
    check_frames();
    check_commit();
    check_range();
    check_places();
    check_refusals();
    check_last_frames();
    check_random(&random, steps);
    check_overrun();
    return tap_done();
}
