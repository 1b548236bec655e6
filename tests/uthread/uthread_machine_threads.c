/* User-level threads in several threads of the machine: each has schedulers of its own, and its end
 * leaves nothing of them.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

#include <handleapi.h>
#include <processthreadsapi.h>
#include <synchapi.h>

enum { MACHINE_THREADS = 4, WORKERS = 6, TURNS = 50 };

/* The objects that one thread of the machine has for its user-level threads. */
struct group {
    utSch scheduler;
    utSemaphore meeting;
    DWORD home; /* the thread's number */
    DWORD turns, strays, joined;
};

static void *works(void *parameter)
{
    struct group *group = parameter;
    for (unsigned i = 0; i < TURNS; i++) {
        utSemaphoreTake(group->meeting);
        group->turns++;
        group->strays += GetCurrentThreadId() != group->home;
        utSemaphoreGive(group->meeting);
        utYield();
    }
    return group;
}

static void *joins(void *parameter)
{
    struct group *group = parameter;
    uThd worker = uThreadCreateFor(works, group, NULL);
    void *result = NULL;
    utSchAddUthd(group->scheduler, worker);
    uThreadJoin(worker, &result, UT_FOREVER);
    group->joined += result == group;
    uThreadDestroy(worker);
    return NULL;
}

static void nothing(void) {}

/* A detached thread that ended last, and the stacks of all others, are left to the end. A tick, or
 * a switch to another thread of the machine, may have buried that one. */
static DWORD CALLBACK has_schedulers(PVOID parameter)
{
    struct group *group = parameter;
    group->home = GetCurrentThreadId();
    group->scheduler = utSchedulerCreate();
    group->meeting = utSemaphoreCreate(1, 1);
    for (unsigned i = 0; i < WORKERS; i++)
        utSchAddUthd(group->scheduler, uThreadCreateFor(i % 2 ? works : joins, group, NULL));
    utSchStart(group->scheduler);
    utSchedulerDestroy(group->scheduler);
    utSemaphoreDestroy(group->meeting);
    uThd last = uThreadCreate(nothing);
    uThreadDetach(last);
    utResume(last);
    bool keeps = *tib_word(TIB_STACKS);
    if (group->home % 8)
        ExitThread(keeps);
    return keeps;
}

/* Runs a thread for each group at the same time. Returns how many kept something to the end. */
static unsigned run(struct group groups[MACHINE_THREADS])
{
    HANDLE threads[MACHINE_THREADS];
    unsigned kept = 0;
    memset(groups, 0, MACHINE_THREADS * sizeof *groups);
    for (unsigned i = 0; i < MACHINE_THREADS; i++)
        threads[i] = CreateThread(NULL, 0, has_schedulers, &groups[i], 0, NULL);
    WaitForMultipleObjects(MACHINE_THREADS, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < MACHINE_THREADS; i++) {
        DWORD code = 0;
        GetExitCodeThread(threads[i], &code);
        kept += code;
        CloseHandle(threads[i]);
    }
    return kept;
}

/* The kernel keeps the stacks that the threads of the machine have left, so the first round is not
 * measured. */
int main(void)
{
    struct group groups[MACHINE_THREADS];
    DWORD turns = 0, strays = 0, joined = 0;
    run(groups);
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use();
    is_dec(run(groups), MACHINE_THREADS, "each keeps stacks to its end");
    for (unsigned i = 0; i < MACHINE_THREADS; i++) {
        turns += groups[i].turns;
        strays += groups[i].strays;
        joined += groups[i].joined;
    }
    is_dec(turns, MACHINE_THREADS * WORKERS * TURNS, "all user-level threads have their turns");
    is_dec(strays, 0, "each in the thread of the machine that made it");
    is_dec(joined, MACHINE_THREADS * WORKERS / 2, "and are joined there");
    is_dec(frames_in_use(), frames, "no page of an ended thread's stacks is left");
    is_dec(heap_usage().blocks, heap.blocks, "nor a block of its heap");
    return tap_done();
}
