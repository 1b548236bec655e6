/* The costs of threads of the kernel layer, through the services that windows.h's calls are made
 * of.
 */
#include "bench/bench.h"
#include "tests/threads/thread_services.h"

#include <memoryapi.h>
#include <pager.h>
#include <ring3.h>

enum { TRIES = 25 };

static uint32_t event, answer, mutex;
static volatile bool over;

/* ---------------------------------------------------------------- paths from stamp to stamp */

static void call_nothing(void)
{
    STAMP(stamp_before);
    sys_thread_yield(); /* nobody else is ready */
    STAMP(stamp_after);
}

static DWORD call_from_ring3(void *argument)
{
    (void)argument;
    call_nothing();
    return 0;
}

static void service_null(void)
{
    DWORD value;
    ring3_call(call_from_ring3, NULL, &value);
}

static uint32_t yields_back(void *argument)
{
    (void)argument;
    while (!over) {
        STAMP(stamp_after);
        sys_thread_yield();
    }
    return 0;
}

static void yield(void)
{
    STAMP(stamp_before);
    sys_thread_yield();
}

static uint32_t sends_back(void *argument)
{
    (void)argument;
    while (!over) {
        sys_wait_for(&event, 1, 0, WAIT_FOREVER);
        sys_event_change(answer, EVENT_SET, NULL);
    }
    return 0;
}

static void there_and_back(void)
{
    STAMP(stamp_before);
    sys_event_change(event, EVENT_SET, NULL);
    sys_wait_for(&answer, 1, 0, WAIT_FOREVER);
    STAMP(stamp_after);
}

static void lock_and_unlock(void)
{
    STAMP(stamp_before);
    sys_wait_for(&mutex, 1, 0, WAIT_FOREVER);
    sys_mutex_release(mutex, NULL);
    STAMP(stamp_after);
}

static uint32_t ends(void *argument)
{
    (void)argument;
    return 0;
}

static void life(void)
{
    STAMP(stamp_before);
    uint32_t thread = make_thread(ends, NULL, false);
    sys_wait_for(&thread, 1, 0, WAIT_FOREVER);
    sys_handle_close(thread);
    STAMP(stamp_after);
}

/* Each try touches a page that nobody has. */
static void touch_page(void)
{
    static volatile uint32_t *zeroed;
    if (!zeroed)
        zeroed = pager_reserve(2 * TRIES * PAGER_PAGE, PAGE_READWRITE, NULL, NULL);
    zeroed += PAGER_PAGE / sizeof *zeroed;
    STAMP(stamp_before);
    *zeroed = 1;
    STAMP(stamp_after);
}

/* ---------------------------------------------------------------- the figures */

static const struct measurement {
    const char *name;
    void (*path)(void);
    uint32_t (*other)(void *argument); /* the thread that the path needs, or NULL */
} measurements[] = {
    {"service_null", service_null, NULL},
    {"kthread_switch", yield, yields_back},
    {"event_pingpong", there_and_back, sends_back},
    {"kmutex_pair", lock_and_unlock, NULL},
    {"thread_life", life, NULL},
    {"page_touch", touch_page, NULL},
};

/* The least of some tries counts, because ticks and work at first use can only add. */
static uint32_t measure(const struct measurement *row)
{
    uint32_t least = UINT32_MAX, other = 0;
    over = false;
    if (row->other) {
        other = make_thread(row->other, NULL, false);
        sys_thread_yield();
    }
    bench_begin();
    for (int i = 0; i < TRIES; i++) {
        row->path();
        least = path_length() < least ? path_length() : least;
    }
    over = true;
    if (other) {
        sys_event_change(event, EVENT_SET, NULL);
        sys_wait_for(&other, 1, 0, WAIT_FOREVER);
        sys_handle_close(other);
        sys_event_change(event, EVENT_RESET, NULL); /* where the thread has not taken it */
        sys_event_change(answer, EVENT_RESET, NULL);
    }
    return least;
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    sys_event_create(&event, NULL, false, false);
    sys_event_create(&answer, NULL, false, false);
    sys_mutex_create(&mutex, NULL, false);
    for (unsigned i = 0; i < sizeof measurements / sizeof *measurements; i++)
        if (bench_wants(measurements[i].name))
            bench_path(measurements[i].name, measure(&measurements[i]), 0);
    return 0;
}
