/* Workers and schedulers from their beginning to their end, and what is told about them.
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
 * run: name=schedule-2r schedule=2r compilers=gcc
 */
#include "tests/ums/scheduler.h"
#include "tests/windows/handles.h"

static volatile unsigned ran;
static HANDLE event;

static DWORD CALLBACK counts(PVOID argument)
{
    ran++;
    return (DWORD)argument;
}

static DWORD CALLBACK yields(PVOID argument)
{
    UmsThreadYield(argument);
    return 5;
}

static DWORD CALLBACK waits(PVOID argument) { return WaitForSingleObject(event, INFINITE) + 20; }

/* ---------------------------------------------------------------- the mode */

static UMS_SCHEDULER_REASON reason_to_return;
static unsigned startups;
static PVOID startup_parameter;
static ULONG_PTR startup_payload;

static VOID NTAPI returns(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason == UmsSchedulerStartup) {
        startups++;
        startup_parameter = parameter;
        startup_payload = payload;
    }
    if (reason == UmsSchedulerThreadYield)
        put_ready((PUMS_CONTEXT)payload);
    if (reason == reason_to_return)
        return;
    DequeueUmsCompletionListItems(list, 0, &context);
    ExecuteUmsThread(context ? context : take_ready());
}

static void check_mode(void)
{
    int mark = 0;
    struct worker worker;
    reason_to_return = UmsSchedulerStartup;
    BOOL entered = enter(returns, &mark);
    ok(entered == 1 && startups == 1 && startup_parameter == &mark && startup_payload == 0,
       "1: one startup with payload 0 and the parameter, before Enter returns");
    ok(GetCurrentUmsThread() == NULL, "afterwards the thread is an ordinary one");

    reason_to_return = UmsSchedulerThreadYield;
    worker = make_worker(yields, NULL);
    ok(enter(returns, NULL) == 1, "2: Enter returns TRUE when the procedure returns from a yield");
    reason_to_return = UmsSchedulerThreadBlocked;
    ok(enter(returns, NULL) == 1 && startups == 3,
       "2: from a block, too, and the thread has entered again each time");
    ok(exit_code(&worker) == 5, "the worker went on in the second scheduling mode");
    live = 1;
    drain(0);
    forget(&worker);
}

static VOID NTAPI enters_again(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, returns, NULL};
    *(BOOL *)parameter = FAILS(EnterUmsSchedulingMode(&info), ERROR_NOT_SUPPORTED);
}

static DWORD CALLBACK enters_as_worker(PVOID argument)
{
    enters_again(0, 0, argument);
    return 0;
}

static void check_refusals(void)
{
    BOOL refused = FALSE, of_worker = FALSE;
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION + 1, list, returns, NULL};
    ok(FAILS(EnterUmsSchedulingMode(&info), ERROR_INVALID_PARAMETER), "33: a bad version: 87");
    info = (UMS_SCHEDULER_STARTUP_INFO){UMS_VERSION, NULL, returns, NULL};
    ok(FAILS(EnterUmsSchedulingMode(&info), ERROR_INVALID_PARAMETER), "33: no list: 87");
    ok(enter(enters_again, &refused) && refused, "33: a scheduler cannot enter once more: 50");
    struct worker worker = make_worker(enters_as_worker, &of_worker);
    run(1, NULL);
    ok(of_worker, "33: nor can a worker: 50");
    forget(&worker);

    worker = make_worker_in(list, counts, NULL, CREATE_SUSPENDED);
    ok(FAILS(make_thread_for(worker.context, list, counts, NULL, 0), ERROR_INVALID_PARAMETER),
       "33: a second thread on a live context is refused: 87");
    ok(FAILS(make_thread_for(worker.context, NULL, counts, NULL, 0), ERROR_INVALID_PARAMETER) &&
           FAILS(make_thread_for((PUMS_CONTEXT)&worker, list, counts, NULL, 0),
                 ERROR_INVALID_PARAMETER),
       "no list, and what is no context: 87");
    ResumeThread(worker.thread);
    run(1, NULL);
    forget(&worker);
}

/* ---------------------------------------------------------------- the beginning */

static void check_beginning(void)
{
    PUMS_CONTEXT context = NULL, first = NULL;
    ran = 0;
    struct worker worker = make_worker(counts, (PVOID)7);
    Sleep(3);
    ok(ran == 0 && DequeueUmsCompletionListItems(list, 0, &first) && first == worker.context,
       "3: a new worker is in its list and runs no instruction, without any scheduler");
    live = 1;
    put_ready(first);
    ok(!is_terminated(first), "it is not terminated");
    when_activated = NULL;
    ok(enter(in_turn, NULL) == 1 && ran == 1 && exit_code(&worker) == 7,
       "it runs when it is executed");
    forget(&worker);

    ran = 0;
    worker = make_worker_in(list, counts, NULL, CREATE_SUSPENDED);
    ok(DequeueUmsCompletionListItems(list, 0, &first) && !first &&
           is(worker.context, UmsThreadIsSuspended) == 1,
       "4: one that is created suspended is in no list");
    ok(ResumeThread(worker.thread) == 1 && DequeueUmsCompletionListItems(list, 0, &first) &&
           first == worker.context && !is(worker.context, UmsThreadIsSuspended) && ran == 0,
       "4: ResumeThread puts it there");
    put_ready(first);
    live = 1;
    enter(in_turn, NULL);
    ok(ran == 1, "4: and then it can run");
    forget(&worker);

    ok(CreateUmsThreadContext(&context) && is_terminated(context) == 1 &&
           DeleteUmsThreadContext(context),
       "6: a context that was never used counts as terminated, and can be deleted");
}

/* ---------------------------------------------------------------- the end */

static void check_end(void)
{
    struct worker worker = make_worker(counts, (PVOID)42);
    ok(FAILS(DeleteUmsThreadContext(worker.context), ERROR_INVALID_PARAMETER),
       "6: a context cannot be deleted before its thread has ended: 87");
    run(1, NULL);
    ok(activation_count == 2 && activations[1].reason == UmsSchedulerThreadBlocked &&
           activations[1].parameter == NULL,
       "5: its end is one activation as blocked (%u)", activation_count);
    ok(is_terminated(worker.context) == 1 && WaitForSingleObject(worker.thread, 0) == 0 &&
           exit_code(&worker) == 42,
       "5: then it is in its list as terminated, and its handle is signalled");
    ok(DeleteUmsThreadContext(worker.context), "6: then the context can be deleted");
    CloseHandle(worker.thread);
}

static HANDLE to_terminate;

static void terminate(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked && to_terminate) {
        HANDLE thread = to_terminate;
        to_terminate = NULL;
        TerminateThread(thread, 9);
    }
}

static void check_termination(void)
{
    PUMS_CONTEXT context = NULL;
    struct worker worker = make_worker(waits, NULL);
    to_terminate = worker.thread;
    run(1, terminate);
    ok(live == 0 && exit_code(&worker) == 9 && is_terminated(worker.context),
       "7: TerminateThread on a blocked worker gives one terminated entry");
    SetEvent(event);
    ok(DequeueUmsCompletionListItems(list, 0, &context) && !context, "7: and no second one");
    ResetEvent(event);
    forget(&worker);

    worker = make_worker(counts, NULL);
    DequeueUmsCompletionListItems(list, 0, &context);
    ok(TerminateThread(worker.thread, 3) && is_terminated(context) == 1,
       "a worker in a scheduler's hands can be terminated");
    ok(DequeueUmsCompletionListItems(list, 0, &context) && !context, "without another entry");
    ok(DeleteUmsThreadContext(worker.context) && exit_code(&worker) == 3, "and deleted");
    CloseHandle(worker.thread);
}

static VOID NTAPI exits_when_blocked(UMS_SCHEDULER_REASON reason, ULONG_PTR payload,
                                     PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason == UmsSchedulerThreadBlocked)
        ExitThread(77);
    DequeueUmsCompletionListItems(list, INFINITE, &context);
    ExecuteUmsThread(context);
}

static DWORD CALLBACK schedules(PVOID argument)
{
    return (DWORD)enter((PUMS_SCHEDULER_ENTRY_POINT)argument, NULL);
}

static void check_schedulers_end(void)
{
    struct worker worker = make_worker(waits, NULL);
    HANDLE scheduler = start(schedules, (PVOID)exits_when_blocked);
    DWORD code = 0;
    code = end_of(scheduler);
    ok(code == 77, "8: a scheduler thread can exit inside its procedure");
    SetEvent(event);
    run(1, NULL);
    ok(exit_code(&worker) == 20 && live == 0,
       "8: its worker comes to the list, which another scheduler drains");
    ResetEvent(event);
    forget(&worker);
}

/* ---------------------------------------------------------------- information */

static DWORD_PTR seen_teb, seen_context, seen_id, seen_error;
static DWORD tls;
static UMS_SYSTEM_THREAD_INFORMATION seen;

static DWORD CALLBACK tells(PVOID argument)
{
    seen_teb = (DWORD_PTR)NtCurrentTeb();
    seen_context = (DWORD_PTR)GetCurrentUmsThread();
    seen_id = GetCurrentThreadId();
    TlsSetValue(tls, (PVOID)1);
    SetLastError(1);
    UmsThreadYield(NULL);
    seen_error = GetLastError() == 1 && TlsGetValue(tls) == (PVOID)1;
    seen.UmsVersion = UMS_VERSION;
    GetUmsSystemThreadInformation(GetCurrentThread(), &seen);
    return 0;
}

static BOOL scheduler_differs, scheduler_told, scheduler_set;

static void look(struct activation *now)
{
    UMS_SYSTEM_THREAD_INFORMATION information = {.UmsVersion = UMS_VERSION};
    PVOID user = (PVOID)1, set = (PVOID)0x1234;
    if (now->reason == UmsSchedulerStartup) {
        SetLastError(2);
        TlsSetValue(tls, (PVOID)2);
        scheduler_told = GetUmsSystemThreadInformation(GetCurrentThread(), &information) &&
                         information.ThreadUmsFlags == 1;
        QueryUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &user, 4, NULL);
        scheduler_set =
            !user && SetUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &set, 4);
        QueryUmsThreadInformation(GetCurrentUmsThread(), UmsThreadUserContext, &user, 4, NULL);
        scheduler_set &= user == set;
        SetLastError(2);
    } else if (now->reason == UmsSchedulerThreadYield) {
        scheduler_differs = GetLastError() == 2 && TlsGetValue(tls) == (PVOID)2 &&
                            GetCurrentUmsThread() != (PUMS_CONTEXT)now->payload;
    }
}

static void check_information(void)
{
    struct worker worker = make_worker(tells, NULL);
    PUMS_CONTEXT context = worker.context;
    PVOID value = NULL, set = (PVOID)0xABCD;
    ULONG needed = 0;
    tls = TlsAlloc();
    ok(QueryUmsThreadInformation(context, UmsThreadUserContext, &value, 4, &needed) && !value &&
           needed == 4,
       "31: UserContext is NULL at first, and has 4 bytes");
    ok(SetUmsThreadInformation(context, UmsThreadUserContext, &set, 4), "31: it can be set");
    ok(FAILS(QueryUmsThreadInformation(context, UmsThreadUserContext, &value, 8, NULL),
             ERROR_BAD_LENGTH) &&
           FAILS(QueryUmsThreadInformation(context, UmsThreadIsSuspended, &value, 4, NULL),
                 ERROR_BAD_LENGTH) &&
           FAILS(SetUmsThreadInformation(context, UmsThreadUserContext, &set, 2), ERROR_BAD_LENGTH),
       "31: other sizes: 24");
    ok(FAILS(QueryUmsThreadInformation(context, UmsThreadPriority, &value, 4, NULL),
             ERROR_NOT_SUPPORTED) &&
           FAILS(QueryUmsThreadInformation(context, 99, &value, 4, NULL), ERROR_NOT_SUPPORTED) &&
           FAILS(SetUmsThreadInformation(context, UmsThreadTeb, &set, 4), ERROR_NOT_SUPPORTED),
       "31: other classes: 50");
    run(1, look);
    value = NULL;
    QueryUmsThreadInformation(context, UmsThreadTeb, &value, 4, NULL);
    ok((DWORD_PTR)value == seen_teb && seen_teb != (DWORD_PTR)NtCurrentTeb(),
       "31: the Teb is the worker's own");
    QueryUmsThreadInformation(context, UmsThreadUserContext, &value, 4, NULL);
    ok(value == set, "31: UserContext lasts until after the end");
    ok((PUMS_CONTEXT)seen_context == context && seen_id == GetThreadId(worker.thread),
       "a worker knows its context and its number");
    ok(seen.ThreadUmsFlags == 2 && scheduler_told,
       "32: a worker is told as one, a scheduler as one");
    seen = (UMS_SYSTEM_THREAD_INFORMATION){.UmsVersion = UMS_VERSION};
    ok(GetUmsSystemThreadInformation(GetCurrentThread(), &seen) && !seen.ThreadUmsFlags,
       "32: an ordinary thread is neither");
    seen = (UMS_SYSTEM_THREAD_INFORMATION){.UmsVersion = UMS_VERSION, .IsUmsWorkerThread = 1};
    ok(!GetUmsSystemThreadInformation(GetCurrentThread(), &seen),
       "32: which is FALSE when asked for");
    ok(seen_error && scheduler_differs, "36: last error and TLS of both are apart");
    ok(scheduler_set, "a scheduler's context has a UserContext");
    forget(&worker);
    TlsFree(tls);
}

int main(void)
{
    list = make_list();
    event = CreateEvent(NULL, TRUE, FALSE, NULL);
    check_mode();
    check_refusals();
    check_beginning();
    check_end();
    check_termination();
    check_schedulers_end();
    check_information();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted (%u)",
       (unsigned)GetLastError());
    return tap_done();
}
