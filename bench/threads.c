/* The costs of threads of the kernel layer, through Windows' calls. */
#include "bench/bench.h"
#include "kernel/call/service.h"

#include <pager.h>
#include <ring3.h>
#include <windows.h>

enum { TRIES = 25 };

static HANDLE event, answer, mutex;
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

static DWORD WINAPI yields_back(void *argument)
{
    (void)argument;
    while (!over) {
        STAMP(stamp_after);
        SwitchToThread();
    }
    return 0;
}

static void yield(void)
{
    STAMP(stamp_before);
    SwitchToThread();
}

static DWORD WINAPI sends_back(void *argument)
{
    (void)argument;
    while (!over) {
        WaitForSingleObject(event, INFINITE);
        SetEvent(answer);
    }
    return 0;
}

static void there_and_back(void)
{
    STAMP(stamp_before);
    SetEvent(event);
    WaitForSingleObject(answer, INFINITE);
    STAMP(stamp_after);
}

static void lock_and_unlock(void)
{
    STAMP(stamp_before);
    WaitForSingleObject(mutex, INFINITE);
    ReleaseMutex(mutex);
    STAMP(stamp_after);
}

static DWORD WINAPI ends(void *argument)
{
    (void)argument;
    return 0;
}

static void life(void)
{
    STAMP(stamp_before);
    HANDLE thread = CreateThread(NULL, 0, ends, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
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
    LPTHREAD_START_ROUTINE other; /* the thread that the path needs, or NULL */
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
    uint32_t least = UINT32_MAX;
    HANDLE other = NULL;
    over = false;
    if (row->other) {
        other = CreateThread(NULL, 0, row->other, NULL, 0, NULL);
        SwitchToThread();
    }
    bench_begin();
    for (int i = 0; i < TRIES; i++) {
        row->path();
        least = path_length() < least ? path_length() : least;
    }
    over = true;
    if (other) {
        SetEvent(event);
        WaitForSingleObject(other, INFINITE);
        CloseHandle(other);
        ResetEvent(event); /* where the thread has not taken it */
        ResetEvent(answer);
    }
    return least;
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    answer = CreateEvent(NULL, FALSE, FALSE, NULL);
    mutex = CreateMutex(NULL, FALSE, NULL);
    for (unsigned i = 0; i < sizeof measurements / sizeof *measurements; i++)
        if (bench_wants(measurements[i].name))
            bench_path(measurements[i].name, measure(&measurements[i]), 0);
    return 0;
}
