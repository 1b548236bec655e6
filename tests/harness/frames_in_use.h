/* How much memory the machine has in use, for tests that look for leaks. */
#ifndef TESTS_FRAMES_IN_USE_H
#define TESTS_FRAMES_IN_USE_H

#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/shared/reserves.h"
#include "kernel/threads/thread_memory.h"
#include "lib/heap.h"
#include "tests/harness/privileged.h"
#include "tests/harness/tap.h"
#include "tests/harness/with_lock.h"

#include <synchapi.h>

static void count_frames(void *count)
{
    bool were_on = test_lock();
    thread_memory_free_kept();
    struct frame_usage usage = frame_usage();
    *(uint32_t *)count = usage.total - usage.free - paging_table_frames();
    test_unlock(were_on);
}

/* Returns the frames in use when all that is only kept for later has been given back. Without page
 * tables, because these stay once made. In ring 3 on the first CPU, whose gate privileged.h has
 * opened. */
static uint32_t frames_in_use(void)
{
    uint32_t count;
    heap_release_reserve();
    reserves_give_back();
    privileged(count_frames, &count);
    return count;
}

/* Waits until as many frames, and blocks of the heap, are in use as before: threads of the system
 * may end a little later. Returns whether; a note tells what the request of this number leaves. */
static inline bool all_comes_back(unsigned number, uint32_t frames, size_t blocks)
{
    enum { PATIENCE = 1000 /* ms, and what each look takes */ };
    uint32_t now = 0;
    for (unsigned i = 0; i < PATIENCE; i++) {
        now = frames_in_use();
        if (now == frames && heap_usage().blocks == blocks)
            return true;
        Sleep(1);
    }
    tap_note("request %u: %d pages and %d blocks are left", number, (int)(now - frames),
             (int)(heap_usage().blocks - blocks));
    return false;
}

#endif
