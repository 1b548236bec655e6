/* A lock is forged: it names a scheduler that computes on another CPU and never has had the worker.
 * That scheduler's next interrupt finds the worker there, and takes it off.
 *
 * run: name=2 smp=2
 * run: name=2-ring3 smp=2 ring=3 compilers=gcc
 * run: name=2-checked smp=2 checked=1 compilers=gcc
 */
#include "kernel/call/ums_context.h"
#include "tests/ums/scheduler.h"

enum { LONG_MS = 20000, ENDED = 7 };

static const struct ums_context *volatile own;
static volatile bool go_on;

static DWORD CALLBACK never_runs(PVOID unused) { return (DWORD)unused; }

/* It is in no service, and no worker runs in its place. */
static VOID NTAPI computes(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID unused)
{
    own = GetCurrentUmsThread();
    while (!go_on)
        ;
}

static DWORD CALLBACK schedules(PVOID unused) { return (DWORD)enter(computes, NULL); }

static HANDLE start_on_second(void)
{
    HANDLE thread = CreateThread(NULL, 0, schedules, NULL, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(thread, 2);
    ResumeThread(thread);
    while (!own)
        ;
    return thread;
}

int main(void)
{
    SetThreadAffinityMask(GetCurrentThread(), 1);
    list = make_list();
    struct worker worker = make_worker(never_runs, NULL);
    HANDLE scheduler = start_on_second();
    struct ums_context *forged = worker.context;
    forged->lock = own->id;
    TerminateThread(worker.thread, ENDED);
    ok(WaitForSingleObject(worker.thread, LONG_MS) == WAIT_OBJECT_0,
       "a worker ends whose lock names a scheduler that has never had it");
    is_dec(exit_code(&worker), ENDED, "with its own exit code");
    go_on = true;
    WaitForSingleObject(scheduler, INFINITE);
    drain(0);
    forget(&worker);
    CloseHandle(scheduler);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
