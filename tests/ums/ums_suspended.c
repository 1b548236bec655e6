/* A worker is suspended and resumed by another thread, wherever its scheduler is: in a yield, in an
 * execution, or behind either. A schedule takes the CPU at any instruction.
 *
 * run: virtual-time=1
 * run: name=ring3 ring=3 virtual-time=1
 * run: name=schedule-4r schedule=4r compilers=gcc
 */
#include "tests/ums/scheduler.h"

static volatile unsigned yields;
static volatile BOOL over;

static DWORD CALLBACK yields_always(PVOID unused)
{
    while (!over) {
        yields++;
        UmsThreadYield(NULL);
    }
    return 35;
}

static DWORD CALLBACK schedules(PVOID unused) { return run(1, NULL); }

int main(void)
{
    enum { ROUNDS = 30 };
    list = make_list();
    struct worker worker = make_worker(yields_always, NULL);
    HANDLE scheduler = start(schedules, NULL);
    unsigned moved = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned before = yields; yields == before;)
            SwitchToThread();
        SuspendThread(worker.thread);
        SwitchToThread(); /* one that runs leaves at the next trap of its scheduler */
        unsigned at = yields;
        SwitchToThread();
        moved += yields != at;
        ResumeThread(worker.thread);
    }
    is_dec(moved, 0, "a suspended worker takes no step, wherever it was");
    over = TRUE;
    WaitForSingleObject(scheduler, INFINITE);
    is_dec(exit_code(&worker), 35, "one that is resumed each time comes to its end");
    forget(&worker);
    CloseHandle(scheduler);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
