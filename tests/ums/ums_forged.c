/* Contexts and lists whose words a program has forged: whatever stands in them, the worst is a call
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
 * run: name=long-ring3 ring=3 args="each scenes=3000" compilers=gcc
 *
 * run: name=esp-kernel ring=3 args="esp=0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=esp-own-kernel ring=3 smp=2 args="own-esp=0x80100000" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=esp-own-0 ring=3 args="own-esp=0" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 * run: name=esp-last ring=3 args="esp=0xFFFFFFFF" compilers=gcc exit=0xC0000005
 *   expect="cannot hold it"
 *
 * By hand: ./trapline run tests/ums_forged --ring 3 --smp 4 seed=7 scenes=100000 --timeout 100000
 */
#include "kernel/services/service.h"
#include "kernel/threads/calls.h"
#include "kernel/threads/tib.h"
#include "kernel/ums/context.h"
#include "tests/harness/frames_in_use.h"
#include "tests/ums/scheduler.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LONG_MS = 20000,
    WORDS = UMS_SIZE / 4,
    LIST_WORDS = sizeof(struct ums_list_words) / 4,
    FORGED = 0xE0000001, /* how a thread ends that an exception has reached */
    SCRATCH = 16384,
};

#define WORD_OF(member) (offsetof(struct ums_context, member) / 4)

/* What a worker is when its words are forged; and the scheduler's own context, and the list. */
enum state { NEW, RUNNING, BLOCKED, YIELDED, SUSPENDED, ENDED, OWN, LIST, STATES };
static const char *const state_names[] = {"new",       "running", "blocked", "yielded",
                                          "suspended", "ended",   "own",     "list"};

/* The threads of a scene. */
static PUMS_COMPLETION_LIST scene_list;
static struct worker target, other;
static HANDLE scheduler, reached, go, event;
static DWORD scheduler_id;
static volatile enum state wanted;
static volatile bool arrived, let_go;
static PUMS_CONTEXT volatile own;
static DWORD scratch[SCRATCH / 4];

static unsigned seed, random_state, exceptions, scenes_made, stubborn, undeleted, calls_made;
static bool in_ring3;

static unsigned chance(unsigned below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

/* ---------------------------------------------------------------- values */

extern const char ums_execute_from[], ums_execute_to[], ums_yield_stores[], ums_yield_leaves[];

static void illegal(void)
{
    __asm__ volatile("ud2");
}

static DWORD selector_of(const struct worker *worker)
{
    return ((struct ums_context *)worker->context)->selector;
}

/* Every word may get these. */
static DWORD any_value(unsigned which)
{
    const DWORD values[] = {
        0,
        1,
        2,
        0xFFFFFFFF,
        0x80000000,
        0x7FFFFFFF,
        0x80100000,
        0x80100001,
        0xC0000000,
        0xFFFFF000,
        (DWORD)target.context,
        (DWORD)other.context,
        (DWORD)other.context + 4,
        (DWORD)own,
        (DWORD)scene_list,
        (DWORD)scratch + SCRATCH / 2,
        (DWORD)target.thread,
        (DWORD)scheduler,
        (DWORD)event,
        ((struct ums_context *)other.context)->handle,
        ((struct ums_list_words *)scene_list)->handle,
        ((struct ums_list_words *)list)->event,
        GetCurrentThreadId(),
        scheduler_id,
        UMS_LOCK_KERNEL,
        UMS_SCHEDULER,
        UMS_WORKER | UMS_SUSPENDED | UMS_TERMINATED,
    };
    return values[which % (sizeof values / sizeof values[0])];
}
enum { ANY_VALUES = 27 };

static DWORD selector_value(unsigned which)
{
    const DWORD values[] = {0x03, 0x04, 0x07,   0x08,    0x0B,   0x10,   0x13,      0x1B,
                            0x23, 0x28, 0x2B,   0x30,    0x33,   0x3B,   0x50,      0x53,
                            0x60, 0x63, 0x68,   0x6B,    0x73,   0xFC,   0x10007,   0xFFFF,
                            0x5C, 0x5F, 0xFFF7, 0x1000F, 0x7FFF, 0xFFFC, 0xFFFF0007};
    unsigned count = sizeof values / sizeof values[0];
    which %= count + 1;
    return which == count ? selector_of(&other) : values[which];
}

/* Not ums_blocked, which as a procedure would call itself without end. */
static DWORD code_value(unsigned which)
{
    const DWORD values[] = {
        0,
        1,
        0xFFFFFFFF,
        0x80100000,
        (DWORD)scratch,
        (DWORD)illegal,
        (DWORD)UmsThreadYield,
        (DWORD)ums_yield_stores,
        (DWORD)ums_yield_leaves,
        (DWORD)ums_execute_from,
        (DWORD)ums_execute_to,
        (DWORD)ExecuteUmsThread,
        (DWORD)SwitchToThread,
    };
    return values[which % (sizeof values / sizeof values[0])];
}

/* By such an FS ring 0 would write to the kernel's data, or lay its frames as another thread. */
static bool is_block_of_another(DWORD selector)
{
    DWORD index = selector & 0xFFF8;
    return index == SELECTOR_CPU || index == SELECTOR_TIB0 || index == (SELECTOR_TIB3 & ~3) ||
           (selector & SELECTOR_LOCAL);
}

/* Bits that a control word or the flags do not have, or that turn exceptions on. */
static DWORD bits_value(unsigned which)
{
    const DWORD values[] = {0,       0xFFFFFFFF, 0xFFFF, 0x10000, 0x1F80, 0x8000,   0xFFBF,
                            0x40,    0x027F,     0x0340, 0x400,   0x3202, 0x4202,   0x100,
                            0x20202, 0x80000000, 0x0002, 0x1000,  0x5F80, 0x400202, 0x7F7F};
    return values[which % (sizeof values / sizeof values[0])];
}

/* A stack pointer where an exception finds no stack ends the run, as that of any thread. So only
 * those variants have one that are made for it. */
static DWORD stack_value(unsigned which)
{
    return which % 2 ? (DWORD)scratch + SCRATCH / 2 + which % 7 : 0;
}

static DWORD value_of(enum state state, unsigned word, unsigned which)
{
    if (state == LIST)
        return any_value(which);
    switch (word) {
    case WORD_OF(selector): {
        DWORD value = which % 2 ? selector_value(which / 2) : any_value(which / 2);
        return is_block_of_another(value) && !in_ring3 ? 0 : value;
    }
    case WORD_OF(esp):
        return state == OWN ? stack_value(1) : stack_value(which);
    case WORD_OF(ebp): /* compiled code makes it the stack pointer */
        return stack_value(1 + 2 * which);
    case WORD_OF(eip):
    case WORD_OF(procedure):
    case WORD_OF(traced):
        return code_value(which);
    case WORD_OF(eflags):
    case WORD_OF(mxcsr):
    case WORD_OF(x87_control):
        return bits_value(which);
    default:
        return any_value(which);
    }
}

/* ---------------------------------------------------------------- the threads of a scene */

/* An exception ends its thread. */
static LONG CALLBACK end_here(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
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

/* Forged flags may have set DF, which compiled code expects to be clear. */
static inline void direction_forward(void)
{
    __asm__ volatile("cld");
}

static DWORD CALLBACK behaves(PVOID unused)
{
    (void)unused;
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

static DWORD CALLBACK never_runs(PVOID unused)
{
    return (DWORD)unused;
}

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
    (void)payload, (void)parameter;
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
    (void)unused;
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, scene_list, schedules, NULL};
    return (DWORD)EnterUmsSchedulingMode(&info);
}

/* ---------------------------------------------------------------- calls */

static VOID NTAPI apc(ULONG_PTR unused)
{
    (void)unused;
}

static void query_all(PUMS_CONTEXT context)
{
    DWORD value;
    for (int what = UmsThreadInvalidInfoClass; what < UmsThreadMaxInfoClass; what++)
        for (ULONG size = 0; size <= 4; size += 1 + size)
            QueryUmsThreadInformation(context, (UMS_THREAD_INFO_CLASS)what, &value, size, NULL);
}

/* The calls that the main thread makes on the forged records. None may do more than fail. */
static void call(unsigned which)
{
    static CONTEXT context;
    PUMS_CONTEXT first;
    HANDLE thread = target.thread;
    calls_made++;
    switch (which % 14) {
    case 0:
        SuspendThread(thread);
        break;
    case 1:
    case 2:
        ResumeThread(thread);
        break;
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
    case 5:
        SetEvent(event);
        break;
    case 6:
        QueueUserAPC(apc, thread, 0);
        break;
    case 7:
        query_all(target.context);
        break;
    case 8:
        sys_ums_execute((uint32_t)target.context);
        ExecuteUmsThread(target.context);
        break;
    case 9:
        DequeueUmsCompletionListItems(scene_list, 0, &first);
        break;
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
    case 13:
        SwitchToThread();
        break;
    }
}

/* ---------------------------------------------------------------- scenes */

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
    scheduler = CreateThread(NULL, 0x8000, enters, NULL, CREATE_SUSPENDED, &scheduler_id);
    ResumeThread(scheduler);
    await_arrival();
    if (state == SUSPENDED)
        SuspendThread(target.thread);
}

static void let_all_go_on(void)
{
    let_go = true;
    SetEvent(go);
}

/* Ends a thread, wherever its words say that it is. */
static void must_end(HANDLE thread)
{
    TerminateThread(thread, 7);
    if (WaitForSingleObject(thread, LONG_MS) != WAIT_OBJECT_0)
        stubborn++;
    CloseHandle(thread);
}

static void must_delete(BOOL deleted)
{
    undeleted += !deleted;
}

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
    (void)payload, (void)parameter;
    if (reason != UmsSchedulerStartup)
        return;
    SetLastError(0);
    ExecuteUmsThread(target.context);
    refusal = GetLastError();
}

static DWORD CALLBACK enters_for_target(PVOID unused)
{
    (void)unused;
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
    (void)unused;
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
    (void)unused;
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

/* The program's own end by a stack pointer where no exception finds a stack. */
static int die(DWORD esp, bool of_scheduler)
{
    begin_scene(YIELDED);
    struct ums_context *context = of_scheduler ? own : target.context;
    context->esp = esp;
    if (!of_scheduler)
        context->eip = 0;
    SetEvent(go);
    WaitForSingleObject(scheduler, INFINITE);
    return 99;
}

int main(int argc, char **argv)
{
    unsigned scenes = 100, stride = 23;
    seed = (unsigned)time(NULL);
    in_ring3 = ring3_current() == 3;
    reached = CreateEvent(NULL, FALSE, FALSE, NULL);
    go = CreateEvent(NULL, TRUE, FALSE, NULL);
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    list = make_list();
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "esp=", 4) == 0)
            return die(strtoul(argv[i] + 4, NULL, 0), false);
        if (strncmp(argv[i], "own-esp=", 8) == 0)
            return die(strtoul(argv[i] + 8, NULL, 0), true);
        if (strncmp(argv[i], "seed=", 5) == 0)
            seed = (unsigned)strtoul(argv[i] + 5, NULL, 10);
        if (strncmp(argv[i], "scenes=", 7) == 0)
            scenes = (unsigned)strtoul(argv[i] + 7, NULL, 10);
        if (strcmp(argv[i], "each") == 0)
            stride = 1;
    }
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
