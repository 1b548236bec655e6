/* Threads that do anything with all objects at the same time, preempted anywhere, from a printed
 * seed. The rules are checked all the time; and in the end all threads, handles and memory are
 * back. Every wait for something that must come has a long deadline, so a lost wake is found.
 *
 * On one CPU and on several.
 *
 * run: args="ms=1500"
 * run: name=ring3 ring=3 args="ms=1500"
 * run: name=checked checked=1 args="ms=1000" compilers=gcc
 * run: name=2 smp=2 args="ms=1500" compilers=gcc
 * run: name=4 smp=4 args="ms=1500" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="ms=1500" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="ms=1000" compilers=gcc
 * run: name=long compilers=gcc timeout=900 args="ms=60000 threads=10"
 * run: name=long-2 smp=2 compilers=gcc timeout=900 args="ms=60000 threads=10"
 *
 * By hand: ./trapline run tests/thread_stress seed=7 ms=3600000 threads=12
 */
#include "kernel/call/segment_registers.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/threads/thread_memory.h"
#include "tests/harness/arguments.h"
#include "tests/harness/with_lock.h"
#include "tests/threads/thread_stress_steps.h"

#include <intrin.h>
#include <stdio.h>
#include <time.h>

static uint32_t work(void *argument)
{
    struct worker *me = argument;
    while (!stop) {
        do_any_step(me);
        me->steps++;
    }
    return 0;
}

/* ---------------------------------------------------------------- the whole */

static void make_objects(void)
{
    sys_semaphore_create(&permits, NULL, PERMITS, PERMITS);
    sys_semaphore_create(&items, NULL, 0, 1000000);
    for (unsigned i = 0; i < 2; i++)
        sys_mutex_create(&section[i], NULL, false);
    sys_mutex_create(&abandoned, NULL, false);
    token = make_event(false, true);
    pulsed = make_event(true, false);
    mixed = make_event(false, false);
    sys_timer_create(&metronome, NULL, false);
    sys_keyed_event_create(&keyed, NULL);
    produced = consumed = releases = meetings = 0;
}

static void close_objects(void)
{
    const uint32_t all[] = {permits, items,  section[0], section[1], abandoned,
                            token,   pulsed, mixed,      metronome,  keyed};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        sys_handle_close(all[i]);
}

/* Lets all threads of a run go on until they have ended. Returns how many have not. */
static unsigned await_ends(void)
{
    uint64_t until = GetTickCount64() + 2 * LONG_MS;
    unsigned left = thread_count;
    while (left && GetTickCount64() < until) {
        left = 0;
        for (unsigned i = 0; i < thread_count; i++) {
            sys_thread_resume(workers[i].thread, NULL);
            left += wait_one(workers[i].thread, 1) != STATUS_SUCCESS;
        }
    }
    return left;
}

static unsigned run(unsigned ms)
{
    unsigned steps_made = 0, left;
    stop = false;
    make_objects();
    for (unsigned i = 0; i < thread_count; i++) {
        workers[i] = (struct worker){.random = seed * 31 + i * 7919};
        workers[i].thread = make_thread(work, &workers[i], true);
    }
    for (uint64_t until = GetTickCount64() + ms; GetTickCount64() < until && !stop;) {
        for (unsigned i = 0; i < thread_count; i++)
            sys_thread_resume(workers[i].thread, NULL);
        sys_wait_for(NULL, 0, 0, GetTickCount64() + 10);
    }
    stop = true;
    left = await_ends();
    ok(left == 0, "all threads end: %u are left", left);
    ok(!wrong_line, "everything holds (line %u, %x)", (unsigned)wrong_line, (unsigned)wrong_value);
    unsigned items_left = 0, permits_left = 0;
    while (wait_one(items, 0) == STATUS_SUCCESS)
        items_left++;
    while (wait_one(permits, 0) == STATUS_SUCCESS)
        permits_left++;
    is_dec(permits_left, PERMITS, "all permits are back");
    is_dec(items_left, produced - consumed, "no item is lost");
    is_dec(meetings, releases, "every release by a key met a wait");
    for (unsigned i = 0; i < thread_count; i++) {
        steps_made += workers[i].steps;
        MUST(workers[i].called <= workers[i].queued, i);
        sys_handle_close(workers[i].thread);
    }
    close_objects();
    return steps_made;
}

static void read_arguments(int argc, char **argv)
{
    seed = argument(argc, argv, "seed=", (unsigned)time(NULL));
    run_ms = argument(argc, argv, "ms=", run_ms);
    thread_count = argument(argc, argv, "threads=", thread_count);
    if (thread_count < 2 || thread_count > MOST_THREADS)
        thread_count = 6;
}

/* Frames that are free or serve as tables, which stay once made. Ring 3 cannot ask. */
static uint32_t frames_left(void)
{
    if (cs_read() & 3)
        return 0;
    bool were_on = test_lock();
    thread_memory_free_kept();
    uint32_t frames = frame_usage().free + paging_table_frames();
    test_unlock(were_on);
    return frames;
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv);
    printf("# seed=%u threads=%u ms=%u\n", seed, thread_count, run_ms);
    run(100);
    uint32_t before = frames_left();
    unsigned made = run(run_ms);
    is_dec(frames_left(), before, "all memory is back");
    ok(made > thread_count && crew_lives, "%u steps were made, and %u workers lived", made,
       (unsigned)crew_lives);
    printf("# time stamp %llu\n", __rdtsc());
    return tap_done();
}
