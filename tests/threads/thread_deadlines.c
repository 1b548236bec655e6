/* A deadline that is set stays what it was, whatever becomes of other threads until then.
 *
 * run: name=1 virtual-time=1 args=
 * run: name=1-ring3 virtual-time=1 ring=3 args= compilers=gcc
 * run: name=2 smp=2 virtual-time=1 args= compilers=gcc
 */
#include "tests/harness/tap.h"
#include "tests/threads/cpu_threads.h"

enum { AHEAD = 8, SOONER = 3, WHILE = 100, LOWEST = -2, HIGHEST = 2, CRITICAL = 15 };

/* A thread waits until a tick, and writes down when it goes on. */
struct wait {
    uint64_t until, over;
};

static uint32_t waits(void *wait)
{
    struct wait *own = wait;
    sys_wait_for(NULL, 0, 0, own->until);
    own->over = GetTickCount64();
    return 0;
}

/* A thread alone halts its CPU by itself. */
static uint32_t halts(void *wait)
{
    struct wait *own = wait;
    sys_clock_wait_until(own->until);
    own->over = GetTickCount64();
    return 0;
}

static uint64_t end; /* of the threads that compute */

static uint32_t computes(void *unused)
{
    while (GetTickCount64() < end)
        ;
    return 0;
}

static uint32_t computes_later(void *wait)
{
    waits(wait);
    return computes(NULL);
}

/* All threads are for the first CPU. */
static uint32_t start(uint32_t (*function)(void *argument), void *argument, int priority)
{
    uint32_t thread = make_thread(function, argument, true);
    sys_thread_set_affinity(thread, 1, NULL);
    sys_thread_set_priority(thread, priority);
    sys_thread_resume(thread, NULL);
    return thread;
}

static void came_in_time(const struct wait *wait, const char *meanwhile)
{
    is_dec((uint32_t)(wait->over - wait->until), 0, "a wait ends with its tick while %s",
           meanwhile);
}

/* The thread that becomes ready is less important than this one, which goes on computing. */
static void check_ready(void)
{
    end = GetTickCount64() + WHILE;
    struct wait wait = {.until = GetTickCount64() + AHEAD};
    uint32_t sleeper = start(waits, &wait, CRITICAL);
    uint32_t other = start(computes, NULL, LOWEST);
    computes(NULL);
    came_in_time(&wait, "another thread becomes ready");
    await_end(sleeper);
    await_end(other);
}

/* A thread that wakes sooner takes the CPU from one that computes. */
static void check_preempted(void)
{
    end = GetTickCount64() + WHILE;
    struct wait wait = {.until = GetTickCount64() + AHEAD};
    struct wait sooner = {.until = wait.until - SOONER};
    uint32_t sleeper = start(waits, &wait, CRITICAL);
    uint32_t taker = start(computes_later, &sooner, HIGHEST);
    uint32_t computer = start(computes, NULL, LOWEST);
    await_end(sleeper);
    came_in_time(&wait, "another thread is preempted");
    await_end(taker);
    await_end(computer);
}

/* A thread that wakes sooner takes the CPU from the one that halts. */
static void check_halting(void)
{
    struct wait wait = {.until = GetTickCount64() + AHEAD};
    struct wait sooner = {.until = wait.until - SOONER};
    uint32_t sleeper = start(halts, &wait, LOWEST);
    uint32_t taker = start(waits, &sooner, HIGHEST);
    await_end(sleeper);
    came_in_time(&wait, "it halts and is preempted");
    await_end(taker);
}

int main(void)
{
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    sys_thread_set_priority(THIS_THREAD, HIGHEST);
    check_ready();
    check_preempted();
    check_halting();
    return tap_done();
}
