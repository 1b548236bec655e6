/* Bitmaps of frames. */
#include "kernel/memory/frames.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/panic.h"

#include <stdbool.h>

#define FRAME_COUNT (DIRECT_LIMIT / PAGE_SIZE)
#define FIRST_FRAME (0x10000 / PAGE_SIZE) /* below: firmware's tables and vectors */

extern char image_end_physical[];

static uint32_t free_bits[FRAME_COUNT / 32];  /* 56 KB */
static uint32_t owned_bits[FRAME_COUNT / 32]; /* frames to hand out, free or not */
static uint32_t search_word;                  /* no free bit lies in a word before this one */
static struct frame_usage usage;

/* Frames that are retired, and a bit for each word of theirs that is not 0. */
static uint32_t retired_bits[FRAME_COUNT / 32], retired_words[FRAME_COUNT / 32 / 32];
static struct {
    uint32_t count, low, high; /* all of the bits lie in retired_words[low] to [high] */
} retired;

static bool test(const uint32_t *bits, uint32_t frame)
{
    return bits[frame / 32] >> frame % 32 & 1;
}

static void frames_set(uint32_t *bits, uint32_t frame)
{
    bits[frame / 32] |= 1u << frame % 32;
}

static void clear(uint32_t *bits, uint32_t frame)
{
    bits[frame / 32] &= ~(1u << frame % 32);
}

static void add(uint32_t start, uint32_t end)
{
    for (uint32_t frame = start / PAGE_SIZE; frame < end / PAGE_SIZE; frame++) {
        if (frame >= FRAME_COUNT) {
            usage.beyond_direct += end / PAGE_SIZE - frame;
            return;
        }
        if (frame < FIRST_FRAME || test(owned_bits, frame))
            continue;
        frames_set(owned_bits, frame);
        frames_set(free_bits, frame);
        usage.total++;
        usage.free++;
    }
}

/* Takes the frames of [start, end), rounded outwards, away again. */
static void frames_reserve(uint32_t start, uint32_t end)
{
    for (uint32_t frame = start / PAGE_SIZE; frame * PAGE_SIZE < end && frame < FRAME_COUNT;
         frame++) {
        if (!test(owned_bits, frame))
            continue;
        clear(owned_bits, frame);
        clear(free_bits, frame);
        usage.total--;
        usage.free--;
    }
}

void frames_init(const struct boot_info *boot)
{
    usage.beyond_direct = boot->pages_above;
    for (uint32_t i = 0; i < boot->range_count; i++)
        add(boot->ranges[i].start, boot->ranges[i].end);
    frames_reserve(IMAGE_PHYSICAL, (uint32_t)image_end_physical);
    frames_reserve(boot->directory, boot->tables_end);
    for (uint32_t i = 0; i < boot->module_count; i++)
        frames_reserve(boot->modules[i].start, boot->modules[i].end);
}

/* Interrupts are off, because an interrupt can make a stack grow, which takes a frame. The stack
 * does not grow in here: interrupts_save has touched it below this function's own frame. */
uint32_t frame_alloc(void)
{
    kernel_must_be_locked();
    bool were_on = interrupts_save();
    for (uint32_t word = search_word; word < FRAME_COUNT / 32; word++) {
        if (free_bits[word]) {
            uint32_t frame = word * 32 + (uint32_t)__builtin_ctz(free_bits[word]);
            clear(free_bits, frame);
            search_word = word;
            usage.free--;
            interrupts_restore(were_on);
            return frame * PAGE_SIZE;
        }
    }
    search_word = FRAME_COUNT / 32;
    interrupts_restore(were_on);
    return FRAME_NONE;
}

/* Returns the number of a frame that is handed out. */
static uint32_t handed_out(uint32_t physical)
{
    uint32_t frame = physical / PAGE_SIZE;
    if (physical % PAGE_SIZE || frame >= FRAME_COUNT || !test(owned_bits, frame))
        panic("frame_free: %08X is no frame of ours", physical);
    if (test(free_bits, frame) || test(retired_bits, frame))
        panic("frame_free: the frame %08X is free already", physical);
    return frame;
}

static void make_free(uint32_t word, uint32_t bits, uint32_t count)
{
    free_bits[word] |= bits;
    usage.free += count;
    if (word < search_word)
        search_word = word;
}

void frame_free(uint32_t physical)
{
    kernel_must_be_locked();
    uint32_t frame = handed_out(physical);
    bool were_on = interrupts_save();
    make_free(frame / 32, 1u << frame % 32, 1);
    interrupts_restore(were_on);
}

void frame_retire(uint32_t physical)
{
    kernel_must_be_locked();
    if (physical - IMAGE_PHYSICAL < (uint32_t)image_end_physical - IMAGE_PHYSICAL)
        return;
    uint32_t frame = handed_out(physical), place = frame / 32 / 32;
    bool were_on = interrupts_save();
    frames_set(retired_bits, frame);
    frames_set(retired_words, frame / 32);
    if (!retired.count++)
        retired.low = retired.high = place;
    else if (place < retired.low)
        retired.low = place;
    else if (place > retired.high)
        retired.high = place;
    interrupts_restore(were_on);
}

void frames_let_go(void)
{
    kernel_must_be_locked();
    bool were_on = interrupts_save();
    for (uint32_t i = retired.low; i <= retired.high; i++) {
        for (; retired_words[i]; retired_words[i] &= retired_words[i] - 1) {
            uint32_t word = i * 32 + (uint32_t)__builtin_ctz(retired_words[i]);
            make_free(word, retired_bits[word], 0);
            retired_bits[word] = 0;
        }
    }
    usage.free += retired.count;
    retired.count = 0;
    interrupts_restore(were_on);
}

struct frame_usage frame_usage(void)
{
    return usage;
}
