/* The costs of Windows' handles, locks and fibers, through the calls that any program makes. The
 * least of some tries counts, because the first try also makes what lasts. */
#include "bench/bench.h"

#include <fibersapi.h>
#include <handleapi.h>
#include <synchapi.h>

enum { TRIES = 4 };
static uint32_t least;

static void keep(void)
{
    least = path_length() < least ? path_length() : least;
}

/* Reports the path that `path` is, all instructions between the stamps. */
#define COUNT(name, path)                                                                          \
    do {                                                                                           \
        least = UINT32_MAX;                                                                        \
        bench_begin();                                                                             \
        for (int i = 0; i < TRIES; i++) {                                                          \
            STAMP(stamp_before);                                                                   \
            path;                                                                                  \
            STAMP(stamp_after);                                                                    \
            keep();                                                                                \
        }                                                                                          \
        bench_path(name, least, 0);                                                                \
    } while (0)

/* The program has no other handle. */
static void count_event(void)
{
    COUNT("event_life", CloseHandle(CreateEvent(NULL, FALSE, FALSE, NULL)));
}

static void count_section(void)
{
    static CRITICAL_SECTION section;
    InitializeCriticalSection(&section);
    COUNT("critical_section_pair", EnterCriticalSection(&section); LeaveCriticalSection(&section));
    DeleteCriticalSection(&section);
}

static void count_slim(void)
{
    static SRWLOCK lock = SRWLOCK_INIT;
    COUNT("srw_pair", AcquireSRWLockExclusive(&lock); ReleaseSRWLockExclusive(&lock));
}

/* Switches back at once. */
static VOID WINAPI answers(PVOID caller)
{
    for (;;)
        SwitchToFiber(caller);
}

static void count_fibers(void)
{
    PVOID fiber = CreateFiber(0, answers, ConvertThreadToFiber(NULL));
    COUNT("fiber_pair", SwitchToFiber(fiber));
    DeleteFiber(fiber);
    ConvertFiberToThread();
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    if (bench_wants("event_life"))
        count_event();
    if (bench_wants("critical_section_pair"))
        count_section();
    if (bench_wants("srw_pair"))
        count_slim();
    if (bench_wants("fiber_pair"))
        count_fibers();
    return 0;
}
