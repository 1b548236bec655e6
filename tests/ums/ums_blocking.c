/* Calls that block a worker, calls that do not, and how it comes back.
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
 * run: name=schedule-4r schedule=4r args=blocks=20 compilers=gcc
 * run: name=schedule-1r schedule=1r args=blocks=20 compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/ums/scheduler.h"

#include <pager.h>
#include <string.h>

static HANDLE event, semaphore, mutex, timer;
static volatile DWORD result;
static volatile unsigned turn, seen_turn;

/* The activations as blocked behind the first n. */
static unsigned blocks(ULONG_PTR payload) { return count_of(UmsSchedulerThreadBlocked, payload); }

static void run_one(LPTHREAD_START_ROUTINE function, PVOID argument,
                    void (*when)(struct activation *))
{
    struct worker worker = make_worker(function, argument);
    run(1, when);
    forget(&worker);
}

/* ---------------------------------------------------------------- events */

static DWORD CALLBACK waits(PVOID ms)
{
    result = WaitForSingleObject(event, (DWORD)ms);
    return 0;
}

static BOOL came, ran_early;

static void set_on_block(struct activation *now)
{
    PUMS_CONTEXT context = NULL;
    if (now->reason != UmsSchedulerThreadBlocked || now->payload != 1 || came)
        return;
    result = 4711;
    SetEvent(event);
    DequeueUmsCompletionListItems(list, 0, &context);
    came = context != NULL;
    Sleep(2);
    ran_early = result != 4711;
    put_ready(context);
}

static void check_events(void)
{
    run_one(waits, (PVOID)INFINITE, set_on_block);
    ok(blocks(1) == 2 && activation_count == 3 && !activations[1].parameter,
       "9: a wait that blocks is one activation (1, NULL), the end another one");
    ok(came && !ran_early && result == WAIT_OBJECT_0,
       "11: SetEvent puts it into the list; it runs when it is executed");
    SetEvent(event);
    run_one(waits, (PVOID)INFINITE, NULL);
    ok(activation_count == 2 && result == WAIT_OBJECT_0, "10: a signalled object causes none");
    run_one(waits, (PVOID)0, NULL);
    ok(activation_count == 2 && result == WAIT_TIMEOUT, "10: nor does a time-out of 0");
    run_one(waits, (PVOID)3, NULL);
    ok(activation_count == 3 && result == WAIT_TIMEOUT, "12: a time-out: WAIT_TIMEOUT");
}

static volatile unsigned order;

static DWORD CALLBACK comes_second(PVOID argument)
{
    order = activation_count;
    SetEvent(event);
    return 0;
}

static void check_order(void)
{
    struct worker second = make_worker(comes_second, NULL);
    struct worker first = make_worker(waits, (PVOID)INFINITE);
    run(2, NULL);
    ok(order == 2 && activations[1].reason == UmsSchedulerThreadBlocked,
       "9: the activation comes before any other worker runs");
    forget(&first);
    forget(&second);
}

/* ---------------------------------------------------------------- all kinds of waits */

static DWORD CALLBACK waits_for_two(PVOID all)
{
    HANDLE both[] = {event, semaphore};
    result = WaitForMultipleObjects(2, both, (BOOL)all, INFINITE);
    return 0;
}

static DWORD CALLBACK waits_for_mutex(PVOID argument)
{
    result = WaitForSingleObject(mutex, INFINITE);
    ReleaseMutex(mutex);
    return 0;
}

static DWORD CALLBACK waits_for_timer(PVOID argument)
{
    LARGE_INTEGER due = {.QuadPart = -200000};
    SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE);
    result = WaitForSingleObject(timer, INFINITE);
    return 0;
}

static DWORD CALLBACK sleeps(PVOID argument)
{
    DWORD before = GetTickCount();
    Sleep(3);
    result = GetTickCount() - before;
    return 0;
}

static DWORD CALLBACK waits_for_address(PVOID argument)
{
    static DWORD zero;
    result = WaitOnAddress(&turn, &zero, sizeof zero, INFINITE);
    return 0;
}

static void release_semaphore(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked && activation_count == 2) {
        SetEvent(event);
        ReleaseSemaphore(semaphore, 1, NULL);
    }
}

static void release_mutex(struct activation *now)
{
    if (now->reason == UmsSchedulerStartup)
        WaitForSingleObject(mutex, INFINITE);
    else if (activation_count == 2)
        ReleaseMutex(mutex);
}

static void wake_address(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked && activation_count == 2) {
        turn = 1;
        WakeByAddressAll((PVOID)&turn);
    }
}

static void check_kinds(void)
{
    static const struct {
        LPTHREAD_START_ROUTINE waits;
        PVOID argument;
        void (*when)(struct activation *);
        const char *what;
        DWORD least, most;
    } kinds[] = {
        {waits_for_two, (PVOID)FALSE, release_semaphore, "WaitForMultipleObjects, any", 0, 0},
        {waits_for_two, (PVOID)TRUE, release_semaphore, "WaitForMultipleObjects, all", 0, 0},
        {waits_for_mutex, NULL, release_mutex, "a mutex", 0, 0},
        {waits_for_timer, NULL, NULL, "a waitable timer", 0, 0},
        {sleeps, NULL, NULL, "Sleep", 3, 1000},
        {waits_for_address, NULL, wake_address, "WaitOnAddress", 1, 1},
    };
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ResetEvent(event);
        while (WaitForSingleObject(semaphore, 0) == 0)
            ;
        result = 4711;
        run_one(kinds[i].waits, kinds[i].argument, kinds[i].when);
        ok(blocks(1) == 2 && activation_count == 3 && result >= kinds[i].least &&
               result <= kinds[i].most,
           "14: %s: one activation, and the result (%u, %u)", kinds[i].what, activation_count,
           (unsigned)result);
    }
    ResetEvent(event);
    while (WaitForSingleObject(semaphore, 0) == 0)
        ;
}

static VOID NTAPI call(ULONG_PTR argument) { seen_turn = (unsigned)argument; }

static DWORD CALLBACK waits_alertably(PVOID argument)
{
    result = SleepEx(INFINITE, TRUE);
    return 0;
}

static HANDLE to_alert;

static void alert(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked && activation_count == 2)
        QueueUserAPC(call, to_alert, 12);
}

static void check_apc(void)
{
    struct worker worker = make_worker(waits_alertably, NULL);
    to_alert = worker.thread;
    run(1, alert);
    ok(result == WAIT_IO_COMPLETION && seen_turn == 12,
       "an asynchronous call ends a worker's alertable wait, in the worker");
    forget(&worker);
}

/* ---------------------------------------------------------------- page faults */

static char *range;
static volatile char touched;

static NTSTATUS bring(PVOID argument, PVOID page, PVOID bytes)
{
    memset(bytes, 'x', PAGER_PAGE);
    return STATUS_SUCCESS;
}

static DWORD CALLBACK touches(PVOID argument)
{
    touched = range[5];
    touched = range[6];
    WaitForSingleObject(event, 2);
    return 0;
}

static void check_pages(void)
{
    range = pager_reserve(4 * PAGER_PAGE, PAGE_READWRITE, bring, NULL);
    run_one(touches, NULL, NULL);
    ok(blocks(0) == 1 && activations[1].payload == 0 && touched == 'x',
       "15: a page that is not there yet: one activation with payload 0, then it is there");
    ok(blocks(1) == 2 && activations[2].payload == 1 && activation_count == 4,
       "16: the same worker's system call has payload 1");
    run_one(touches, NULL, NULL);
    ok(blocks(0) == 0, "15: a page that is there causes none");
    pager_release(range);
}

/* ---------------------------------------------------------------- many */

static DWORD CALLBACK blocks_often(PVOID argument)
{
    for (unsigned i = 0; i < (unsigned)argument; i++)
        WaitForSingleObject(event, INFINITE);
    return 0;
}

static void set(struct activation *now)
{
    if (now->reason == UmsSchedulerThreadBlocked)
        SetEvent(event);
}

static void check_many(unsigned count)
{
    unsigned same = 0;
    ResetEvent(event);
    run_one(blocks_often, (PVOID)count, set);
    for (unsigned i = 1; i < activation_count; i++)
        same += activations[i].esp == activations[0].esp;
    ok(activation_count == count + 2 && same == count + 1,
       "17: after %u blocks the scheduler's stack pointer is the same (%u, %u)", count,
       activation_count, same);
    ResetEvent(event);
}

/* ---------------------------------------------------------------- exceptions */

static volatile unsigned caught, scheduler_caught;

static DWORD CALLBACK tries(PVOID argument)
{
    __try {
        WaitForSingleObject(event, INFINITE);
        UmsThreadYield(NULL);
        *(volatile int *)8 = 1;
    } __except (GetExceptionCode() == EXCEPTION_ACCESS_VIOLATION ? EXCEPTION_EXECUTE_HANDLER
                                                                 : EXCEPTION_CONTINUE_SEARCH) {
        caught++;
    }
    __try {
        RaiseException(0xE0001234, 0, 0, NULL);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        caught++;
    }
    return 0;
}

static int passes(void)
{
    Sleep(1);
    UmsThreadYield(NULL);
    return EXCEPTION_EXECUTE_HANDLER;
}

static DWORD CALLBACK blocks_in_filter(PVOID argument)
{
    __try {
        *(volatile int *)8 = 1;
    } __except (passes()) {
        caught++;
    }
    return 0;
}

static volatile int zero;

static DWORD CALLBACK divides_and_goes_on(PVOID argument)
{
    __try {
        caught += 100 / zero;
    } __except ((GetExceptionInformation()->ContextRecord->Eip += 0, UmsThreadYield(NULL),
                 EXCEPTION_EXECUTE_HANDLER)) {
        caught++;
    }
    return 0;
}

static void check_exceptions(void)
{
    struct worker workers[] = {make_worker(tries, NULL), make_worker(tries, NULL),
                               make_worker(blocks_in_filter, NULL),
                               make_worker(divides_and_goes_on, NULL)};
    __try {
        run(4, set);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        scheduler_caught++;
    }
    ok(caught == 6 && !scheduler_caught,
       "35: a try that spans a block or a yield catches, and none reaches the scheduler (%u)",
       caught);
    for (unsigned i = 0; i < 4; i++)
        forget(&workers[i]);
}

static DWORD CALLBACK recurses(PVOID argument)
{
    volatile char room[3000];
    room[0] = (char)(DWORD)argument;
    if ((DWORD)argument > 0)
        recurses((PVOID)((DWORD)argument - 1));
    return (DWORD)room[0];
}

static DWORD CALLBACK overflows(PVOID argument)
{
    __try {
        recurses((PVOID)1000);
    } __except (GetExceptionCode() == EXCEPTION_STACK_OVERFLOW) {
        caught++;
    }
    return (DWORD)argument;
}

static void check_stacks(void)
{
    caught = 0;
    PUMS_CONTEXT context;
    CreateUmsThreadContext(&context);
    struct worker grows = {context, make_thread_for(context, list, recurses, (PVOID)1, 0)};
    struct worker over = make_worker(overflows, (PVOID)3);
    run(2, NULL);
    ok(exit_code(&grows) == 1, "a worker's stack grows");
    ok(caught == 1 && exit_code(&over) == 3, "and its overflow is an exception");
    forget(&grows);
    forget(&over);
}

int main(int argc, char **argv)
{
    list = make_list();
    event = CreateEvent(NULL, FALSE, FALSE, NULL);
    semaphore = CreateSemaphore(NULL, 0, 10, NULL);
    mutex = CreateMutex(NULL, FALSE, NULL);
    timer = CreateWaitableTimer(NULL, TRUE, NULL);
    check_events();
    check_order();
    check_kinds();
    check_apc();
    check_pages();
    check_many(argument(argc, argv, "blocks=", 1000)); // long where each instruction is a step
    check_exceptions();
    check_stacks();
    ok(strange_words == 0,
       "each activation has the FPU control words that the mode began with (%u)", strange_words);
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}
