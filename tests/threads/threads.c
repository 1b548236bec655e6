/* Threads of the kernel layer: they begin, take turns, keep their own state, and end.
 *
 * run: args=
 * run: name=ring3 ring=3 args=
 * run: name=checked checked=1 args= compilers=gcc
 * run: name=486 cpu=486 args= compilers=gcc
 * run: name=2 smp=2 args=
 * run: name=4 smp=4 args= compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args= compilers=gcc
 * run: name=4-checked smp=4 checked=1 args= compilers=gcc
 * run: name=bochs emulator=bochs args= compilers=gcc
 * run: name=schedule-4r schedule=4r args= compilers=gcc
 * run: name=schedule-1r schedule=1r args= compilers=gcc
 */
#include "kernel/call/tib.h"
#include "kernel/threads/given_schedule.h"
#include "tests/harness/tap.h"
#include "tests/threads/cpu_threads.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char trail[64];
static volatile unsigned length;

static void note(char c) { trail[length++] = c; }

static uint32_t writes(void *argument)
{
    for (unsigned i = 0; i < 3; i++) {
        note((char)(uint32_t)argument);
        sys_thread_yield();
    }
    return (uint32_t)argument;
}

/* A schedule has threads begin, and lose the CPU, between two yields. */
static void check_turns(void)
{
    uint32_t threads[3];
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    for (unsigned i = 0; i < 3; i++)
        threads[i] = start_on(0, writes, (void *)("abc"[i] + 0u));
    ok(threads[0] && threads[1] && threads[2], "threads are made");
    if (!schedule_is_given)
        is_dec(length, 0, "and wait for their turn");
    is_hex(sys_wait_for(threads, 3, WAIT_ALL, WAIT_FOREVER), STATUS_SUCCESS,
           "a wait for all of them ends");
    trail[length] = 0;
    if (!schedule_is_given)
        ok(!strcmp(trail, "abcabcabc"), "they take turns: %s", trail);
    is_dec(exit_code_of(threads[1]), 'b', "a thread's result is its exit code");
    for (unsigned i = 0; i < 3; i++)
        is_hex(sys_handle_close(threads[i]), STATUS_SUCCESS, "its handle is closed");
    is_hex(wait_one(threads[0], 0), STATUS_INVALID_HANDLE, "and names nothing any more");
    ok(!sys_thread_yield(), "alone, a thread yields to nobody");
    sys_thread_set_affinity(
        THIS_THREAD, (1u << tib_current()->ProcessEnvironmentBlock->NumberOfProcessors) - 1, NULL);
}

/* ---------------------------------------------------------------- state of its own */

static volatile bool stop;
static volatile unsigned spins[2];

static uint32_t spins_for_ever(void *argument)
{
    volatile double sum = 0;
    while (!stop) {
        spins[(uint32_t)argument]++;
        sum = sum + 1;
    }
    return (uint32_t)sum - spins[(uint32_t)argument];
}

static void check_slices(void)
{
    uint32_t threads[2];
    uint64_t until = GetTickCount64() + 200;
    for (unsigned i = 0; i < 2; i++)
        threads[i] = make_thread(spins_for_ever, (void *)i, false);
    while (GetTickCount64() < until)
        ;
    stop = true;
    sys_wait_for(threads, 2, WAIT_ALL, WAIT_FOREVER);
    ok(spins[0] && spins[1], "threads that never yield run all the same: %u and %u rounds",
       spins[0], spins[1]);
    is_dec(exit_code_of(threads[0]), 0, "and keep their FPU's registers");
    is_dec(exit_code_of(threads[1]), 0, "each its own");
    for (unsigned i = 0; i < 2; i++)
        sys_handle_close(threads[i]);
}

static SEH_FUNCTION uint32_t catches(void *argument)
{
    volatile int zero = 0;
    volatile uint32_t code = 0;
    for (unsigned i = 0; i < (uint32_t)argument; i++) {
        __try {
            zero = 100 / zero;
        } __except (code = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
            sys_thread_yield();
        }
    }
    return code;
}

static uint32_t recurses(void *argument)
{
    volatile char room[2000];
    room[0] = (char)(uint32_t)argument;
    sys_thread_yield();
    return (uint32_t)argument ? recurses((void *)((uint32_t)argument - 1)) + (room[0] != 0) : 0;
}

static void check_exceptions(void)
{
    uint32_t threads[3] = {make_thread(catches, (void *)50, false),
                           make_thread(catches, (void *)20, false),
                           make_thread(recurses, (void *)20, false)};
    sys_wait_for(threads, 3, WAIT_ALL, WAIT_FOREVER);
    is_hex(exit_code_of(threads[0]), STATUS_INTEGER_DIVIDE_BY_ZERO,
           "each thread handles its own exceptions");
    is_hex(exit_code_of(threads[1]), STATUS_INTEGER_DIVIDE_BY_ZERO, "and so does another");
    is_dec(exit_code_of(threads[2]), 20, "a thread's stack grows while others run");
    for (unsigned i = 0; i < 3; i++)
        sys_handle_close(threads[i]);
}

/* ---------------------------------------------------------------- waiting */

static uint32_t event, answer;

static uint32_t answers(void *argument)
{
    for (uint32_t i = 0; i < (uint32_t)argument; i++) {
        wait_one(event, 1000);
        sys_event_change(answer, EVENT_SET, NULL);
    }
    return 7;
}

static void check_waits(void)
{
    event = make_event(false, false);
    answer = make_event(false, false);
    uint32_t thread = make_thread(answers, (void *)100, false), answered = 0;
    is_hex(wait_one(answer, 0), STATUS_TIMEOUT, "a wait of no time ends at once");
    uint64_t before = GetTickCount64();
    is_hex(wait_one(answer, 20), STATUS_TIMEOUT, "one of 20 ticks ends after them");
    ok(GetTickCount64() >= before + 20, "not earlier");
    for (unsigned i = 0; i < 100; i++) {
        sys_event_change(event, EVENT_SET, NULL);
        answered += wait_one(answer, 1000) == STATUS_SUCCESS;
    }
    is_dec(answered, 100, "two events make two threads take turns");
    is_hex(wait_one(thread, 1000), STATUS_SUCCESS, "and the other ends");
    CLOSE(thread, event, answer);
}

static uint32_t sleeps(void *argument)
{
    wait_one(event, 100000);
    return 1;
}

static void check_ends(void)
{
    uint32_t before;
    event = make_event(false, false);
    uint32_t thread = make_thread(sleeps, NULL, true);
    is_hex(wait_one(thread, 5), STATUS_TIMEOUT, "a suspended thread does not begin");
    is_hex(sys_thread_resume(thread, &before), STATUS_SUCCESS, "it is resumed");
    is_dec(before, 1, "from one suspension");
    wait_one(thread, 2);
    is_hex(sys_thread_terminate(thread, 99), STATUS_SUCCESS, "a thread that waits is terminated");
    is_dec(exit_code_of(thread), 99, "with that exit code");
    is_hex(sys_thread_terminate(thread, 98), STATUS_THREAD_IS_TERMINATING, "but not twice");
    is_hex(wait_one(thread, 0), STATUS_SUCCESS, "and is signalled");
    CLOSE(thread, event);
}

static void check_life(void)
{
    unsigned made = 0;
    for (unsigned i = 0; i < 300; i++) {
        uint32_t thread = make_thread(writes, NULL, false);
        made += wait_one(thread, 1000) == STATUS_SUCCESS;
        length = 0;
        sys_handle_close(thread);
    }
    is_dec(made, 300, "300 threads, one after the other");
}

int main(void)
{
    check_turns();
    check_slices();
    check_exceptions();
    check_waits();
    check_ends();
    check_life();
    return tap_done();
}
