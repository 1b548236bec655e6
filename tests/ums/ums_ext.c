/* The extensions of ums_ext.h: slices, switches between workers, the worker that has blocked, and
 * states.
 *
 * run: name=plain
 * run: name=2 smp=2
 * run: name=4 smp=4 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=2-ring3 smp=2 ring=3 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 * run: name=counted virtual-time=1 smp=2 compilers=gcc
 */
#include "tests/ums/scheduler.h"

#include <float.h>
#include <ums_ext.h>

unsigned yield_with_marks(void *yield, unsigned mark); /* ums_switch_marks.S */

static UMS_EXT_STATE state_of(PUMS_CONTEXT worker)
{
    UMS_EXT_STATE state = (UMS_EXT_STATE)77;
    UmsExtGetState(worker, &state);
    return state;
}

/* ---------------------------------------------------------------- slices */

enum { SPINNERS = 3, TURNS = 4 };

static volatile BOOL stop;
static volatile unsigned counts[SPINNERS], wrong, preempted;

/* Its registers and its FPU must survive at whatever instruction it is preempted. */
static DWORD CALLBACK spins(PVOID argument)
{
    unsigned mark = (unsigned)argument;
    double sum = mark, step = 1.0 / 1024;
    for (unsigned i = 0; !stop; i++) {
        sum += step;
        counts[mark]++;
        if (sum != mark + (i + 1) * step)
            wrong++;
        if (i == 4000000) { /* a double is exact so far */
            sum = mark;
            i = (unsigned)-1;
        }
    }
    return mark;
}

static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    if (reason == UmsSchedulerStartup) {
        ok(UmsExtSetTimeSlice(3), "a scheduler gives its workers a slice");
        own_words = _controlfp(0, 0);
    }
    strange_words += _controlfp(0, 0) != own_words;
    if (reason == UmsExtSchedulerThreadPreempted) {
        wrong += parameter != NULL || UmsExtLastRun() != (PUMS_CONTEXT)payload ||
                 state_of((PUMS_CONTEXT)payload) != UmsExtReady;
        if (++preempted == SPINNERS * TURNS)
            stop = TRUE;
        put_ready((PUMS_CONTEXT)payload);
    }
    while (live) {
        drain(first_ready == last_ready ? 20000 : 0);
        PUMS_CONTEXT next = take_ready();
        if (next)
            ExecuteUmsThread(next);
    }
}

static void check_slices(void)
{
    struct worker workers[SPINNERS];
    stop = FALSE;
    first_ready = last_ready = 0;
    live = SPINNERS;
    for (unsigned i = 0; i < SPINNERS; i++)
        workers[i] = make_worker(spins, (PVOID)i);
    DWORD begun = GetTickCount();
    ok(enter(shares, NULL), "workers that never pause share one scheduler, and all end");
    DWORD took = GetTickCount() - begun;
    ok(preempted >= SPINNERS * TURNS, "each was preempted again and again (%u)", preempted);
    ok(took >= SPINNERS * TURNS * 3, "no slice was shorter than asked for (%u ms)", (unsigned)took);
    ok(counts[0] && counts[1] && counts[2], "each has run");
    ok(!wrong, "a preempted one is ready, named, and keeps its registers and FPU (%u)", wrong);
    for (unsigned i = 0; i < SPINNERS; i++) {
        ok(exit_code(&workers[i]) == i, "worker %u has its own exit code", i);
        forget(&workers[i]);
    }
}

static DWORD CALLBACK yields_often(PVOID unused)
{
    for (DWORD begun = GetTickCount(); GetTickCount() - begun < 30;)
        UmsThreadYield(NULL);
    return 0;
}

static void no_slice(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        UmsExtSetTimeSlice(0);
}

static DWORD CALLBACK spins_for_a_while(PVOID unused)
{
    for (DWORD begun = GetTickCount(); GetTickCount() - begun < 30;)
        counts[0]++;
    return 0;
}

static void short_slice(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        UmsExtSetTimeSlice(5);
    if (now->reason == UmsExtSchedulerThreadPreempted)
        put_ready((PUMS_CONTEXT)now->payload);
}

static void check_when(void)
{
    struct worker worker = make_worker(spins_for_a_while, NULL);
    run(1, no_slice);
    ok(count_of(UmsExtSchedulerThreadPreempted, (ULONG_PTR)worker.context) == 0,
       "a slice of 0 preempts nobody");
    forget(&worker);
    worker = make_worker(spins_for_a_while, NULL);
    run(1, short_slice);
    unsigned count = count_of(UmsExtSchedulerThreadPreempted, (ULONG_PTR)worker.context);
    ok(count >= 2 && count <= 6, "one of 5 ms preempts at most six times in 30 (%u)", count);
    forget(&worker);
    struct worker two[2] = {make_worker(yields_often, NULL), make_worker(yields_often, NULL)};
    ok(run(2, short_slice), "workers that yield and are preempted, too, all end");
    forget(&two[0]);
    forget(&two[1]);
    ok(FAILS(UmsExtSetTimeSlice(5), ERROR_NOT_SUPPORTED), "a plain thread has no slice to give");
}

/* ---------------------------------------------------------------- switches */

static struct worker ping, pong;
static volatile unsigned pings, pongs, changed;
static HANDLE never;

static unsigned WINAPI switch_marked(PVOID parameter)
{
    PUMS_CONTEXT other = GetCurrentUmsThread() == ping.context ? pong.context : ping.context;
    return (unsigned)UmsExtSwitchTo(other, parameter);
}

static DWORD CALLBACK plays(PVOID argument)
{
    volatile unsigned *count = argument;
    unsigned mark = count == &pings ? 1 : 2;
    unsigned control = _controlfp(mark % 2 ? _RC_UP : _RC_DOWN, _MCW_RC);
    for (unsigned i = 0; i < 1000; i++) {
        ++*count;
        changed |= yield_with_marks((void *)switch_marked, mark);
        wrong += _controlfp(0, 0) != control;
    }
    return 0;
}

/* The one that ends first leaves the other one in the program's hands. */
static VOID NTAPI lets_play(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    activation_count++;
    if (reason == UmsSchedulerThreadYield)
        wrong++;
    while (live) {
        drain(0);
        PUMS_CONTEXT next = take_ready();
        if (!next && !is_terminated(ping.context))
            next = ping.context;
        if (!next && !is_terminated(pong.context))
            next = pong.context;
        if (next)
            ExecuteUmsThread(next);
    }
}

static void check_switches(void)
{
    wrong = activation_count = first_ready = last_ready = 0;
    live = 2;
    ping = make_worker(plays, (PVOID)&pings);
    pong = make_worker(plays, (PVOID)&pongs);
    ok(enter(lets_play, NULL), "two workers switch to each other");
    ok(pings == 1000 && pongs == 1000, "each a thousand times");
    ok(!changed && !wrong, "a switch keeps registers, DF and control words (%X, %u)", changed,
       wrong);
    ok(activation_count <= 5, "without their scheduler's procedure (%u activations)",
       activation_count);
    forget(&ping);
    forget(&pong);
}

static DWORD CALLBACK waits(PVOID unused) { return WaitForSingleObject(never, INFINITE); }
static DWORD CALLBACK nothing(PVOID unused) { return 0; }

static volatile unsigned refused;
static struct worker blocked_one, stopped_one, ended_one, new_one;
static PUMS_CONTEXT scheduler_context;

static DWORD CALLBACK is_refused(PVOID unused)
{
    refused |= FAILS(UmsExtSwitchTo(NULL, NULL), ERROR_INVALID_PARAMETER) ? 1 : 0;
    refused |= FAILS(UmsExtSwitchTo(scheduler_context, NULL), ERROR_INVALID_PARAMETER) ? 2 : 0;
    refused |= FAILS(UmsExtSwitchTo(blocked_one.context, NULL), ERROR_RETRY) ? 4 : 0;
    refused |= FAILS(UmsExtSwitchTo(stopped_one.context, NULL), ERROR_INVALID_PARAMETER) ? 8 : 0;
    refused |= FAILS(UmsExtSwitchTo(ended_one.context, NULL), ERROR_INVALID_PARAMETER) ? 16 : 0;
    refused |= FAILS(UmsExtSwitchTo(GetCurrentUmsThread(), NULL), ERROR_INTERNAL_ERROR) ? 32 : 0;
    refused |= FAILS(UmsExtSetTimeSlice(1), ERROR_NOT_SUPPORTED) ? 64 : 0;
    refused |= state_of(GetCurrentUmsThread()) == UmsExtRunning ? 128 : 0;
    refused |= UmsExtLastRun() == NULL ? 256 : 0;
    SetEvent(never);
    return 0;
}

/* ---------------------------------------------------------------- states */

static unsigned seen;

static void look(struct activation *now)
{
    static unsigned step;
    if (now->reason == UmsSchedulerStartup)
        scheduler_context = GetCurrentUmsThread();
    if (now->reason != UmsSchedulerThreadBlocked || step++ > 1)
        return;
    if (step == 1)
        seen |= UmsExtLastRun() == ended_one.context && state_of(ended_one.context) == UmsExtEnded
                    ? 1
                    : 0;
    else
        seen |=
            UmsExtLastRun() == blocked_one.context && state_of(blocked_one.context) == UmsExtBlocked
                ? 2
                : 0;
}

static DWORD CALLBACK knows_last_run(PVOID unused) { return UmsExtLastRun() != NULL; }

static void note_scheduler(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        scheduler_context = GetCurrentUmsThread();
}

/* The kernel gives the place of a context that has gone to the next one. */
static void check_place_of_scheduler(void)
{
    struct worker worker = make_worker(nothing, NULL);
    run(1, note_scheduler);
    PUMS_CONTEXT before = worker.context;
    CloseHandle(worker.thread);
    worker = make_worker(knows_last_run, NULL);
    ok(worker.context == scheduler_context, "a worker has the place of a former scheduler");
    DeleteUmsThreadContext(before);
    run(1, NULL);
    ok(exit_code(&worker) == 0, "it knows no worker that has been run last");
    forget(&worker);
}

static void check_states(void)
{
    never = CreateEvent(NULL, FALSE, FALSE, NULL);
    struct worker refuses = make_worker(is_refused, NULL);
    stopped_one = make_worker_in(list, nothing, NULL, CREATE_SUSPENDED);
    blocked_one = make_worker(waits, NULL);
    ended_one = make_worker(nothing, NULL);
    CreateUmsThreadContext(&new_one.context);
    ok(state_of(new_one.context) == UmsExtEnded, "a context without a thread counts as ended");
    ok(state_of(stopped_one.context) == UmsExtSuspended, "one made suspended is suspended");
    ok(state_of(blocked_one.context) == UmsExtReady, "a new worker is ready");
    /* The list gives the last one first; in_turn executes in the list's order. */
    run(3, look);
    ok(refused == 511, "a switch to what cannot be executed fails with its reason (%X)", refused);
    ok(seen == 3, "the activation knows who has ended, and who waits (%X)", seen);
    ok(FAILS(UmsExtGetState(scheduler_context, NULL), ERROR_INVALID_PARAMETER) &&
           FAILS(UmsExtGetState(NULL, NULL), ERROR_INVALID_PARAMETER),
       "what is no worker has no state");
    ok(UmsExtLastRun() == NULL, "a plain thread has no worker");
    ok(FAILS(UmsExtSwitchTo(stopped_one.context, NULL), ERROR_INVALID_PARAMETER),
       "nor can it switch to one");
    TerminateThread(stopped_one.thread, 0);
    drain(0); /* it comes to its list once more */
    forget(&refuses);
    forget(&blocked_one);
    forget(&ended_one);
    forget(&stopped_one);
    DeleteUmsThreadContext(new_one.context);
    CloseHandle(never);
}

int main(void)
{
    list = make_list();
    check_slices();
    check_when();
    check_switches();
    check_states();
    check_place_of_scheduler();
    ok(strange_words == 0,
       "each activation has the FPU control words that the mode began with (%u)", strange_words);
    ok(DeleteUmsCompletionList(list), "nothing is left");
    return tap_done();
}
