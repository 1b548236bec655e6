/* Memory that is not there yet: pages that a function brings in, or that come zeroed; touched by
 * threads and by services.
 *
 * run: args=
 * run: name=ring3 ring=3 args=
 * run: name=checked checked=1 args= compilers=gcc
 */
#include "tests/harness/tap.h"
#include "tests/threads/thread_services.h"

#include <memoryapi.h>
#include <pager.h>
#include <seh.h>
#include <stdio.h>
#include <string.h>

enum { PAGES = 8, WORDS = PAGER_PAGE / 4, LATE = 6, BROKEN = 7 };

static uint32_t *base, late, asked;
static volatile unsigned calls[PAGES];

static uint32_t value_at(unsigned word) { return word * 7 + 1; }

/* Page LATE comes once an event is set, page BROKEN not at all. */
static NTSTATUS compute(void *argument, void *page, void *bytes)
{
    unsigned number = (unsigned)((uint32_t *)page - base) / WORDS;
    uint32_t *words = bytes;
    calls[number]++;
    if (number == BROKEN)
        return (NTSTATUS)argument;
    if (number == LATE) {
        sys_event_change(asked, EVENT_SET, NULL);
        wait_one(late, 60000);
    }
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = value_at(number * WORDS + i);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- exceptions */

static EXCEPTION_RECORD record;

static int keep(const EXCEPTION_POINTERS *pointers)
{
    record = *pointers->ExceptionRecord;
    return EXCEPTION_EXECUTE_HANDLER;
}

static SEH_FUNCTION DWORD touch(volatile uint32_t *word, bool write)
{
    memset(&record, 0, sizeof record);
    __try {
        if (write)
            *word = 5;
        else
            (void)*word;
    } __except (keep(GetExceptionInformation())) {
        return record.ExceptionCode;
    }
    return 0;
}

/* ---------------------------------------------------------------- touches */

static void check_reads(void)
{
    is_dec(base[3], value_at(3), "a word is read that was not there");
    is_dec(base[WORDS - 1], value_at(WORDS - 1), "and another of its page");
    is_dec(calls[0], 1, "the function was called once");
    base[2 * WORDS + 1]++;
    is_dec(base[2 * WORDS + 1], value_at(2 * WORDS + 1) + 1, "a write finds the page's bytes");
    is_dec(calls[1], 0, "a page that nobody touches does not come");
}

static uint32_t reads_late(void *argument) { return base[LATE * WORDS + (uint32_t)argument]; }

static void check_two_threads(void)
{
    uint32_t threads[2];
    for (uint32_t i = 0; i < 2; i++)
        threads[i] = make_thread(reads_late, (void *)i, false);
    is_hex(wait_one(asked, 60000), STATUS_SUCCESS, "other threads go on while a page is awaited");
    is_hex(sys_wait_for(threads, 2, 0, GetTickCount64() + 5), STATUS_TIMEOUT,
           "the threads that have touched it wait");
    sys_event_change(late, EVENT_SET, NULL);
    is_hex(sys_wait_for(threads, 2, WAIT_ALL, GetTickCount64() + 60000), STATUS_SUCCESS,
           "it comes, and both go on");
    for (uint32_t i = 0; i < 2; i++) {
        is_dec(exit_code_of(threads[i]), value_at(LATE * WORDS + i), "thread %u has read it", i);
        sys_handle_close(threads[i]);
    }
    is_dec(calls[LATE], 1, "the function was called once for both");
}

static void check_services(void)
{
    uint32_t event = make_event(true, true);
    is_hex(sys_event_change(event, EVENT_RESET, &base[3 * WORDS]), STATUS_SUCCESS,
           "a service writes to a page that was not there");
    is_dec(base[3 * WORDS], true, "its answer is there");
    is_dec(base[3 * WORDS + 1], value_at(3 * WORDS + 1), "among the page's bytes");
    base[4 * WORDS - 1] = event;
    is_hex(sys_wait_for(&base[4 * WORDS - 1], 2, 0, 0), STATUS_INVALID_HANDLE,
           "a service reads over the end of a page into one that was not there");
    is_dec(calls[4], 1, "which came");
    is_hex(sys_event_change(event, EVENT_SET, &base[BROKEN * WORDS]), STATUS_ACCESS_VIOLATION,
           "a service ends when the page does not come");
    is_hex(wait_one(event, 0), STATUS_TIMEOUT, "and has changed nothing");
    sys_handle_close(event);
}

static void check_failures(void)
{
    unsigned before = calls[BROKEN];
    is_hex(touch(&base[BROKEN * WORDS + 2], false), STATUS_IN_PAGE_ERROR,
           "the function's failure becomes an exception");
    is_dec(record.NumberParameters, 3, "with three parameters");
    is_dec(record.ExceptionInformation[0], 0, "a read");
    is_hex(record.ExceptionInformation[1], (uint32_t)&base[BROKEN * WORDS + 2], "the address");
    is_hex(record.ExceptionInformation[2], STATUS_NO_MEMORY, "the function's status");
    is_hex(touch(&base[BROKEN * WORDS], true), STATUS_IN_PAGE_ERROR, "the next touch, too");
    is_dec(record.ExceptionInformation[0], 1, "a write");
    is_dec(calls[BROKEN], before + 2, "each has called the function");
}

static void check_changes(void)
{
    DWORD old;
    ok(VirtualProtect(base, PAGER_PAGE, PAGE_READONLY, &old), "a page that is there is protected");
    is_hex(touch(base, true), STATUS_ACCESS_VIOLATION, "and cannot be written to");
    ok(VirtualFree(base, PAGER_PAGE, MEM_DECOMMIT), "it is sent away");
    is_dec(base[5], value_at(5), "and comes again");
    is_dec(calls[0], 2, "from the function");
    is_hex(touch(base, true), 0, "with the range's protection");
    ok(!VirtualFree(base, 0, MEM_RELEASE), "VirtualFree does not release such a range");
}

static uint32_t reads_for_ever(void *argument) { return touch(argument, false); }

static void check_release(void)
{
    VirtualFree(&base[LATE * WORDS], PAGER_PAGE, MEM_DECOMMIT);
    uint32_t thread = make_thread(reads_for_ever, &base[LATE * WORDS], false);
    wait_one(asked, 60000);
    uint32_t ended = make_thread(reads_for_ever, &base[LATE * WORDS], false);
    sys_wait_for(NULL, 0, 0, GetTickCount64() + 2);
    is_hex(sys_thread_terminate(ended, 5), STATUS_SUCCESS, "a thread that waits for a page ends");
    ok(pager_release(base), "the range is released");
    is_hex(wait_one(thread, 60000), STATUS_SUCCESS, "a thread that waited for a page goes on");
    is_hex(exit_code_of(thread), STATUS_ACCESS_VIOLATION, "and finds nothing there");
    is_hex(touch(base, false), STATUS_ACCESS_VIOLATION, "nobody does");
    ok(!pager_release(base), "it is no range any more");
    sys_event_change(late, EVENT_SET, NULL);
    CLOSE(thread, ended);
}

/* Fills a page with the number that the argument points to, in a tick. The first range's first page
 * comes only once an event is set. */
static const uint32_t first_bytes = 1, second_bytes = 2;

static NTSTATUS fill_with(void *argument, void *page, void *bytes)
{
    static bool was_called;
    if (!was_called) {
        was_called = true;
        sys_event_change(asked, EVENT_SET, NULL);
        wait_one(late, 60000);
    }
    sys_wait_for(NULL, 0, 0, GetTickCount64() + 1);
    for (unsigned i = 0; i < WORDS; i++)
        ((uint32_t *)bytes)[i] = *(const uint32_t *)argument;
    return STATUS_SUCCESS;
}

enum { MOST_ADDRESSES = 1 << 30 }; /* no other place is large enough */

/* A range's function may still be running when another range has got the addresses. Then two pages
 * are touched at once, for which both ranges' threads would have time. */
static void check_next_range(void)
{
    uint32_t *first =
        pager_reserve(MOST_ADDRESSES, PAGE_READWRITE, fill_with, (void *)&first_bytes);
    uint32_t thread = make_thread(reads_for_ever, first, false);
    wait_one(asked, 60000);
    pager_release(first);
    wait_one(thread, 60000);
    sys_handle_close(thread);
    uint32_t *second =
        pager_reserve(MOST_ADDRESSES, PAGE_READWRITE, fill_with, (void *)&second_bytes);
    ok(first && second == first, "the next range gets the same addresses");
    sys_event_change(late, EVENT_SET, NULL);
    sys_wait_for(NULL, 0, 0, GetTickCount64() + 5); /* the first range's thread goes on */
    thread = make_thread(reads_for_ever, &second[WORDS], false);
    is_dec(second[0], second_bytes, "its bytes come from its own function");
    wait_one(thread, 60000);
    is_dec(second[WORDS], second_bytes, "also those of a page that another thread touches");
    pager_release(second);
    sys_handle_close(thread);
}

static NTSTATUS fail_once(void *argument, void *page, void *bytes)
{
    sys_event_change(asked, EVENT_SET, NULL);
    return STATUS_NO_MEMORY;
}

/* The thread has not seen the failure yet when the next range gets the addresses. */
static void check_failure_of_last_range(void)
{
    uint32_t *first = pager_reserve(MOST_ADDRESSES, PAGE_READWRITE, fail_once, NULL);
    uint32_t thread = make_thread(reads_for_ever, first, true);
    sys_thread_set_priority(thread, (uint32_t)-2);
    sys_thread_resume(thread, NULL);
    wait_one(asked, 60000);
    pager_release(first);
    uint32_t *second =
        pager_reserve(MOST_ADDRESSES, PAGE_READWRITE, fill_with, (void *)&second_bytes);
    ok(first && second == first, "another range gets the addresses of a page that failed");
    wait_one(thread, 60000);
    is_hex(exit_code_of(thread), 0, "and gives it to a thread that has not met the failure");
    pager_release(second);
    sys_handle_close(thread);
}

static void check_zeroed(void)
{
    uint32_t *zeroed = pager_reserve(PAGES * PAGER_PAGE, PAGE_READWRITE, NULL, NULL), sum = 0;
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery(zeroed, &information, sizeof information);
    is_hex(information.State, MEM_RESERVE, "a range whose pages come zeroed has none at first");
    for (unsigned i = 0; i < PAGES * WORDS; i += 100)
        sum |= zeroed[i];
    is_dec(sum, 0, "they come");
    zeroed[WORDS] = 3;
    is_dec(zeroed[WORDS], 3, "and can be written to");
    ok(pager_release(zeroed), "the range is released");
    ok(!pager_reserve(PAGER_PAGE, PAGE_NOACCESS, NULL, NULL), "a range must allow an access");
    ok(!pager_reserve(0, PAGE_READWRITE, NULL, NULL), "and have pages");
}

int main(void)
{
    late = make_event(false, false);
    asked = make_event(false, false);
    base = pager_reserve(PAGES * PAGER_PAGE, PAGE_READWRITE, compute, (void *)STATUS_NO_MEMORY);
    ok(base, "a range is reserved");
    check_reads();
    check_two_threads();
    check_services();
    check_failures();
    check_changes();
    check_release();
    if (!CHECKED) { /* a checking build has other addresses for the next range */
        check_next_range();
        check_failure_of_last_range();
    }
    check_zeroed();
    sys_wait_for(NULL, 0, 0, GetTickCount64() + 5); /* the range's thread ends */
    CLOSE(late, asked);
    return tap_done();
}
