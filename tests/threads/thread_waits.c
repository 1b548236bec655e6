/* Waits of threads, by the services themselves: for several objects, for a word in memory, by a
 * key; their order, and calls that a thread gets while it waits.
 *
 * run: args=
 * run: name=ring3 ring=3 args=
 * run: name=checked checked=1 args= compilers=gcc
 * run: name=2 smp=2 args= compilers=gcc
 * run: name=4 smp=4 args= compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args= compilers=gcc
 * run: name=4-checked smp=4 checked=1 args= compilers=gcc
 * run: name=schedule-4r schedule=4r args= compilers=gcc
 * run: name=schedule-1r schedule=1r args= compilers=gcc
 * run: name=schedule-3r schedule=3r args= compilers=gcc
 */
#include "tests/harness/tap.h"
#include "tests/threads/thread_waiters.h"

#include <nt_objects.h>

#define EVENTS 10u

/* ---------------------------------------------------------------- several at once */

static uint32_t events[EVENTS];

static uint32_t sets_all(void *argument)
{
    for (uint32_t i = 0; i < (uint32_t)argument; i++)
        sys_event_change(events[i], EVENT_SET, NULL);
    return 0;
}

static void check_several(void)
{
    uint32_t many[65], before;
    for (unsigned i = 0; i < EVENTS; i++)
        events[i] = make_event(false, false);
    sys_event_change(events[2], EVENT_SET, NULL);
    sys_event_change(events[1], EVENT_SET, NULL);
    is_dec(wait_any(events, 4, 0), 1, "a wait for any takes the lowest");
    is_dec(wait_any(events, 4, 0), 2, "and leaves the others as they are");
    sys_event_change(events[0], EVENT_SET, NULL);
    is_hex(wait_all(events, 2, 0), STATUS_TIMEOUT, "a wait for all takes nothing");
    is_hex(wait_one(events[0], 0), STATUS_SUCCESS, "until all are there");
    uint32_t thread = make_thread(sets_all, (void *)EVENTS, false);
    is_hex(wait_all(events, EVENTS, 1000), STATUS_SUCCESS, "ten come at last");
    sys_event_change(events[9], EVENT_RESET, &before);
    is_dec(before, 0, "and all are taken");
    wait_one(thread, 1000);
    many[0] = many[1] = events[0];
    is_hex(wait_all(many, 2, 0), STATUS_INVALID_PARAMETER_MIX, "none is awaited twice with all");
    is_hex(wait_any(many, 2, 0), STATUS_TIMEOUT, "but it may be with any");
    is_hex(wait_any(many, 65, 0), STATUS_INVALID_PARAMETER, "65 are too many");
    many[1] = 0xFFFFFFFE;
    is_hex(wait_any(many, 2, 0), STATUS_INVALID_HANDLE, "the running thread's is no handle there");
    is_hex(wait_one(events[0] | 3, 0), STATUS_TIMEOUT, "a handle's low two bits do not count");
    sys_handle_close(thread);
    for (unsigned i = 0; i < EVENTS; i++)
        sys_handle_close(events[i]);
}

static uint32_t waits_for_two(void *argument) { return wait_all(events, 2, 100000); }

static void check_queue(void)
{
    events[0] = make_event(true, false);
    events[1] = make_event(true, false);
    uint32_t first = make_waiter(waits_for_two, NONE), second = make_waiter(waits_for, events[0]);
    sys_event_change(events[0], EVENT_SET, NULL);
    is_hex(wait_one(second, 1000), STATUS_SUCCESS,
           "a wait for all that cannot end yet does not stop those behind it");
    is_hex(wait_one(first, 0), STATUS_TIMEOUT, "and goes on");
    sys_event_change(events[1], EVENT_SET, NULL);
    is_hex(wait_one(first, 1000), STATUS_SUCCESS, "until it can");
    CLOSE(first, second, events[0], events[1]);

    uint32_t semaphore = NONE;
    sys_semaphore_create(&semaphore, NULL, 0, 2);
    first = make_waiter(waits_for, semaphore);
    second = make_waiter(waits_for, semaphore);
    sys_semaphore_release(semaphore, 2, NULL);
    ok(wait_one(first, 1000) == STATUS_SUCCESS && wait_one(second, 1000) == STATUS_SUCCESS,
       "a release wakes as many as it adds");
    CLOSE(first, second, semaphore);
}

/* ---------------------------------------------------------------- calls */

static uint32_t waits_alertably(void *argument)
{
    uint32_t result = sys_wait_for(NULL, 0, WAIT_ALERTABLE, WAIT_FOREVER);
    return result == STATUS_USER_APC && run_calls() == (uint32_t)argument ? 1 : 0;
}

static void check_calls(void)
{
    uint32_t thread = make_thread(waits_alertably, (void *)1, false),
             event = make_event(true, true);
    called = 0;
    wait_one(thread, 3);
    is_hex(sys_thread_queue_apc(thread, (uint32_t)count_call, 5, 0, 0), STATUS_SUCCESS,
           "a call is queued to a thread that waits");
    is_hex(wait_one(thread, 1000), STATUS_SUCCESS, "its wait ends");
    is_dec(exit_code_of(thread) * 10 + called, 15, "and the call is made");
    is_hex(sys_thread_queue_apc(thread, (uint32_t)count_call, 5, 0, 0), STATUS_UNSUCCESSFUL,
           "a thread that has ended gets none");
    sys_thread_queue_apc(0xFFFFFFFE, (uint32_t)count_call, 2, 0, 0);
    is_hex(sys_wait_for(&event, 1, WAIT_ALERTABLE, WAIT_FOREVER), STATUS_USER_APC,
           "a call comes before an object that is signalled");
    is_dec(run_calls(), 1, "it is there once");
    is_hex(sys_wait_for(&event, 1, WAIT_ALERTABLE, WAIT_FOREVER), STATUS_SUCCESS,
           "then the object");
    sys_thread_queue_apc(0xFFFFFFFE, (uint32_t)count_call, 2, 0, 0);
    is_hex(sys_keyed_event_wait(NONE, 16, WAIT_ALERTABLE, WAIT_FOREVER), STATUS_USER_APC,
           "and before the other side of a key comes");
    is_dec(run_calls(), 1, "once, too");
    CLOSE(thread, event);
}

/* ---------------------------------------------------------------- words and keys */

enum { SAME_LIST = 256 }; /* words between two that the kernel keeps in one list */
static uint32_t word, apart[SAME_LIST + 1];

static uint32_t waits_for_word(void *argument)
{
    while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) != (uint32_t)argument)
        sys_address_wait(&word, word, WAIT_FOREVER);
    return 1;
}

static uint32_t waits_at(void *address) { return sys_address_wait(address, 0, WAIT_FOREVER); }

/* Its first wait is alertable and over. */
static uint32_t waits_twice(void *address)
{
    sys_wait_for(NULL, 0, WAIT_ALERTABLE, GetTickCount64() + 1);
    return waits_at(address);
}

static void check_addresses(void)
{
    uint32_t first = make_waiter(waits_at, (uint32_t)&apart[0]);
    uint32_t second = make_waiter(waits_at, (uint32_t)&apart[SAME_LIST]);
    apart[SAME_LIST] = 1;
    sys_address_wake(&apart[SAME_LIST], 99);
    is_hex(wait_one(second, 1000), STATUS_SUCCESS, "a wake reaches those that wait at its address");
    is_hex(wait_one(first, 3), STATUS_TIMEOUT, "and no others");
    apart[0] = 1;
    sys_address_wake(&apart[0], 1);
    is_hex(wait_one(first, 1000), STATUS_SUCCESS, "which have their own");
    CLOSE(first, second);

    apart[0] = 0;
    first = make_waiter(waits_twice, (uint32_t)&apart[0]);
    sys_thread_queue_apc(first, (uint32_t)count_call, 1, 0, 0);
    is_hex(wait_one(first, 3), STATUS_TIMEOUT, "a call ends no wait behind an alertable one");
    apart[0] = 1;
    sys_address_wake(&apart[0], 1);
    is_hex(wait_one(first, 1000), STATUS_SUCCESS, "but the wake does");
    is_hex(exit_code_of(first), STATUS_SUCCESS, "as if there were no call");
    sys_handle_close(first);
}

static uint32_t meets(void *argument)
{
    return sys_keyed_event_wait(NONE, (uint32_t)argument, 0, WAIT_FOREVER);
}

/* Waits by a key, and then for the event itself, which nothing signals. */
static uint32_t meets_and_waits(void *event)
{
    sys_keyed_event_wait((uint32_t)event, 8, 0, WAIT_FOREVER);
    return waits_for(event);
}

static void check_keyed_object(void)
{
    uint32_t event = NONE;
    sys_keyed_event_create(&event, NULL);
    uint32_t thread = make_waiter(meets_and_waits, event);
    is_hex(sys_keyed_event_release(event, 8, 0, WAIT_FOREVER), STATUS_SUCCESS, "a key is met");
    wait_one(thread, 3);
    is_hex(sys_keyed_event_release(event, 8, 0, GetTickCount64() + 3), STATUS_TIMEOUT,
           "but not by a thread that waits for the event as an object");
    sys_thread_terminate(thread, 0);
    CLOSE(thread, event);
}

static void check_words(void)
{
    uint32_t threads[2] = {make_thread(waits_for_word, (void *)1, false),
                           make_thread(waits_for_word, (void *)1, false)};
    is_hex(sys_address_wait(&word, 5, WAIT_FOREVER), STATUS_SUCCESS,
           "a word that has changed is not waited for");
    is_hex(sys_address_wait(&word, 0, GetTickCount64() + 3), STATUS_TIMEOUT, "a time-out ends it");
    word = 1;
    is_dec(sys_address_wake(&word, 1), 1, "a wake tells how many it has woken");
    is_hex(wait_any(threads, 2, 1000) <= 1, true, "it lets one go on");
    is_hex(wait_all(threads, 2, 3), STATUS_TIMEOUT, "and no more");
    is_dec(sys_address_wake(&word, 99), 1, "a wake of all tells how many there were");
    is_hex(wait_all(threads, 2, 1000), STATUS_SUCCESS, "another one the rest");
    CLOSE(threads[0], threads[1]);

    threads[0] = make_thread(meets, (void *)8, false);
    is_hex(sys_keyed_event_release(NONE, 12, 0, GetTickCount64() + 3), STATUS_TIMEOUT,
           "a release of another key meets nobody");
    is_hex(sys_keyed_event_release(NONE, 8, 0, WAIT_FOREVER), STATUS_SUCCESS, "that key's does");
    is_hex(wait_one(threads[0], 1000), STATUS_SUCCESS, "and the wait is over");
    is_hex(sys_keyed_event_wait(NONE, 7, 0, WAIT_FOREVER), STATUS_INVALID_PARAMETER_1,
           "an odd key is refused");
    sys_handle_close(threads[0]);
}

int main(void)
{
    check_several();
    check_queue();
    check_calls();
    check_words();
    check_addresses();
    check_keyed_object();
    return tap_done();
}
