/* Frames up to their exhaustion: calls that get none give back all that they have taken.
 *
 * run: name=ordinary
 * run: name=short-entries cpu=486 memory=8M
 * run: name=checked checked=1 memory=32M
 * run: name=bochs compilers=gcc emulator=bochs memory=16M
 *
 * Ring 0 only: the kernel's own functions are called, which are no services.
 */
#include "kernel/boot_view.h"
#include "kernel/memory/regions.h"
#include "kernel/shared/reserves.h"
#include "tests/kernel/kernel_memory.h"

#include <string.h>
#include <uthread.h>

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
    ok(!uThreadCreate(check_frames) && utLastError() == UtErrorNoMemory, "and no threads");
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
        wrong += paging_has_frame(pages + i * PAGE_SIZE) != (i == OWN);
    free_all_frames(last, &damaged);

    is_hex(status, STATUS_COMMITMENT_LIMIT, "a commit that memory does not suffice for fails");
    is_dec(free, FRAMES, "its frames are free again");
    is_dec(wrong, 0, "its pages are as they were before");
    is_dec(pages[OWN * PAGE_SIZE], 'x', "and so are their contents");
    region_free(&base, &size, MEM_RELEASE);
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

int main(void)
{
    check_frames();
    check_commit();
    check_last_frames();
    return tap_done();
}
