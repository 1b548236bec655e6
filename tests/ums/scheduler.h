/* Workers, and a scheduler that writes down its activations, for tests of User-Mode Scheduling. */
#ifndef TESTS_UMS_SCHEDULER_H
#define TESTS_UMS_SCHEDULER_H

#include "tests/harness/tap.h"
#include "tests/ums/workers.h"
#include "tests/windows/handles.h"

#include <float.h>
#include <windows.h>

enum { MOST_WORKERS = 128, MOST_ACTIVATIONS = 4096 };

struct worker {
    PUMS_CONTEXT context;
    HANDLE thread;
};

struct activation {
    UMS_SCHEDULER_REASON reason;
    ULONG_PTR payload;
    PVOID parameter;
    char *esp;
};

static PUMS_COMPLETION_LIST list;
static struct activation activations[MOST_ACTIVATIONS];
static unsigned activation_count, live;
static unsigned own_words, strange_words; /* activations with other FPU control words than these */
static PUMS_CONTEXT ready[MOST_WORKERS];
static unsigned first_ready, last_ready;
static void (*when_activated)(struct activation *activation); /* or NULL */

static inline PUMS_COMPLETION_LIST make_list(void)
{
    PUMS_COMPLETION_LIST made = NULL;
    if (!CreateUmsCompletionList(&made))
        tap_note("no list: %u", (unsigned)GetLastError());
    return made;
}

/* A worker of the list. Its context is NULL when it could not be made. */
static struct worker make_worker_in(PUMS_COMPLETION_LIST of, LPTHREAD_START_ROUTINE function,
                                    PVOID argument, DWORD flags)
{
    struct worker worker = {NULL, NULL};
    if (!CreateUmsThreadContext(&worker.context))
        return worker;
    worker.thread = make_thread_for(worker.context, of, function, argument, flags);
    if (!worker.thread) {
        DeleteUmsThreadContext(worker.context);
        worker.context = NULL;
    }
    return worker;
}

static inline struct worker make_worker(LPTHREAD_START_ROUTINE function, PVOID argument)
{
    return make_worker_in(list, function, argument, 0);
}

static inline DWORD exit_code(const struct worker *worker)
{
    DWORD code = 4711;
    GetExitCodeThread(worker->thread, &code);
    return code;
}

static inline void forget(const struct worker *worker)
{
    DeleteUmsThreadContext(worker->context);
    CloseHandle(worker->thread);
}

/* ---------------------------------------------------------------- the scheduler */

static inline void put_ready(PUMS_CONTEXT context) { ready[last_ready++ % MOST_WORKERS] = context; }

static inline PUMS_CONTEXT take_ready(void)
{
    return first_ready == last_ready ? NULL : ready[first_ready++ % MOST_WORKERS];
}

/* Takes what the list has. Returns FALSE when nothing came in that time. */
static BOOL drain(DWORD ms)
{
    PUMS_CONTEXT context, next;
    if (!DequeueUmsCompletionListItems(list, ms, &context))
        return FALSE;
    for (; context; context = next) {
        next = GetNextUmsListItem(context);
        if (is_terminated(context))
            live--;
        else
            put_ready(context);
    }
    return TRUE;
}

/* Executes workers in turn, until all have ended; then the mode ends. */
static VOID NTAPI in_turn(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct activation now = {reason, payload, parameter, (char *)&reason};
    if (reason == UmsSchedulerStartup)
        own_words = _controlfp(0, 0);
    strange_words += _controlfp(0, 0) != own_words;
    if (activation_count < MOST_ACTIVATIONS)
        activations[activation_count++] = now;
    if (reason == UmsSchedulerThreadYield)
        put_ready((PUMS_CONTEXT)payload);
    if (when_activated)
        when_activated(&now);
    while (live) {
        if (!drain(first_ready == last_ready ? 20000 : 0)) {
            tap_note("no worker comes: %u live", live);
            return;
        }
        PUMS_CONTEXT next = take_ready();
        if (next && !ExecuteUmsThread(next)) {
            if (GetLastError() != ERROR_INVALID_PARAMETER)
                tap_note("execute fails: %u", (unsigned)GetLastError());
            if (!is_terminated(next))
                put_ready(next);
        }
    }
}

static inline BOOL enter(PUMS_SCHEDULER_ENTRY_POINT procedure, PVOID parameter)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, procedure, parameter};
    return EnterUmsSchedulingMode(&info);
}

/* Runs so many workers of the list until they have ended. */
static inline BOOL run(unsigned workers, void (*when)(struct activation *))
{
    activation_count = first_ready = last_ready = 0;
    live = workers;
    when_activated = when;
    return enter(in_turn, NULL);
}

/* How many activations there were of a kind. */
static inline unsigned count_of(UMS_SCHEDULER_REASON reason, ULONG_PTR payload)
{
    unsigned count = 0;
    for (unsigned i = 0; i < activation_count; i++)
        count += activations[i].reason == reason &&
                 (reason == UmsSchedulerThreadYield || activations[i].payload == payload);
    return count;
}

#endif
