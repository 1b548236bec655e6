/* Yield, execute and the activation behind a block, interrupted in front of each instruction in
 * turn: by a tick that ends the slice, and by a thread that suspends the worker or its scheduler
 * and reads its registers, queues a call, or ends one of the two. Nothing is lost: not a register,
 * not a wake, and each worker is delivered once. Ring 0; the threads, in either.
 *
 * run: name=plain args="stride=7"
 * run: name=ring3 args="ring3 stride=7" compilers=gcc
 * run: name=2 smp=2 args="stride=11" compilers=gcc
 * run: name=long args="stride=1" compilers=gcc
 * run: name=long-ring3 args="ring3 stride=1" compilers=gcc
 * run: name=bochs emulator=bochs args="stride=41" compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/schedule.h"
#include "kernel/trap/trap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/stepping.h"
#include "tests/ums/scheduler.h"

#include <ring3.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 2, LONG_MS = 20000, ENDED = 7 };

unsigned yield_with_marks(void *yield, unsigned mark); /* ums_switch_marks.S */
void ums_activation(void);
void ums_enter(void);
extern const char ums_execute_from[], ums_execute_to[], ums_yield_left[];

static struct worker workers[WORKERS];
static volatile LONG hands[WORKERS];
static volatile bool waiting[WORKERS];
static volatile unsigned wrong, wrong_line, calls, queued, expected_ends;
static HANDLE scheduler, event;
static PUMS_CONTEXT volatile executing;

static void note_wrong(unsigned line)
{
    if (wrong++ == 0)
        wrong_line = line;
}
#define must(holds) ((holds) ? (void)0 : note_wrong(__LINE__))

/* ---------------------------------------------------------------- what happens in between */

static volatile bool held;
static volatile unsigned steps, held_at;
static volatile uint32_t held_eip;

static VOID NTAPI is_called(ULONG_PTR unused) { calls++; }
static void nothing(void) {}

static void look_at(HANDLE thread)
{
    CONTEXT context;
    context.ContextFlags = CONTEXT_FULL;
    if (SuspendThread(thread) == (DWORD)-1)
        return; /* it has ended */
    must(GetThreadContext(thread, &context));
    must(SetThreadContext(thread, &context));
    must(ResumeThread(thread) == 1);
}

static void look_at_worker(void) { look_at(workers[0].thread); }
static void look_at_scheduler(void) { look_at(scheduler); }

static void end_worker(void)
{
    if (TerminateThread(workers[0].thread, ENDED))
        expected_ends++;
}

static void end_scheduler(void) { TerminateThread(scheduler, ENDED); }
static void queue_call(void) { queued += QueueUserAPC(is_called, workers[0].thread, 0) != 0; }

static const struct act {
    const char *words;
    void (*act)(void);
} acts[] = {
    {"a tick", nothing},
    {"the worker's registers taken and put back", look_at_worker},
    {"the scheduler's", look_at_scheduler},
    {"a call queued", queue_call},
    {"the worker's end", end_worker},
    {"the scheduler's end", end_scheduler},
};
static const struct act *act;

/* ---------------------------------------------------------------- a trap behind every instruction
 */

static trap_exception_function *deliver;

static bool in_switches(uint32_t eip)
{
    return eip >= (uint32_t)UmsThreadYield && eip < (uint32_t)ums_execute_to &&
           (eip < (uint32_t)ums_enter || eip >= (uint32_t)ExecuteUmsThread);
}

/* As if another thread gave the scheduler a low priority, which it keeps. */
static void hold(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    struct thread *carrier = cpu->run.carrier ? cpu->run.carrier : cpu->thread;
    if (!in_switches(frame->eip) || ++steps != held_at)
        return;
    held_eip = frame->eip;
    held = true;
    kernel_lock();
    schedule_place(carrier, 1, carrier->affinity);
}

/* An activation behind a block begins without the flag, so a breakpoint stands there. */
static IN_REGISTERS struct trap_frame *step(struct trap_frame *frame,
                                            const struct page_fault *fault)
{
    if (frame->vector != VECTOR_DB)
        return deliver(frame, fault);
    debug_registers_forget_status();
    if (frame->eip == (uint32_t)ums_activation)
        frame->eflags |= EFLAGS_TF | EFLAGS_RF;
    if (frame->eflags & EFLAGS_IF)
        hold(frame);
    return frame;
}

/* ---------------------------------------------------------------- workers and their scheduler */

static DWORD CALLBACK yields_and_waits(PVOID me)
{
    set_stepping(true);
    must(yield_with_marks((void *)UmsThreadYield, (unsigned)me + 1) == 0);
    waiting[(unsigned)me] = true;
    must(WaitForSingleObject(event, LONG_MS) == WAIT_OBJECT_0);
    waiting[(unsigned)me] = false;
    must(yield_with_marks((void *)UmsThreadYield, (unsigned)me + 1) == 0);
    set_stepping(false);
    while (SleepEx(0, TRUE) == WAIT_IO_COMPLETION)
        ;
    return 5;
}

static unsigned number_of(PUMS_CONTEXT context) { return context == workers[0].context ? 0 : 1; }

static void give(PUMS_CONTEXT context)
{
    must(InterlockedIncrement(&hands[number_of(context)]) == 1);
    put_ready(context);
}

static void take_list(DWORD ms)
{
    PUMS_CONTEXT context, next;
    must(DequeueUmsCompletionListItems(list, ms, &context));
    for (; context; context = next) {
        next = GetNextUmsListItem(context);
        give(context);
    }
}

static VOID NTAPI gives_turns(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID unused)
{
    PUMS_CONTEXT next;
    if (reason == UmsSchedulerThreadYield)
        give((PUMS_CONTEXT)payload);
    else
        SetEvent(event);
    while (live && !wrong) {
        take_list(first_ready == last_ready ? LONG_MS : 0);
        while ((next = take_ready())) {
            InterlockedDecrement(&hands[number_of(next)]);
            executing = next;
            ExecuteUmsThread(next);
            must(GetLastError() != ERROR_INTERNAL_ERROR);
            if (is_terminated(next))
                live--;
            else
                give(next);
        }
    }
    set_stepping(false);
}

static DWORD CALLBACK schedules(PVOID unused) { return (DWORD)enter(gives_turns, NULL); }

/* The breakpoint of an activation is the scheduler thread's. */
static void begin_scheduler(void)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    scheduler = CreateThread(NULL, 0, schedules, NULL, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(scheduler, 1);
    context.Dr0 = (DWORD)ums_activation;
    context.Dr7 = 1;
    must(SetThreadContext(scheduler, &context));
    ResumeThread(scheduler);
}

/* Where a scheduler ends between the list and the lock, the program alone knows the worker. */
static void find_in_hands(void)
{
    bool calls_execute =
        held_eip >= (uint32_t)ExecuteUmsThread && held_eip < (uint32_t)ums_execute_from;
    bool begins = held_eip >= (uint32_t)ums_yield_left && held_eip < (uint32_t)ums_enter;
    take_list(0);
    live = 0;
    for (unsigned i = 0; i < WORKERS; i++) {
        bool here = !is_terminated(workers[i].context);
        bool lost = calls_execute ? executing == workers[i].context : begins && !waiting[i];
        if (here && !hands[i] && lost)
            give(workers[i].context);
        live += here || hands[i];
    }
}

static DWORD play_once(void *unused)
{
    first_ready = last_ready = 0;
    live = WORKERS;
    held = false;
    steps = calls = queued = expected_ends = 0;
    ResetEvent(event);
    for (unsigned i = 0; i < WORKERS; i++) {
        hands[i] = 0;
        waiting[i] = false;
        workers[i] = make_worker(yields_and_waits, (PVOID)i);
    }
    begin_scheduler();
    while (!held && WaitForSingleObject(scheduler, 0) == WAIT_TIMEOUT)
        SwitchToThread();
    if (held)
        act->act();
    must(WaitForSingleObject(scheduler, LONG_MS) == WAIT_OBJECT_0);
    if (held && act->act == end_scheduler) {
        CloseHandle(scheduler);
        held_at = 0;
        find_in_hands();
        begin_scheduler();
        SetEvent(event);
        must(WaitForSingleObject(scheduler, LONG_MS) == WAIT_OBJECT_0);
    }
    CloseHandle(scheduler);
    for (unsigned i = 0; i < WORKERS; i++) {
        bool may_be_ended = i == 0 && expected_ends;
        must(exit_code(&workers[i]) == 5 || (may_be_ended && exit_code(&workers[i]) == ENDED));
        must(DeleteUmsThreadContext(workers[i].context));
        CloseHandle(workers[i].thread);
    }
    must(calls == queued);
    return 0;
}

/* Each instruction, or each stride-th; a run in which the scheduler is not held is the last. */
static void play(unsigned stride, bool ring3)
{
    unsigned holds = 0;
    wrong = 0;
    for (unsigned at = 1; at == 1 || (held && !wrong); at += stride) {
        held_at = at;
        if (ring3)
            ring3_call(play_once, NULL, NULL);
        else
            play_once(NULL);
        holds += held;
        if (wrong)
            tap_note("held at %u, %X", at, (unsigned)held_eip);
    }
    ok(!wrong && holds > 100 / stride, "%s in front of %u instructions (%u wrong, line %u)",
       act->words, holds, wrong, wrong_line);
}

int main(int argc, char **argv)
{
    unsigned stride = argument(argc, argv, "stride=", 1), only = argument(argc, argv, "act=", ~0u);
    bool ring3 = has_argument(argc, argv, "ring3");
    SetThreadAffinityMask(GetCurrentThread(), 1); /* the scheduler's, so that it can be held */
    list = make_list();
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    deliver = trap_on_exception(step);
    for (unsigned i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        act = &acts[i];
        if (only == ~0u || only == i)
            play(stride, ring3);
    }
    trap_on_exception(deliver);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
