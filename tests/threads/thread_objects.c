/* Objects of the kernel layer, by the services themselves: the calls that signal them, the changes
 * by a wait, names and handles.
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
 * run: name=schedule-2r schedule=2r args= compilers=gcc
 */
#include "tests/harness/tap.h"
#include "tests/threads/thread_waiters.h"

#include <nt_objects.h>
#include <string.h>

#define NOWHERE ((int32_t *)8) /* the first page is not there */

/* ---------------------------------------------------------------- events */

static void check_events(void)
{
    uint32_t manual = make_event(true, false), automatic = make_event(false, true), before = 9;
    is_hex(wait_one(automatic, 0), STATUS_SUCCESS, "an event that is set lets a wait through");
    is_hex(wait_one(automatic, 0), STATUS_TIMEOUT, "an automatic one once");
    is_hex(sys_event_change(manual, EVENT_SET, &before), STATUS_SUCCESS, "a manual one is set");
    is_dec(before, 0, "it was not");
    is_hex(wait_one(manual, 0), STATUS_SUCCESS, "it lets a wait through");
    is_hex(wait_one(manual, 0), STATUS_SUCCESS, "and the next one");
    sys_event_change(manual, EVENT_RESET, &before);
    is_dec(before, 1, "it was set until it is reset");
    is_hex(wait_one(manual, 0), STATUS_TIMEOUT, "then it lets none through");
    sys_event_change(manual, EVENT_PULSE, &before);
    is_dec(before, 0, "a pulse returns the state before");
    is_hex(wait_one(manual, 0), STATUS_TIMEOUT, "and leaves it unset");
    is_hex(sys_wait_signal_and(automatic, automatic, 0, GetTickCount64()), STATUS_SUCCESS,
           "to signal and await the same event succeeds");
    CLOSE(manual, automatic);
}

/* ---------------------------------------------------------------- what they are */

static void check_states(void)
{
    uint32_t semaphore = NONE, mutex = NONE, timer = NONE, second = NONE;
    struct object_state state;
    uint32_t event = make_event(true, true);
    is_hex(sys_object_query(event, &state), STATUS_SUCCESS, "an event tells its state");
    ok(!strcmp(state.type, "event") && state.signal == 1 && state.stays && !state.name[0],
       "that it is a manual one, is set, and has no name");
    is_hex(state.access, EVENT_ALL_ACCESS, "with all rights");
    sys_handle_duplicate(event, SYNCHRONIZE, 0, &second);
    sys_object_query(second, &state);
    ok(state.access == SYNCHRONIZE && state.handles == 2, "a second handle has its own rights");
    sys_semaphore_create(&semaphore, "counted", 1, 3);
    sys_object_query(semaphore, &state);
    ok(!strcmp(state.name, "counted") && state.signal == 1 && state.maximum == 3,
       "a semaphore has a name, a count and a maximum");
    sys_mutex_create(&mutex, NULL, true);
    wait_one(mutex, 0);
    sys_object_query(mutex, &state);
    ok(state.signal == -1 && state.is_own && !state.is_abandoned,
       "a mutex says how often the caller has taken it");
    sys_timer_create(&timer, NULL, false);
    sys_object_query(timer, &state);
    ok(state.due == WAIT_FOREVER, "a timer that is not set has no time");
    sys_timer_set(timer, GetTickCount64() + 100000, 0, 0, 0);
    sys_object_query(timer, &state);
    ok(state.due > GetTickCount64() && !state.signal, "one that is set has its time");
    sys_object_query(0xFFFFFFFF, &state);
    ok(!strcmp(state.type, "process"), "the process has a state, too");
    CLOSE(event, second, semaphore, mutex, timer);
}

/* ---------------------------------------------------------------- semaphores and mutexes */

static void check_semaphores(void)
{
    uint32_t semaphore = NONE, event = make_event(false, false);
    int32_t before = 77;
    is_hex(sys_semaphore_create(&semaphore, NULL, 3, 2), STATUS_INVALID_PARAMETER,
           "a semaphore does not begin above its maximum");
    is_hex(sys_semaphore_create(&semaphore, NULL, 1, 2), STATUS_SUCCESS, "one that may reach 2");
    is_hex(sys_semaphore_release(semaphore, 2, &before), STATUS_SEMAPHORE_LIMIT_EXCEEDED,
           "is not released above that");
    is_hex(sys_semaphore_release(semaphore, 0x7FFFFFFF, NULL), STATUS_SEMAPHORE_LIMIT_EXCEEDED,
           "nor by more than there are numbers for");
    is_dec((uint32_t)before, 77, "and the place of the count before stays as it is");
    is_hex(sys_semaphore_release(semaphore, 1, NOWHERE), STATUS_ACCESS_VIOLATION,
           "nor where the count cannot be told");
    is_hex(sys_semaphore_release(semaphore, 1, &before), STATUS_SUCCESS, "but up to it");
    is_dec((uint32_t)before, 1, "from 1");
    is_hex(sys_wait_signal_and(semaphore, event, 0, WAIT_FOREVER), STATUS_SEMAPHORE_LIMIT_EXCEEDED,
           "a full one cannot be signalled before a wait, and nothing is waited for");
    is_hex(wait_one(semaphore, 0), STATUS_SUCCESS, "a wait takes one");
    is_hex(wait_one(semaphore, 0), STATUS_SUCCESS, "and the next one");
    is_hex(wait_one(semaphore, 0), STATUS_TIMEOUT, "then there is none");
    is_hex(sys_semaphore_release(semaphore, 0, NULL), STATUS_INVALID_PARAMETER,
           "a release of none is refused");
    CLOSE(semaphore, event);
}

static uint32_t mutex;

static uint32_t takes_and_ends(void *argument) { return wait_one(mutex, 0); }
static uint32_t releases(void *argument) { return sys_mutex_release(mutex, NULL); }

/* The memory of the first one is the next one's. */
static uint32_t closes_what_it_owns(void *argument)
{
    uint32_t own = NONE;
    sys_mutex_create(&own, NULL, true);
    sys_handle_close(own);
    return sys_mutex_create(&mutex, NULL, false);
}

static uint32_t run(uint32_t (*function)(void *argument))
{
    uint32_t thread = make_thread(function, NULL, false);
    wait_one(thread, 1000);
    uint32_t code = exit_code_of(thread);
    sys_handle_close(thread);
    return code;
}

/* The first one has been abandoned. */
static void check_abandoned_first(void)
{
    uint32_t both[2] = {NONE, NONE};
    sys_mutex_create(&mutex, NULL, false);
    sys_mutex_create(&both[1], NULL, false);
    both[0] = mutex;
    is_hex(run(takes_and_ends), STATUS_SUCCESS, "a thread takes one of two and ends");
    is_hex(wait_all(both, 2, 0), STATUS_ABANDONED, "a wait for both tells of that");
    CLOSE(both[0], both[1]);
}

static void check_mutexes(void)
{
    int32_t before;
    sys_mutex_create(&mutex, NULL, true);
    is_hex(wait_one(mutex, 0), STATUS_SUCCESS, "the owner of a mutex takes it again");
    is_hex(run(takes_and_ends), STATUS_TIMEOUT, "another thread does not");
    is_hex(run(releases), STATUS_MUTANT_NOT_OWNED, "nor does it release it");
    sys_mutex_release(mutex, &before);
    is_dec((uint32_t)before, (uint32_t)-1, "it was taken twice");
    is_hex(sys_mutex_release(mutex, NOWHERE), STATUS_ACCESS_VIOLATION,
           "where the count cannot be told, it is not released");
    sys_mutex_release(mutex, &before);
    is_dec((uint32_t)before, 0, "and then once");
    is_hex(sys_mutex_release(mutex, NULL), STATUS_MUTANT_NOT_OWNED, "it is free now");
    is_hex(run(takes_and_ends), STATUS_SUCCESS, "a thread takes it and ends");
    is_hex(wait_one(mutex, 0), STATUS_ABANDONED, "the next owner is told so");
    sys_mutex_release(mutex, NULL);
    is_hex(wait_one(mutex, 0), STATUS_SUCCESS, "once");
    sys_handle_close(mutex);
    is_hex(run(closes_what_it_owns), STATUS_SUCCESS, "an owner closes the last handle, and ends");
    is_hex(wait_one(mutex, 0), STATUS_SUCCESS, "that abandons nothing in the mutex' place");
    sys_handle_close(mutex);
}

/* ---------------------------------------------------------------- timers */

static void check_timers(void)
{
    uint32_t timer = NONE, others = NONE;
    sys_timer_create(&timer, NULL, false);
    sys_timer_create(&others, NULL, true);
    uint64_t begun = GetTickCount64();
    sys_timer_set(timer, begun + 5, 0, 0, 0);
    is_hex(wait_one(timer, 1000), STATUS_SUCCESS, "a timer lets a wait through at its time");
    ok(GetTickCount64() >= begun + 5, "not earlier");
    is_hex(wait_one(timer, 0), STATUS_TIMEOUT, "and once");
    sys_timer_set(timer, GetTickCount64() + 2, 3, (uint32_t)count_call, 1);
    unsigned rounds = 0;
    while (called < 3 && rounds++ < 100) {
        if (sys_wait_for(NULL, 0, WAIT_ALERTABLE, GetTickCount64() + 100) == STATUS_USER_APC)
            run_calls();
    }
    is_dec(called, 3, "one with a period and a call calls again and again");
    is_hex(sys_timer_cancel(timer), STATUS_SUCCESS, "it is cancelled");
    wait_one(timer, 0);
    is_hex(wait_one(timer, 20), STATUS_TIMEOUT, "and comes no more");
    begun = GetTickCount64();
    sys_timer_set(timer, 0, 20, 0, 0);
    is_hex(wait_one(timer, 0), STATUS_SUCCESS, "one whose time is long past is there at once");
    is_hex(wait_one(timer, 1000), STATUS_SUCCESS, "and then comes by its period");
    ok(GetTickCount64() >= begun + 20, "which begins when it is set");
    sys_timer_set(others, GetTickCount64(), 0, 0, 0);
    is_hex(wait_one(others, 0), STATUS_SUCCESS, "one whose time has passed is there at once");
    is_hex(wait_one(others, 0), STATUS_SUCCESS, "and stays, if it is a manual one");
    sys_timer_set(others, GetTickCount64() + 100000, 0, 0, 0);
    is_hex(wait_one(others, 0), STATUS_TIMEOUT, "until it is set anew");
    CLOSE(timer, others);
}

/* ---------------------------------------------------------------- names and handles */

static void check_names(void)
{
    uint32_t first = NONE, second = NONE, third = NONE;
    is_hex(sys_event_create(&first, "Anna", true, false), STATUS_SUCCESS, "an event with a name");
    is_hex(sys_event_create(&second, "Anna", true, true), STATUS_OBJECT_NAME_EXISTS,
           "the name finds it again");
    is_hex(wait_one(second, 0), STATUS_TIMEOUT, "as it is");
    is_hex(sys_mutex_create(&third, "Anna", false), STATUS_OBJECT_TYPE_MISMATCH,
           "an object of another type does not get the name");
    is_hex(sys_event_create(&third, "anna", false, false), STATUS_SUCCESS, "case counts");
    sys_handle_close(third);
    is_hex(sys_object_open(&third, "anna", OBJECT_EVENT, EVENT_ALL_ACCESS),
           STATUS_OBJECT_NAME_NOT_FOUND, "a name goes with the last handle");
    is_hex(sys_object_open(&third, "Anna", OBJECT_EVENT, SYNCHRONIZE), STATUS_SUCCESS, "opened");
    is_hex(sys_event_change(third, EVENT_SET, NULL), STATUS_ACCESS_DENIED,
           "with the right to wait alone it cannot be set");
    is_hex(sys_wait_signal_and(third, third, 0, GetTickCount64()), STATUS_ACCESS_DENIED,
           "nor signalled before a wait");
    sys_handle_duplicate(third, 0, DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE, &third);
    is_hex(sys_event_change(third, EVENT_SET, NULL), STATUS_ACCESS_DENIED,
           "nor by a second handle with the same access");
    is_hex(sys_handle_duplicate(first, 0, DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE, &first),
           STATUS_SUCCESS, "a second handle instead of the first");
    is_hex(sys_event_change(first, EVENT_SET, NULL), STATUS_SUCCESS, "has its rights");
    CLOSE(first, second, third);
    is_hex(sys_handle_close(third), STATUS_INVALID_HANDLE, "a handle is closed once");
    is_hex(sys_handle_close(0), STATUS_INVALID_HANDLE, "0 is none");

    sys_event_create(&first, "Berta", true, false);
    uint32_t thread = make_waiter(waits_for, first);
    sys_handle_close(first);
    is_hex(sys_object_open(&third, "Berta", OBJECT_EVENT, EVENT_ALL_ACCESS),
           STATUS_OBJECT_NAME_NOT_FOUND, "a thread that waits does not keep the name");
    sys_thread_terminate(thread, 0);
    sys_handle_close(thread);
}

int main(void)
{
    check_events();
    check_states();
    check_semaphores();
    check_mutexes();
    check_abandoned_first();
    check_timers();
    check_names();
    return tap_done();
}
