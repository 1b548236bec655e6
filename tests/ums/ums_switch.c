/* Yield and execute: the state that they keep, the workers that they refuse, and the calls that
 * lock and suspend a worker.
 *
 * run: name=plain
 * run: name=2 smp=2
 * run: name=4 smp=4 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 * run: name=counted virtual-time=1 smp=2 compilers=gcc
 * run: name=schedule-4r schedule=4r compilers=gcc
 * run: name=schedule-1r schedule=1r compilers=gcc
 */
#include "tests/ums/scheduler.h"

#include <float.h>

unsigned yield_with_marks(void *yield, unsigned mark); /* ums_switch_marks.S */

static volatile unsigned changed, wrong;
static HANDLE event;

/* ---------------------------------------------------------------- what a yield keeps */

static DWORD CALLBACK keeps(PVOID argument)
{
    unsigned mark = (unsigned)argument;
    unsigned control = _controlfp(mark % 2 ? _RC_UP : _RC_DOWN, _MCW_RC);
    PVOID teb = NtCurrentTeb();
    for (unsigned i = 0; i < 20; i++) {
        changed |= yield_with_marks((void *)UmsThreadYield, mark);
        wrong += _controlfp(0, 0) != control || NtCurrentTeb() != teb;
    }
    return 0;
}

static volatile unsigned wrong_parameters, scheduler_wrong;
static unsigned scheduler_control;

static void compare(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        scheduler_control = _controlfp(0, 0);
    scheduler_wrong += _controlfp(0, 0) != scheduler_control;
    if (now->reason == UmsSchedulerThreadYield)
        wrong_parameters += now->parameter != (PVOID)0x77;
}

static void check_registers(void)
{
    struct worker workers[3];
    for (unsigned i = 0; i < 3; i++)
        workers[i] = make_worker(keeps, (PVOID)(i + 1));
    run(3, compare);
    ok(!changed && !wrong,
       "18: a yield returns TRUE, and keeps registers, DF, control words and FS (%X, %u)", changed,
       wrong);
    ok(!wrong_parameters && count_of(UmsSchedulerThreadYield, 0) == 60,
       "18: each passes its parameter");
    ok(!scheduler_wrong, "an activation has the control words that the scheduler began with");
    for (unsigned i = 0; i < 3; i++)
        forget(&workers[i]);
}

/* ---------------------------------------------------------------- inside its own yield */

static unsigned again;

static VOID NTAPI executes_at_once(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context = (PUMS_CONTEXT)payload;
    if (reason == UmsSchedulerThreadBlocked)
        return;
    if (reason == UmsSchedulerStartup)
        DequeueUmsCompletionListItems(list, INFINITE, &context);
    else
        again++;
    ExecuteUmsThread(context);
}

static DWORD CALLBACK yields_often(PVOID argument)
{
    for (unsigned i = 0; i < (unsigned)argument; i++)
        UmsThreadYield(NULL);
    return 0;
}

static void check_at_once(void)
{
    struct worker worker = make_worker(yields_often, (PVOID)100);
    enter(executes_at_once, NULL);
    ok(again == 100, "a worker can be executed inside the activation of its own yield");
    live = 1;
    drain(0);
    forget(&worker);
}

/* ---------------------------------------------------------------- the chain of handlers */

static PVOID first_chain; /* of the thread that enters */
static unsigned other_chains;

static PVOID chain(void) { return NtCurrentTeb()->NtTib.ExceptionList; }

static void execute_in_try(PUMS_CONTEXT context)
{
    __try {
        ExecuteUmsThread(context);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
}

static VOID NTAPI tries(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context = (PUMS_CONTEXT)payload;
    activation_count++;
    other_chains += chain() != first_chain;
    if (reason == UmsSchedulerThreadBlocked)
        return;
    if (reason == UmsSchedulerStartup)
        DequeueUmsCompletionListItems(list, INFINITE, &context);
    execute_in_try(context);
}

static void check_chain(void)
{
    struct worker worker = make_worker(yields_often, (PVOID)2);
    first_chain = chain();
    activation_count = 0;
    enter(tries, NULL);
    ok(activation_count == 4 && !other_chains && chain() == first_chain,
       "each activation has the chain of Enter, though the one before executed in a __try (%u)",
       other_chains);
    live = 1;
    drain(0);
    forget(&worker);
}

/* ---------------------------------------------------------------- refusals */

static BOOL refused[8];

static DWORD CALLBACK tries_as_worker(PVOID context)
{
    refused[0] = FAILS(ExecuteUmsThread((PUMS_CONTEXT)context), ERROR_NOT_SUPPORTED);
    return 0;
}

static void try_as_scheduler(struct activation *now)
{
    if (now->reason != UmsSchedulerStartup)
        return;
    refused[1] = FAILS(UmsThreadYield(NULL), ERROR_INVALID_PARAMETER);
    refused[2] = FAILS(ExecuteUmsThread(NULL), ERROR_INVALID_PARAMETER);
    refused[3] = FAILS(ExecuteUmsThread(GetCurrentUmsThread()), ERROR_INVALID_PARAMETER);
}

static void check_refusals(void)
{
    struct worker worker = make_worker(yields_often, (PVOID)0);
    struct worker tries = make_worker(tries_as_worker, worker.context);
    ok(FAILS(UmsThreadYield(NULL), ERROR_INVALID_PARAMETER), "19: yield in an ordinary thread: 87");
    ok(FAILS(ExecuteUmsThread(worker.context), ERROR_NOT_SUPPORTED),
       "20: execute from an ordinary thread: 50");
    ok(FAILS(ExecuteUmsThread(NULL), ERROR_INVALID_PARAMETER), "20: NULL comes first: 87");
    run(2, try_as_scheduler);
    ok(refused[0], "20: execute from a worker: 50");
    ok(refused[1], "19: yield in a scheduler: 87");
    ok(refused[2], "20: NULL: 87");
    ok(refused[3], "20: the scheduler's own context: 87");
    forget(&tries);
    forget(&worker);
}

static struct worker other;
static DWORD errors[4];

static void try_others(struct activation *now)
{
    if (now->reason != UmsSchedulerStartup)
        return;
    SetLastError(0);
    ExecuteUmsThread(other.context);
    errors[0] = GetLastError();
}

static void check_terminated(void)
{
    other = make_worker(yields_often, (PVOID)0);
    run(1, NULL);
    run(0, try_others);
    ok(errors[0] == ERROR_INVALID_PARAMETER, "24: a terminated worker: FALSE, 87");
    forget(&other);
}

/* ---------------------------------------------------------------- suspended */

static void try_suspended(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup) {
        SuspendThread(other.thread);
        SetLastError(0);
        PUMS_CONTEXT context;
        DequeueUmsCompletionListItems(list, 0, &context);
        errors[1] = context == other.context && !ExecuteUmsThread(context) ? GetLastError() : 4711;
        errors[2] = is(other.context, UmsThreadIsSuspended);
        ResumeThread(other.thread);
        PUMS_CONTEXT none = NULL;
        DequeueUmsCompletionListItems(list, 0, &none);
        errors[3] = none != NULL;
        put_ready(context);
    }
}

/* Nothing but the flag keeps a scheduler from executing it without the kernel. */
static void suspend_yielded(struct activation *now)
{
    if (now->reason != UmsSchedulerThreadYield)
        return;
    SuspendThread(other.thread);
    SetLastError(0);
    errors[1] = ExecuteUmsThread(other.context) ? 4711 : GetLastError();
    errors[2] = is(other.context, UmsThreadIsSuspended);
    ResumeThread(other.thread);
}

static DWORD CALLBACK suspends_itself(PVOID argument)
{
    SuspendThread(GetCurrentThread());
    return 6;
}

static BOOL resumed_into_list;

static void resume(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked && activation_count == 2) {
        PUMS_CONTEXT none = (PUMS_CONTEXT)1;
        resumed_into_list = DequeueUmsCompletionListItems(list, 0, &none) && !none &&
                            is(other.context, UmsThreadIsSuspended);
        ResumeThread(other.thread);
    }
}

static DWORD CALLBACK waits(PVOID argument) { return WaitForSingleObject(event, INFINITE) + 8; }

static void suspend_blocked(struct activation *now)
{
    PUMS_CONTEXT none = (PUMS_CONTEXT)1;
    if (now->reason != UmsSchedulerThreadBlocked || activation_count != 2)
        return;
    SuspendThread(other.thread);
    SetEvent(event);
    resumed_into_list = DequeueUmsCompletionListItems(list, 0, &none) && !none &&
                        is(other.context, UmsThreadIsSuspended);
    ResumeThread(other.thread);
}

static void check_suspended(void)
{
    other = make_worker(yields_often, (PVOID)1);
    run(1, try_suspended);
    ok(errors[1] == ERROR_INVALID_PARAMETER && errors[2] == 1,
       "23: execute of a suspended worker: FALSE, 87, and IsSuspended is 1 (%u)",
       (unsigned)errors[1]);
    ok(!errors[3] && live == 0 && !is(other.context, UmsThreadIsSuspended),
       "23: after ResumeThread it runs, and is not queued a second time");
    forget(&other);

    errors[1] = errors[2] = 0;
    other = make_worker(yields_often, (PVOID)1);
    run(1, suspend_yielded);
    ok(errors[1] == ERROR_INVALID_PARAMETER && errors[2] == 1 && live == 0,
       "23: of one that has yielded, too: FALSE, 87, and it runs after ResumeThread (%u)",
       (unsigned)errors[1]);
    forget(&other);

    other = make_worker(suspends_itself, NULL);
    run(1, resume);
    ok(activation_count == 3 && resumed_into_list && exit_code(&other) == 6,
       "a worker that suspends itself blocks; ResumeThread puts it into the list");
    forget(&other);

    ResetEvent(event);
    other = make_worker(waits, NULL);
    run(1, suspend_blocked);
    ok(resumed_into_list && exit_code(&other) == 8,
       "one that is suspended while it is blocked comes to the list when it is resumed");
    forget(&other);
}

/* ---------------------------------------------------------------- contexts */

static DWORD CALLBACK spins_in_yield(PVOID argument) { return (DWORD)UmsThreadYield(NULL); }

static CONTEXT seen;
static BOOL got, set;

static void change(struct activation *now)
{
    if (now->reason != UmsSchedulerThreadYield)
        return;
    seen.ContextFlags = CONTEXT_FULL;
    got = GetThreadContext(other.thread, &seen);
    CONTEXT next = seen;
    next.Eax = 5; /* what the yield will return */
    set = SetThreadContext(other.thread, &next);
}

static void check_contexts(void)
{
    other = make_worker(spins_in_yield, NULL);
    run(1, change);
    ok(got && set && seen.Eax == 1 && seen.Esp && (seen.SegFs == 0x30 || seen.SegFs == 0x3B),
       "22: a yielded worker's registers can be read and set; FS is shown as any thread's (%X)",
       (unsigned)seen.SegFs);
    ok(exit_code(&other) == 5, "and it goes on with what was set");
    forget(&other);
}

int main(void)
{
    list = make_list();
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    check_registers();
    check_at_once();
    check_chain();
    check_refusals();
    check_terminated();
    check_suspended();
    check_contexts();
    ok(strange_words == 0,
       "each activation has the FPU control words that the mode began with (%u)", strange_words);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
