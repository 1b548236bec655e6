/* VirtualAlloc, VirtualProtect, VirtualQuery and VirtualFree at random, against a model of a few
 * pages. Takes seed=N and steps=N.
 *
 * run: name=ordinary
 * run: name=486 cpu=486 memory=16M compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs memory=16M args=steps=500
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "kernel/call/service.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "tests/harness/arguments.h"
#include "tests/harness/privileged.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

#include <errhandlingapi.h>
#include <memoryapi.h>

#define RW    PAGE_READWRITE
#define RO    PAGE_READONLY
#define NO    PAGE_NOACCESS
#define GUARD (PAGE_READWRITE | PAGE_GUARD)
#define TAKE  (MEM_RESERVE | MEM_COMMIT)

/* 48 pages of which ranges take whole slots of 16. */
#define BASE  0x6000000u
#define PAGES 48u

static struct {
    unsigned range;  /* 1 + the page at which its range starts, 0: free */
    DWORD protect;   /* of the whole range */
    DWORD committed; /* its protection, or 0 */
    DWORD mark;      /* what its first word must be */
} model[PAGES];

static const DWORD protections[] = {
    NO, RO, RW, PAGE_EXECUTE, PAGE_EXECUTE_READ, PAGE_EXECUTE_READWRITE, GUARD, RO | PAGE_NOCACHE};

/* The first page behind the run of those like this one. */
static unsigned run_end(unsigned page)
{
    unsigned end = page + 1;
    while (end < PAGES && model[end].range == model[page].range &&
           model[end].committed == model[page].committed)
        end++;
    return end;
}

static bool in_one_range(unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        if (i >= PAGES || !model[i].range || model[i].range != model[first].range)
            return false;
    return true;
}

static bool all_committed(unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        if (!model[i].committed)
            return false;
    return true;
}

/* Does one call both ways; whether the answers agree. first may be in the middle of a page. */
static bool random_call(struct random *random)
{
    unsigned first = random_below(random, PAGES), count = 1 + random_below(random, 20);
    unsigned end = first + count > PAGES ? PAGES : first + count;
    DWORD protect = protections[random_below(random, 8)];
    uint32_t from_start = random_below(random, 4096), from_end = random_below(random, 4096);
    if (first + 1 == end)
        from_end = random_below(random, 4096 - from_start);
    char *at = (char *)BASE + first * PAGE_SIZE + from_start;
    DWORD size = (end - first) * PAGE_SIZE - from_start - from_end;
    DWORD old = 0;
    bool expected;
    switch (random_below(random, 6)) {
    case 0: { /* reserve: from the slot's start */
        unsigned slot = first / 16 * 16, slots_end = (end + 15) / 16 * 16;
        bool commit = random_below(random, 2);
        expected = true;
        for (unsigned i = slot; i < slots_end; i++)
            expected &= !model[i / 16 * 16].range;
        for (unsigned i = slot; expected && i < end; i++) {
            model[i].range = slot + 1;
            model[i].protect = protect;
            model[i].committed = commit ? protect : 0;
            model[i].mark = 0;
        }
        PVOID got = VirtualAlloc(at, size, commit ? TAKE : MEM_RESERVE, protect);
        return got == (expected ? (char *)BASE + slot * PAGE_SIZE : NULL);
    }
    case 1:
    case 2: /* commit */
        expected = in_one_range(first, end);
        for (unsigned i = first; expected && i < end; i++) {
            if (!model[i].committed)
                model[i].mark = 0;
            model[i].committed = protect;
        }
        return VirtualAlloc(at, size, MEM_COMMIT, protect) ==
               (expected ? (char *)BASE + first * PAGE_SIZE : NULL);
    case 3: /* protect */
        expected = in_one_range(first, end) && all_committed(first, end);
        if (expected) {
            DWORD before = model[first].committed;
            for (unsigned i = first; i < end; i++)
                model[i].committed = protect;
            return VirtualProtect(at, size, protect, &old) && old == before;
        }
        return !VirtualProtect(at, size, protect, &old);
    case 4: /* decommit */
        expected = in_one_range(first, end);
        for (unsigned i = first; expected && i < end; i++)
            model[i].committed = 0;
        return VirtualFree(at, size, MEM_DECOMMIT) == expected;
    default: /* release */
        expected = model[first].range == first + 1;
        if (random_below(random, 4)) /* not too often */
            return true;
        for (unsigned i = first, range = first + 1; expected && i < PAGES; i++)
            if (model[i].range == range)
                model[i].range = model[i].committed = 0;
        return VirtualFree(at, 0, MEM_RELEASE) == expected;
    }
}

/* Where the model's range, or its slot's, ends. */
static bool query_agrees(unsigned page)
{
    MEMORY_BASIC_INFORMATION got;
    VirtualQuery((char *)BASE + page * PAGE_SIZE + 5, &got, sizeof got);
    DWORD region = (run_end(page) - page) * PAGE_SIZE;
    if (!model[page].range)
        return got.State == MEM_FREE && !got.AllocationBase && got.Protect == NO &&
               (got.RegionSize == region || run_end(page) == PAGES);
    return got.AllocationBase == (char *)BASE + (model[page].range - 1) * PAGE_SIZE &&
           got.AllocationProtect == model[page].protect && got.RegionSize == region &&
           got.State == (model[page].committed ? MEM_COMMIT : MEM_RESERVE) &&
           got.Protect == model[page].committed;
}

/* Whether memory is what the model says; marks pages that can be written. */
static bool contents_agree(unsigned page, DWORD mark)
{
    DWORD *word = (DWORD *)(BASE + page * PAGE_SIZE);
    switch (model[page].committed) {
    case RW:
    case PAGE_EXECUTE_READWRITE:
        if (*word != model[page].mark)
            return false;
        *word = model[page].mark = mark;
        return true;
    case RO:
    case PAGE_EXECUTE:
    case PAGE_EXECUTE_READ:
    case RO | PAGE_NOCACHE: return *word == model[page].mark;
    default: return !sys_paging_readable(word, sizeof *word);
    }
}

static void count_frames(void *count)
{
    *(uint32_t *)count = frame_usage().free + paging_table_frames();
}

static uint32_t frames_left(void)
{
    uint32_t count;
    privileged(count_frames, &count);
    return count;
}

static void check_random(struct random *random, unsigned long steps)
{
    unsigned calls = 0, queries = 0, contents = 0;
    uint32_t before = frames_left();
    for (unsigned long step = 0; step < steps; step++) {
        calls += !random_call(random);
        unsigned page = random_below(random, PAGES);
        queries += !query_agrees(page);
        contents += !contents_agree(page, (DWORD)step + 1);
    }
    for (unsigned slot = 0; slot < PAGES; slot += 16)
        VirtualFree((char *)BASE + slot * PAGE_SIZE, 0, MEM_RELEASE);
    is_dec(calls, 0, "%lu random calls answer as the model does", steps);
    is_dec(queries, 0, "VirtualQuery agrees with it, too");
    is_dec(contents, 0, "and each page's contents and rights are right");
    is_dec(frames_left(), before, "released, no frame is missing");
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long steps = argument(argc, argv, "steps=", 5000);
    struct random random = random_from((uint32_t)seed);
    tap_note("seed=%lu steps=%lu", seed, steps);
    check_random(&random, steps);
    return tap_done();
}
