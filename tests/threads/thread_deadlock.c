/* All threads wait for ever: the run ends, and says what each waits for.
 *
 * run: name=plain virtual-time=1 exit=125
 *   expect="deadlock: no thread can go on"
 *   expect="thread 8, priority 9: waits for all of: thread 12, event, mutex, owned by thread 16"
 *   expect="thread 12, priority 8: waits for mutex, owned by thread 16"
 *   expect="thread 16, priority 8: waits for mutex .left., owned by thread 12"
 *   expect="thread 20, priority 8: waits for keyed event, key 44"
 *   expect="thread 24, priority 8: waits for a change at"
 *   expect="thread 28, priority 8: waits for a call"
 *   expect="thread 32, priority 8: is stopped, suspended: 1"
 * run: name=ring3 virtual-time=1 ring=3 exit=125 compilers=gcc
 *   expect="deadlock: no thread can go on"
 *   expect="thread 8, priority 9: waits for all of: thread 12, event, mutex, owned by thread 16"
 *   expect="thread 12, priority 8: waits for mutex, owned by thread 16"
 *   expect="thread 16, priority 8: waits for mutex .left., owned by thread 12"
 *   expect="thread 20, priority 8: waits for keyed event, key 44"
 *   expect="thread 24, priority 8: waits for a change at"
 *   expect="thread 28, priority 8: waits for a call"
 *   expect="thread 32, priority 8: is stopped, suspended: 1"
 * run: name=checked virtual-time=1 checked=1 exit=125 compilers=gcc
 *   expect="deadlock: no thread can go on"
 *   expect="thread 8, priority 9: waits for all of: thread 12, event, mutex, owned by thread 16"
 *   expect="thread 12, priority 8: waits for mutex, owned by thread 16"
 *   expect="thread 16, priority 8: waits for mutex .left., owned by thread 12"
 *   expect="thread 20, priority 8: waits for keyed event, key 44"
 *   expect="thread 24, priority 8: waits for a change at"
 *   expect="thread 28, priority 8: waits for a call"
 *   expect="thread 32, priority 8: is stopped, suspended: 1"
 * run: name=later args=later virtual-time=1 expect="a deadline came"
 * run: name=asserts args=asserts exit=125 virtual-time=1
 *   expect="^ +thread 8, priority 8: runs on CPU 0$"
 *   expect="^ +thread 12, priority 8: waits for mutex, owned by thread 8$"
 *   expect="^ +thread 16, priority 8: is ready on CPU 0$"
 * run: name=asserts-ring3 args=asserts exit=125 virtual-time=1 ring=3 compilers=gcc
 *   expect="^ +thread 8, priority 8: runs on CPU 0$"
 *   expect="^ +thread 12, priority 8: waits for mutex, owned by thread 8$"
 *   expect="^ +thread 16, priority 8: is ready on CPU 0$"
 * run: name=parked args=parked exit=125 virtual-time=1
 *   expect="^ +thread 12, priority 8: waits for input$"
 *   expect="^ +thread 20, priority 8: waits for the page at 1[0-9A-F]{4}000$"
 * run: name=alone args=alone virtual-time=1 exit=125 expect="thread 8, priority 8: sleeps"
 */
#include "tests/harness/arguments.h"
#include "tests/threads/thread_services.h"

#include <assert.h>
#include <memoryapi.h>
#include <nt_objects.h>
#include <pager.h>
#include <stdio.h>
#include <string.h>

static uint32_t mutexes[2], event, keyed;
static uint32_t word;

static void wait_for_ever(uint32_t handle) { sys_wait_for(&handle, 1, 0, WAIT_FOREVER); }

static uint32_t locks_both(void *argument)
{
    uint32_t first = (uint32_t)argument;
    wait_for_ever(mutexes[first]);
    sys_thread_yield();
    wait_for_ever(mutexes[!first]);
    return 0;
}

static uint32_t waits_for_key(void *argument)
{
    return sys_keyed_event_wait(keyed, (uint32_t)argument, 0, WAIT_FOREVER);
}

static uint32_t waits_at_word(void *argument)
{
    return sys_address_wait(argument, 0, WAIT_FOREVER);
}

static uint32_t waits_for_call(void *argument)
{
    return sys_wait_for(NULL, 0, WAIT_ALERTABLE, WAIT_FOREVER) + (uint32_t)argument;
}

/* A thread that waits for input is one that may go on; thread_deadlock.t types late. */
static uint32_t reads(void *argument)
{
    char line[20];
    printf("got %s", fgets(line, sizeof line, stdin) ? line : "nothing");
    sys_event_change(event, EVENT_SET, NULL);
    return (uint32_t)argument;
}

/* A panic's table, too, has what each of the others does. */
static void assert_among_threads(void)
{
    sys_mutex_create(&mutexes[0], NULL, true);
    make_thread(locks_both, (void *)0, false);
    sys_thread_yield();
    make_thread(locks_both, (void *)1, false);
    assert(!"at the end of the run");
}

static NTSTATUS never_supplies(void *argument, void *page, void *bytes)
{
    wait_for_ever((uint32_t)argument);
    return STATUS_SUCCESS;
}

static uint32_t touches(void *page) { return *(volatile uint32_t *)page; }

static void assert_among_parked(void)
{
    make_thread(reads, NULL, false);
    make_thread(touches, pager_reserve(1, PAGE_READONLY, never_supplies, (void *)event), false);
    for (unsigned i = 0; i < 4; i++)
        sys_thread_yield();
    assert(!"while they wait");
}

int main(int argc, char **argv)
{
    if (has_argument(argc, argv, "asserts"))
        assert_among_threads();
    event = make_event(false, false);
    if (has_argument(argc, argv, "parked"))
        assert_among_parked();
    if (has_argument(argc, argv, "alone"))
        sys_wait_for(NULL, 0, 0, WAIT_FOREVER);
    if (has_argument(argc, argv, "later")) {
        sys_wait_for(NULL, 0, 0, GetTickCount64() + 5000); /* a deadlock would be found by then */
        printf("a deadline came\n");
        return 0;
    }
    if (has_argument(argc, argv, "input")) {
        make_thread(reads, NULL, false);
        wait_for_ever(event);
        return 0;
    }
    sys_mutex_create(&mutexes[0], "left", false);
    sys_mutex_create(&mutexes[1], NULL, false);
    sys_keyed_event_create(&keyed, NULL);
    uint32_t first = make_thread(locks_both, (void *)0, false);
    make_thread(locks_both, (void *)1, false);
    make_thread(waits_for_key, (void *)0x44, false);
    make_thread(waits_at_word, &word, false);
    make_thread(waits_for_call, NULL, false);
    make_thread(waits_for_call, NULL, true);
    const uint32_t all[3] = {first, event, mutexes[1]};
    sys_thread_set_priority(0xFFFFFFFE, 1);
    sys_wait_for(all, 3, WAIT_ALL, WAIT_FOREVER);
    return 0;
}
