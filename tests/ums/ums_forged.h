/* A scene of forged words: a worker in one of its states, another one, and their scheduler. When it
 * is set up, the scheduler waits for main to forge, and then executes whatever it is given. */
#ifndef TESTS_UMS_FORGED_H
#define TESTS_UMS_FORGED_H

#include "kernel/call/ums_context.h"
#include "tests/ums/scheduler.h"

enum { LONG_MS = 20000 };

/* A worker's state when its words are forged; and the scheduler's own context, and the list. */
enum state { NEW, RUNNING, BLOCKED, YIELDED, SUSPENDED, ENDED, OWN, LIST, STATES };

static PUMS_COMPLETION_LIST scene_list;
static struct worker target, other;
static HANDLE scheduler, reached, go, event;
static volatile enum state wanted;
static volatile bool arrived, let_go;
static PUMS_CONTEXT volatile own;

/* Forged flags may have set DF, which compiled code expects to be clear. */
static inline void direction_forward(void) { __asm__ volatile("cld"); }

static DWORD CALLBACK behaves(PVOID unused)
{
    if (wanted == ENDED)
        return 3;
    if (wanted == RUNNING) {
        arrived = true;
        while (!let_go)
            ;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (wanted == BLOCKED)
            WaitForSingleObject(event, 2);
        else
            UmsThreadYield(NULL);
        direction_forward();
        WaitForSingleObject(event, i);
        direction_forward();
    }
    return 3;
}

static DWORD CALLBACK never_runs(PVOID unused) { return (DWORD)unused; }

static bool is_known(PUMS_CONTEXT context)
{
    return context && (context == target.context || context == other.context || context == own);
}

static void execute_what_comes(void)
{
    PUMS_CONTEXT context = NULL;
    for (unsigned i = 0; i < 8; i++) {
        DequeueUmsCompletionListItems(scene_list, i % 2, &context);
        for (unsigned most = 0; is_known(context) && most < 4; most++) {
            ExecuteUmsThread(context);
            context = GetNextUmsListItem(context);
        }
        ExecuteUmsThread(target.context);
    }
}

static void let_main_forge(void)
{
    own = GetCurrentUmsThread();
    SetEvent(reached);
    WaitForSingleObject(go, LONG_MS);
}

static unsigned activations_left;

static VOID NTAPI schedules(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason == UmsSchedulerStartup) {
        own = GetCurrentUmsThread();
        DequeueUmsCompletionListItems(scene_list, INFINITE, &context);
        if (wanted != NEW && wanted != OWN && wanted != LIST)
            ExecuteUmsThread(target.context);
    }
    if (reason == UmsSchedulerStartup || !let_go) {
        let_main_forge();
        if (wanted == OWN && activations_left % 2)
            return;
    }
    if (activations_left-- == 0)
        return;
    execute_what_comes();
}

static DWORD CALLBACK enters(PVOID unused)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, scene_list, schedules, NULL};
    return (DWORD)EnterUmsSchedulingMode(&info);
}

static void make_events(void)
{
    reached = CreateEvent(NULL, FALSE, FALSE, NULL);
    go = CreateEvent(NULL, TRUE, FALSE, NULL);
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
}

static void await_arrival(void)
{
    if (wanted != RUNNING) {
        WaitForSingleObject(reached, LONG_MS);
        return;
    }
    while (!arrived)
        SwitchToThread();
}

static void begin_scene(enum state state)
{
    wanted = state;
    arrived = let_go = false;
    own = NULL;
    activations_left = 3;
    ResetEvent(reached);
    ResetEvent(go);
    ResetEvent(event);
    CreateUmsCompletionList(&scene_list);
    target = make_worker_in(scene_list, behaves, NULL, 0);
    other = make_worker_in(scene_list, never_runs, NULL, 0);
    scheduler = CreateThread(NULL, 0x8000, enters, NULL, 0, NULL);
    await_arrival();
    if (state == SUSPENDED)
        SuspendThread(target.thread);
}

static void let_all_go_on(void)
{
    let_go = true;
    SetEvent(go);
}

#endif
