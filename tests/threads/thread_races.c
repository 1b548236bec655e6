/* Pairs of calls that race for one thread: each order of them is right, but nothing between.
 *
 * run: args="rounds=300"
 * run: name=ring3 ring=3 args="rounds=300"
 * run: name=checked checked=1 args="rounds=100" compilers=gcc
 * run: name=2 smp=2 args="rounds=300" compilers=gcc
 * run: name=4 smp=4 args="rounds=300" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="rounds=100" compilers=gcc
 * run: name=long compilers=gcc timeout=900 args="rounds=20000"
 * run: name=long-2 smp=2 compilers=gcc timeout=900 args="rounds=20000"
 *
 * By hand: ./trapline run tests/thread_races rounds=1000000 --smp 2 --timeout 100000
 */
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/threads/thread_services.h"

#include <nt_objects.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONG_MS = 60000 };

static unsigned rounds = 300, random_state;
static uint32_t go, done; /* events: a round begins, and the other thread has done its part */
static volatile uint32_t handle, result;
static volatile bool last;

static uint32_t chance(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

/* A while of random length: the other thread may go on meanwhile, here or on another CPU. */
static void linger(void)
{
    uint32_t way = chance(4);
    if (way == 0)
        sys_wait_for(NULL, 0, 0, GetTickCount64() + 1 + chance(2));
    if (way == 1)
        sys_thread_yield();
    for (volatile uint32_t i = way == 2 ? chance(50000) : chance(500); i > 0; i--)
        ;
}

/* Claims that nothing went wrong, and that either of the two calls was the first sometimes. */
static void tell(unsigned wrong, unsigned first, const char *what)
{
    is_dec(wrong, 0, "%u times %s", rounds, what);
    ok(first > 0 && first < rounds, "either was the first: one of them %u times", first);
}

static void await(uint32_t event)
{
    while (wait_one(event, LONG_MS) != STATUS_SUCCESS)
        ;
}

/* Calls the part once a round until the last one. */
static uint32_t repeat(void *argument)
{
    void (*part)(void) = (void (*)(void))argument;
    for (await(go); !last; await(go)) {
        part();
        sys_event_change(done, EVENT_SET, NULL);
    }
    return 0;
}

static uint32_t begin(void (*part)(void))
{
    last = false;
    return make_thread(repeat, (void *)part, false);
}

static void end(uint32_t thread)
{
    last = true;
    sys_event_change(go, EVENT_SET, NULL);
    wait_one(thread, LONG_MS);
    sys_handle_close(thread);
}

/* ---------------------------------------------------------------- an event is set when time is up
 */

static void wait_a_tick(void) { result = wait_one(handle, 1); }

static void check_set_against_time(void)
{
    unsigned wrong = 0, timed_out = 0;
    handle = make_event(false, false);
    uint32_t thread = begin(wait_a_tick);
    for (unsigned i = 0; i < rounds; i++) {
        sys_event_change(go, EVENT_SET, NULL);
        linger();
        sys_event_change(handle, EVENT_SET, NULL);
        await(done);
        bool still_set = wait_one(handle, 0) == STATUS_SUCCESS;
        wrong += result != (still_set ? STATUS_TIMEOUT : STATUS_SUCCESS);
        timed_out += still_set;
    }
    end(thread);
    sys_handle_close(handle);
    tell(wrong, timed_out, "an event is set when the wait's time is up: one of both counts");
}

/* ---------------------------------------------------------------- a handle is closed in a wait */

static void wait_for_handle(void) { result = wait_one(handle, LONG_MS); }

static void check_close_against_wait(void)
{
    unsigned wrong = 0, closed_first = 0;
    uint32_t thread = begin(wait_for_handle);
    for (unsigned i = 0; i < rounds; i++) {
        uint32_t event = make_event(true, false), second = 0;
        sys_handle_duplicate(event, 0, DUPLICATE_SAME_ACCESS, &second);
        handle = second;
        sys_event_change(go, EVENT_SET, NULL);
        linger();
        wrong += sys_handle_close(second) != STATUS_SUCCESS;
        sys_event_change(event, EVENT_SET, NULL);
        await(done);
        closed_first += result == STATUS_INVALID_HANDLE;
        wrong += result != STATUS_INVALID_HANDLE && result != STATUS_SUCCESS;
        sys_handle_close(event);
    }
    end(thread);
    tell(wrong, closed_first, "a handle is closed: the wait ends, or does not begin");
}

/* ---------------------------------------------------------------- a thread ends while it is
 * suspended */

static uint32_t ends(void *argument)
{
    for (volatile uint32_t i = (uint32_t)argument; i > 0; i--)
        ;
    return 3;
}

static void check_exit_against_suspend(void)
{
    unsigned wrong = 0, ended = 0;
    for (unsigned i = 0; i < rounds; i++) {
        uint32_t thread = make_thread(ends, (void *)chance(100000), false), before = 9;
        linger();
        uint32_t status = sys_thread_suspend(thread, &before);
        bool is_over = status == STATUS_THREAD_IS_TERMINATING;
        wrong += !is_over && (status != STATUS_SUCCESS || before != 0);
        if (chance(2))
            sys_thread_yield();
        wrong += !is_over && exit_code_of(thread) != STATUS_PENDING;
        sys_thread_resume(thread, NULL);
        wrong += wait_one(thread, LONG_MS) != STATUS_SUCCESS || exit_code_of(thread) != 3;
        ended += is_over;
        sys_handle_close(thread);
    }
    tell(wrong, ended, "a thread ends or is suspended: a suspended one does not end");
}

/* ---------------------------------------------------------------- a thread is terminated in a wait
 */

static uint32_t takes(void *argument)
{
    wait_one((uint32_t)argument, LONG_MS);
    return 3;
}

static void check_terminate_against_wait(void)
{
    unsigned wrong = 0, taken = 0;
    uint32_t semaphore = 0;
    sys_semaphore_create(&semaphore, NULL, 0, 5);
    for (unsigned i = 0; i < rounds; i++) {
        uint32_t thread = make_thread(takes, (void *)semaphore, false);
        bool first = chance(2);
        linger();
        if (first)
            sys_semaphore_release(semaphore, 1, NULL);
        uint32_t status = sys_thread_terminate(thread, 5);
        wrong += status != STATUS_SUCCESS && status != STATUS_THREAD_IS_TERMINATING;
        wrong += wait_one(thread, LONG_MS) != STATUS_SUCCESS;
        wrong += exit_code_of(thread) != (status == STATUS_SUCCESS ? 5 : 3);
        if (!first)
            sys_semaphore_release(semaphore, 1, NULL);
        bool left = wait_one(semaphore, 0) == STATUS_SUCCESS;
        wrong += !first && !left; /* a thread that has ended takes nothing */
        wrong += wait_one(semaphore, 0) != STATUS_TIMEOUT;
        taken += !left;
        sys_handle_close(thread);
    }
    sys_handle_close(semaphore);
    tell(wrong, taken, "a thread is terminated in a wait: afterwards it takes nothing");
}

int main(int argc, char **argv)
{
    random_state = argument(argc, argv, "seed=", (unsigned)time(NULL));
    rounds = argument(argc, argv, "rounds=", rounds);
    printf("# seed=%u rounds=%u\n", random_state, rounds);
    go = make_event(false, false);
    done = make_event(false, false);
    check_set_against_time();
    check_close_against_wait();
    check_exit_against_suspend();
    check_terminate_against_wait();
    return tap_done();
}
