/* Workers that races are about, and schedulers that share them by one list. */
#ifndef TESTS_UMS_RACES_H
#define TESTS_UMS_RACES_H

#include "tests/harness/arguments.h"
#include "tests/ums/ums_jobs.h"

#include <stdio.h>
#include <time.h>

enum { LONGEST = 60000 };

static unsigned seed;
static HANDLE list_event;
static volatile LONG wrong, wrong_line; /* the first one's place */
static const char *wrong_file;

static void note_wrong(const char *file, LONG line)
{
    if (InterlockedIncrement(&wrong) == 1)
        wrong_file = file, wrong_line = line;
}
#define must(holds) ((holds) ? (void)0 : note_wrong(__FILE__, __LINE__))

static void tell_wrong(void)
{
    if (wrong)
        tap_note("the first of %d is wrong in %s:%d", (int)wrong, wrong_file, (int)wrong_line);
}

static DWORD chance(DWORD *state, DWORD below)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % below;
}

static void linger(DWORD *state)
{
    DWORD way = chance(state, 8);
    if (way == 0 || cpus == 1)
        SwitchToThread();
    for (volatile DWORD i = chance(state, way == 1 ? 3000 : 100); i > 0; i--)
        ;
}

/* A context is deleted as soon as its end has been seen, whatever the CPU still does on which it
 * ended. */
static void see_end(struct job *job, PUMS_CONTEXT context)
{
    must(DeleteUmsThreadContext(context));
    job->gone = 1;
    InterlockedDecrement(&left);
}

/* A scheduler without work waits for the list's event as long as no other has missed it. */
static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = activated(reason, payload, parameter);
    while (left > 0) {
        if (is_idle(own) && WaitForSingleObject(list_event, LONGEST) == WAIT_TIMEOUT) {
            stuck = 1;
            return;
        }
        take_list(own, 0);
        if (!is_idle(own))
            execute_next(own);
    }
    SetEvent(list_event); /* for the next one that waits */
}

static void await_schedulers(void)
{
    must(end_schedulers(LONGEST) == cpus);
    ResetEvent(list_event);
}

static HANDLE make_event(void) { return CreateEvent(NULL, FALSE, FALSE, NULL); }

/* ---------------------------------------------------------------- the whole test */

static void begin(int argc, char **argv)
{
    cpus = argument(argc, argv, "cpus=", 1);
    rounds = argument(argc, argv, "rounds=", 1000);
    seed = argument(argc, argv, "seed=", (unsigned)time(NULL));
    printf("# seed=%u cpus=%u rounds=%u\n", seed, cpus, rounds);
    list = make_list();
    GetUmsCompletionListEvent(list, &list_event);
}

static int end(void)
{
    CloseHandle(list_event);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}

#endif
