/* Contexts and lists whose words a program has forged: with any values in them, the worst is a call
 * that fails, or an exception in the thread that uses them. The kernel's own records stay right, so
 * each thread can be ended, each record deleted, and all memory comes back.
 *
 * run: name=ring3 ring=3 args="scenes=400"
 * run: name=2-ring3 smp=2 ring=3 args="scenes=400" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="scenes=400" compilers=gcc
 * run: name=checked-ring3 checked=1 ring=3 args="scenes=200" compilers=gcc
 * run: name=plain args="scenes=300" compilers=gcc
 * run: name=2 smp=2 args="scenes=300" compilers=gcc
 * run: name=486-ring3 ring=3 cpu=486 args="scenes=100" compilers=gcc
 * run: name=bochs-ring3 ring=3 emulator=bochs args="scenes=40" compilers=gcc
 * run: name=long-ring3 ring=3 args="stride=1 scenes=3000" compilers=gcc
 *
 * By hand: ./trapline run tests/ums_forged --ring 3 --smp 4 seed=7 scenes=100000 --timeout 100000
 */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "tests/harness/arguments.h"
#include "tests/harness/frames_in_use.h"
#include "tests/ums/ums_forged_values.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    WORDS = UMS_SIZE / 4,
    LIST_WORDS = sizeof(struct ums_list_words) / 4,
    FORGED = 0xE0000001, /* how a thread ends that an exception has reached */
};

static unsigned seed, random_state, exceptions, scenes_made, stubborn, undeleted, calls_made;
static const char *const state_names[] = {"new",       "running", "blocked", "yielded",
                                          "suspended", "ended",   "own",     "list"};

static unsigned chance(unsigned below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

/* ---------------------------------------------------------------- ends by an exception */

/* An exception ends its thread. */
static LONG CALLBACK end_here(EXCEPTION_POINTERS *pointers)
{
    __atomic_fetch_add(&exceptions, 1, __ATOMIC_SEQ_CST);
    sys_thread_exit(FORGED);
    return EXCEPTION_CONTINUE_SEARCH; /* not reached */
}

/* A forged EIP leads to code that returns to whatever an earlier thread has left on this stack.
 * Behind ExitThread's service that is the program's end, which is the first thread's alone. */
static volatile bool over;

static void only_when_over(void)
{
    if (over)
        return;
    __atomic_fetch_add(&exceptions, 1, __ATOMIC_SEQ_CST);
    atexit(only_when_over);
    sys_thread_exit(FORGED);
}

/* ---------------------------------------------------------------- calls */

static VOID NTAPI apc(ULONG_PTR unused) { (void)unused; }

static void query_all(PUMS_CONTEXT context)
{
    DWORD value;
    for (int what = UmsThreadInvalidInfoClass; what < UmsThreadMaxInfoClass; what++)
        for (ULONG size = 0; size <= 4; size += 1 + size)
            QueryUmsThreadInformation(context, (UMS_THREAD_INFO_CLASS)what, &value, size, NULL);
}

/* The calls that the main thread makes on the forged records. No call may do more than fail. */
static void call(unsigned which)
{
    static CONTEXT context;
    PUMS_CONTEXT first;
    HANDLE thread = target.thread;
    calls_made++;
    switch (which % 14) {
    case 0: SuspendThread(thread); break;
    case 1:
    case 2: ResumeThread(thread); break;
    case 3:
        context.ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT | CONTEXT_EXTENDED_REGISTERS;
        SuspendThread(thread);
        if (GetThreadContext(thread, &context))
            SetThreadContext(thread, &context);
        ResumeThread(thread);
        break;
    case 4:
        context.ContextFlags = CONTEXT_FULL;
        GetThreadContext(thread, &context);
        break;
    case 5: SetEvent(event); break;
    case 6: QueueUserAPC(apc, thread, 0); break;
    case 7: query_all(target.context); break;
    case 8:
        sys_ums_execute((uint32_t)target.context);
        ExecuteUmsThread(target.context);
        break;
    case 9: DequeueUmsCompletionListItems(scene_list, 0, &first); break;
    case 10: { /* a second thread for the context; a list of which nobody knows */
        HANDLE second = make_thread_for(target.context, scene_list, never_runs, NULL, 0);
        if (second) {
            CloseHandle(target.thread);
            target.thread = second;
        }
        break;
    }
    case 11:
        DeleteUmsThreadContext(own);
        sys_ums_context_delete((uint32_t)scene_list);
        sys_ums_list_delete((uint32_t)target.context);
        break;
    case 12: {
        struct thread_information information;
        sys_thread_query((uint32_t)thread, &information);
        break;
    }
    case 13: SwitchToThread(); break;
    }
}

/* Ends a thread, wherever its words say that it is. */
static void must_end(HANDLE thread)
{
    TerminateThread(thread, 7);
    if (WaitForSingleObject(thread, LONG_MS) != WAIT_OBJECT_0)
        stubborn++;
    CloseHandle(thread);
}

static void must_delete(BOOL deleted) { undeleted += !deleted; }

/* By these the kernel finds its records again; else nothing of them is needed. */
struct kept {
    DWORD target, other, list, event;
};

static struct kept keep(void)
{
    const struct ums_list_words *words = scene_list;
    return (struct kept){((struct ums_context *)target.context)->handle,
                         ((struct ums_context *)other.context)->handle, words->handle,
                         words->event};
}

static void end_scene(const struct kept *kept)
{
    struct ums_list_words *words = scene_list;
    let_all_go_on();
    if (WaitForSingleObject(scheduler, chance(3)) != WAIT_OBJECT_0 && chance(2))
        must_end(scheduler), scheduler = NULL;
    must_end(target.thread);
    must_end(other.thread);
    if (scheduler)
        must_end(scheduler);
    ((struct ums_context *)target.context)->handle = kept->target;
    ((struct ums_context *)other.context)->handle = kept->other;
    must_delete(DeleteUmsThreadContext(target.context));
    must_delete(DeleteUmsThreadContext(other.context));
    words->handle = kept->list;
    words->event = kept->event;
    words->head = 0;
    must_delete(DeleteUmsCompletionList(scene_list));
}

static DWORD *words_of(enum state state, unsigned *count)
{
    *count = state == LIST ? LIST_WORDS : WORDS;
    return state == LIST ? (DWORD *)scene_list : (DWORD *)(state == OWN ? own : target.context);
}

/* In ring 0 the program would be harmed by its own stack and code. */
static bool is_fit(enum state state, unsigned word)
{
    return in_ring3 || state == LIST ||
           (word != WORD_OF(esp) && word != WORD_OF(eip) && word != WORD_OF(procedure) &&
            word != WORD_OF(traced) && word != WORD_OF(ebp));
}

/* One word in one state, or some of them again and again, between calls. */
static void play(enum state state, unsigned word, unsigned which, unsigned times)
{
    enum state now = state;
    unsigned count;
    begin_scene(state);
    const struct kept kept = keep();
    DWORD *words = words_of(state, &count);
    for (unsigned i = 0; words && i < times; i++) {
        if (is_fit(now, word % count))
            words[word % count] = value_of(now, word % count, which);
        for (unsigned calls = times > 1 ? chance(3) : 4; calls > 0; calls--)
            call(chance(1000));
        if (times > 1 && chance(times) == 0)
            let_all_go_on();
        if (times > 1) {
            enum state next = (enum state)chance(STATES);
            now = next == LIST || (next == OWN && own) ? next : state;
            words = words_of(now, &count);
            word = chance(count), which = chance(1000);
        }
    }
    end_scene(&kept);
    scenes_made++;
}

/* A scene that nobody hurries: the exception comes on any host. */
static void check_exception(void)
{
    DWORD status = 0;
    begin_scene(YIELDED);
    const struct kept kept = keep();
    ((struct ums_context *)target.context)->selector = 3; /* none, with ring 3's bits */
    let_all_go_on();
    WaitForSingleObject(scheduler, LONG_MS);
    GetExitCodeThread(scheduler, &status);
    end_scene(&kept);
    is_hex(status, FORGED, "a forged selector: an exception in the scheduler that uses it");
}

static void play_each(unsigned stride)
{
    for (unsigned state = 0; state < STATES; state++) {
        unsigned words = state == LIST ? LIST_WORDS : WORDS, at = chance(stride);
        for (unsigned word = 0; word < words; word++) {
            unsigned values = state != LIST && word == WORD_OF(selector) ? 64 : ANY_VALUES;
            for (; at < values; at += stride)
                play((enum state)state, word, at, 1);
            at -= values;
        }
        ok(!stubborn && !undeleted,
           "%s: each word forged; each thread ends, each record is deleted (%u, %u)",
           state_names[state], stubborn, undeleted);
        stubborn = undeleted = 0;
    }
}

/* ---------------------------------------------------------------- single cases */

static DWORD refusal;

static VOID NTAPI executes_target(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    if (reason != UmsSchedulerStartup)
        return;
    SetLastError(0);
    ExecuteUmsThread(target.context);
    refusal = GetLastError();
}

static DWORD CALLBACK enters_for_target(PVOID unused)
{
    return (DWORD)enter(executes_target, NULL);
}

static void run_scheduler(void)
{
    HANDLE thread = CreateThread(NULL, 0, enters_for_target, NULL, 0, NULL);
    WaitForSingleObject(thread, LONG_MS);
    CloseHandle(thread);
}

static DWORD CALLBACK yields_once(PVOID unused)
{
    UmsThreadYield(NULL);
    return 3;
}

static void check_cases(void)
{
    PUMS_CONTEXT context;
    target = make_worker(yields_once, NULL);
    DequeueUmsCompletionListItems(list, 0, &context);
    run_scheduler();
    ((struct ums_context *)target.context)->esp = 0; /* as if it had left by a trap */
    run_scheduler();
    ok(refusal == ERROR_INVALID_PARAMETER,
       "registers that the kernel is said to have, but has not: 87 (%u)", (unsigned)refusal);
    TerminateThread(target.thread, 0);
    for (unsigned i = 0; i < 2; i++) {
        CloseHandle(target.thread);
        target.thread = make_thread_for(target.context, list, yields_once, NULL, 0);
        run(1, NULL);
        ok(exit_code(&target) == 3, "a context whose thread has ended can get another");
    }
    forget(&target);
    target = (struct worker){NULL, NULL};
}

/* ---------------------------------------------------------------- what must not change */

static unsigned harmed, rounds_beside;

static DWORD CALLBACK stands_beside(PVOID unused)
{
    static volatile DWORD words[256];
    HANDLE own_event = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (DWORD i = 0; !over; i++) {
        for (DWORD j = 0; j < 256; j++)
            words[j] = i ^ j;
        SetEvent(own_event);
        harmed += WaitForSingleObject(own_event, LONG_MS) != WAIT_OBJECT_0;
        Sleep(1);
        for (DWORD j = 0; j < 256; j++)
            harmed += words[j] != (i ^ j);
        rounds_beside++;
    }
    CloseHandle(own_event);
    return 0;
}

/* Threads that have ended leave their CPU a little later. */
static uint32_t frames_then(uint32_t expected)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < 200 && count != expected; i++) {
        Sleep(1);
        count = frames_in_use();
    }
    return count;
}

int main(int argc, char **argv)
{
    unsigned scenes = argument(argc, argv, "scenes=", 100);
    unsigned stride = argument(argc, argv, "stride=", 23);
    seed = argument(argc, argv, "seed=", (unsigned)time(NULL));
    in_ring3 = ring3_current() == 3;
    make_events();
    list = make_list();
    printf("# seed=%u scenes=%u\n", seed, scenes);
    random_state = seed;
    AddVectoredExceptionHandler(1, end_here);
    atexit(only_when_over);
    SetThreadAffinityMask(GetCurrentThread(), 1); /* privileged.h's gate is the first CPU's */
    HANDLE beside = CreateThread(NULL, 0, stands_beside, NULL, 0, NULL);
    if (in_ring3)
        check_cases();
    check_exception(); /* makes what stays, too */
    uint32_t before = frames_then(0);
    play_each(stride);
    unsigned directed = scenes_made;
    for (unsigned i = 0; i < scenes; i++)
        play((enum state)chance(STATES), chance(WORDS), chance(1000), 1 + chance(24));
    ok(!stubborn && !undeleted, "%u random scenes: all end, all is deleted (%u, %u)", scenes,
       stubborn, undeleted);
    is_dec(frames_then(before), before, "all memory is back");
    over = true;
    WaitForSingleObject(beside, LONG_MS);
    is_dec(harmed, 0, "a thread that has nothing to do with it goes on: %u rounds", rounds_beside);
    printf("# %u exceptions, in %u directed scenes and the random ones, %u calls\n", exceptions,
           directed, calls_made);
    return tap_done();
}
