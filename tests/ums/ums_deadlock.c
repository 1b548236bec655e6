/* A worker waits with a lock of the program's, and its scheduler's procedure wants that lock.
 *
 * run: name=found exit=125 expect="deadlock: no thread can go on"
 *   expect="thread 8, priority 8: waits for a change at"
 *   expect="thread 12, priority 8: can go on when a scheduler executes it"
 * run: name=found-ring3 ring=3 exit=125 expect="deadlock: no thread can go on"
 *   expect="thread 12, priority 8: can go on when a scheduler executes it"
 * run: name=remedy args=worker
 * run: name=remedy-ring3 ring=3 args=worker
 */
#include "tests/ums/scheduler.h"

static CRITICAL_SECTION lock;
static unsigned sum; /* guarded by the lock */
static BOOL by_a_worker;
static struct worker adder, looker;

static DWORD CALLBACK adds(PVOID unused)
{
    EnterCriticalSection(&lock);
    sum += 20;
    Sleep(5);
    sum += 22;
    LeaveCriticalSection(&lock);
    return 0;
}

static DWORD CALLBACK looks(PVOID unused)
{
    EnterCriticalSection(&lock);
    DWORD seen = sum;
    LeaveCriticalSection(&lock);
    return seen;
}

/* The first time that the worker waits, with the lock. */
static void want_the_sum(struct activation *now)
{
    static BOOL wanted;
    if (now->reason != UmsSchedulerThreadBlocked || wanted)
        return;
    wanted = TRUE;
    if (!by_a_worker) {
        ok(TRUE,
           "37: a scheduler's procedure waits for the lock of a worker that it does not execute");
        looks(NULL); /* the run ends here, and its report is compared */
        ok(FALSE, "37: the lock was never left");
        return;
    }
    looker = make_worker(looks, NULL);
    live++;
}

int main(int argc, char **argv)
{
    by_a_worker = argc > 1;
    InitializeCriticalSection(&lock);
    list = make_list();
    adder = make_worker(adds, NULL);
    ok(run(1, want_the_sum), "37: where another worker wants the lock instead, all end");
    ok(exit_code(&looker) == 42, "37: it has seen what the first one did under the lock");
    forget(&adder);
    forget(&looker);
    return tap_done();
}
