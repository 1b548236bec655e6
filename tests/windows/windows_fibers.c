/* Fibers: Windows' calls, words of the TEB, and what each fiber has for itself.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=returns args=returns exit=0 expect="^before the end$"
 * run: name=returns-ring3 ring=3 args=returns exit=0 expect="^before the end$"
 * run: name=deleted args=deleted exit=1 expect="^before the end$"
 * run: name=unhandled args=unhandled exit=0xC0000094
 * expect="^trapline: unhandled exception C0000094 .* divides[+]"
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <string.h>
#include <uthread.h>

static PVOID self;

/* ---------------------------------------------------------------- calls and words */

static char order[32];

static void note(char letter) { order[strlen(order)] = letter; }

static DWORD base_of_fiber, limit_of_fiber, deallocation_of_fiber, chain_of_fiber;

static VOID WINAPI notes(PVOID parameter)
{
    char here;
    base_of_fiber = __readfsdword(4);
    limit_of_fiber = __readfsdword(8);
    chain_of_fiber = __readfsdword(0);
    deallocation_of_fiber = __readfsdword(0xE0C);
    check((DWORD)&here < base_of_fiber && (DWORD)&here >= limit_of_fiber,
          "a fiber runs on the stack that its TEB describes");
    check(GetCurrentFiber() != self && GetFiberData() == parameter,
          "GetFiberData is what CreateFiber was given");
    note('b');
    SwitchToFiber(self);
    note('d');
    SwitchToFiber(self);
}

static void check_calls(void)
{
    DWORD base = __readfsdword(4), limit = __readfsdword(8), place = __readfsdword(0xE0C);
    check(!IsThreadAFiber() && __readfsdword(0x10) == 0x1E00,
          "main is no fiber: fs:[10h] is 1E00h");
    SetLastError(0);
    check(!ConvertFiberToThread() && GetLastError() == 1281, "so it cannot stop being one: 1281");
    check(!ConvertThreadToFiberEx(NULL, 2) && GetLastError() == 87, "an unknown flag: 87");
    self = ConvertThreadToFiber((PVOID)77);
    check(self && IsThreadAFiber() && GetCurrentFiber() == self &&
              (PVOID)__readfsdword(0x10) == self && GetFiberData() == (PVOID)77,
          "ConvertThreadToFiber makes it one, with its parameter");
    check(!ConvertThreadToFiber(NULL) && GetLastError() == 1280, "once: 1280");
    check(!CreateFiberEx(0, 0, 2, notes, NULL) && GetLastError() == 87, "an unknown flag: 87");
    PVOID fiber = CreateFiber(0, notes, order);
    note('a');
    SwitchToFiber(fiber);
    note('c');
    SwitchToFiber(fiber);
    note('e');
    check(strcmp(order, "abcde") == 0, "SwitchToFiber goes there and back");
    check(base_of_fiber != base && deallocation_of_fiber < limit_of_fiber &&
              limit_of_fiber < base_of_fiber && deallocation_of_fiber != place,
          "a fiber has its own StackBase, StackLimit and DeallocationStack");
    check(__readfsdword(4) == base && __readfsdword(8) == limit && __readfsdword(0xE0C) == place &&
              GetCurrentFiber() == self,
          "and main has its own again");
    SwitchToFiber(self);
    check(GetCurrentFiber() == self, "a switch to the running fiber returns");
    DeleteFiber(fiber);
}

/* ---------------------------------------------------------------- stacks */

static DWORD __declspec(noinline) deep(DWORD depth)
{
    volatile char room[1000];
    room[0] = (char)depth;
    return depth ? deep(depth - 1) + (room[0] == (char)depth) : 0;
}

static DWORD depth_reached, overflows;

static VOID WINAPI goes_deep(PVOID parameter)
{
    DWORD limit = __readfsdword(8);
    depth_reached = deep(150);
    check(__readfsdword(8) < limit, "a fiber's stack grows");
    SwitchToFiber(parameter);
    __try {
        deep(100000);
    } __except (GetExceptionCode() == EXCEPTION_STACK_OVERFLOW) {
        overflows++;
    }
    SwitchToFiber(parameter);
}

static void check_stacks(void)
{
    PVOID fiber = CreateFiberEx(0, 200000, 0, goes_deep, self);
    DWORD limit = __readfsdword(8);
    SwitchToFiber(fiber);
    check(depth_reached == 150 && __readfsdword(8) == limit, "and the others' do not");
    SwitchToFiber(fiber);
    check(overflows == 1, "at its end it overflows, and the fiber's own handler gets C00000FD");
    DeleteFiber(fiber);
    check(!CreateFiber(0x7FFFFFFF, goes_deep, NULL) && GetLastError() == 8,
          "a stack that finds no place: 8");
}

/* Stacks of many sizes fit, and the largest one that was asked for holds what it should. */
static VOID WINAPI fills(PVOID parameter)
{
    depth_reached = deep((DWORD)GetFiberData() / 1100);
    SwitchToFiber(self);
}

static void check_sizes(void)
{
    static const DWORD sizes[] = {1, 0x8000, 0x30000, 0x50000, 0x100000};
    DWORD held = 0;
    for (unsigned i = 0; i < ARRAYSIZE(sizes); i++) {
        PVOID fiber = CreateFiber(sizes[i], fills, (PVOID)(sizes[i] - sizes[i] / 4));
        depth_reached = 4711;
        SwitchToFiber(fiber);
        held += depth_reached == (sizes[i] - sizes[i] / 4) / 1100;
        DeleteFiber(fiber);
    }
    check(held == ARRAYSIZE(sizes), "stacks of all sizes hold what they were made for");
}

/* ---------------------------------------------------------------- exceptions */

static DWORD caught;

static VOID WINAPI raises(PVOID parameter)
{
    for (;;) {
        __try {
            SwitchToFiber(parameter);
            RaiseException(0xE0000001, 0, 0, NULL);
        } __except (EXCEPTION_EXECUTE_HANDLER) {
            caught += GetExceptionCode() == 0xE0000001;
        }
    }
}

static void check_exceptions(void)
{
    PVOID fiber = CreateFiber(0, raises, self);
    DWORD here = 0;
    __try {
        SwitchToFiber(fiber);
        __try {
            SwitchToFiber(fiber);
            SwitchToFiber(fiber);
            RaiseException(0xE0000002, 0, 0, NULL);
        } __except (GetExceptionCode() == 0xE0000002) {
            here++;
        }
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        here += 100;
    }
    check(caught == 2 && here == 1, "each fiber's exceptions meet its own handlers");
    DeleteFiber(fiber);
}

/* ---------------------------------------------------------------- the FPU */

static WORD control(void)
{
    WORD value;
    __asm__ volatile("fnstcw %0" : "=m"(value));
    return value;
}

static void set_control(WORD value) { __asm__ volatile("fldcw %0" : : "m"(value)); }

static double seventh(void)
{
    double top;
    __asm__ volatile("fstpl %0" : "=m"(top));
    return top;
}

static WORD control_seen;
static double top_seen;

static VOID WINAPI computes(PVOID parameter)
{
    double own = 2.5;
    control_seen = control();
    set_control(0x0E7F);
    __asm__ volatile("fldl %0" : : "m"(own));
    SwitchToFiber(parameter);
    top_seen = seventh();
    control_seen = control();
    SwitchToFiber(parameter);
}

static void check_fpu(void)
{
    double mine = 7.25;
    PVOID fiber = CreateFiberEx(0, 0, FIBER_FLAG_FLOAT_SWITCH, computes, NULL);
    DeleteFiber(fiber);
    ConvertFiberToThread();
    self = ConvertThreadToFiberEx(NULL, FIBER_FLAG_FLOAT_SWITCH);
    fiber = CreateFiberEx(0, 0, FIBER_FLAG_FLOAT_SWITCH, computes, self);
    WORD before = control();
    set_control(0x0A7F);
    __asm__ volatile("fldl %0" : : "m"(mine));
    SwitchToFiber(fiber);
    check(control_seen == 0x027F,
          "FIBER_FLAG_FLOAT_SWITCH: a fiber begins with control word 027Fh");
    check(control() == 0x0A7F && seventh() == 7.25, "and each has its own FPU: main's");
    SwitchToFiber(fiber);
    check(control_seen == 0x0E7F && top_seen == 2.5, "and the fiber's");
    set_control(before);
    DeleteFiber(fiber);
    fiber = CreateFiber(0, computes, self);
    ConvertFiberToThread();
    self = ConvertThreadToFiber(NULL);
    DeleteFiber(fiber);
    fiber = CreateFiber(0, computes, self);
    set_control(0x0A7F);
    SwitchToFiber(fiber);
    check(control_seen == 0x0A7F && control() == 0x0E7F, "without the flag all share one");
    set_control(before);
    seventh();
    DeleteFiber(fiber);
}

/* ---------------------------------------------------------------- user-level threads inside */

static unsigned turns, ends;
static PVOID other;

static void thread_in_fiber(void)
{
    for (unsigned i = 0; i < 3; i++) {
        turns++;
        utYield();
        SwitchToFiber(GetCurrentFiber() == self ? other : self);
    }
    ends++;
}

/* Each fiber runs two threads of a scheduler of its own; each thread switches to the other fiber.
 */
static void run_threads(void)
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(thread_in_fiber));
    utSchAddUthd(scheduler, uThreadCreate(thread_in_fiber));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

static VOID WINAPI runs_threads(PVOID parameter)
{
    check(utCurrent() == NULL,
          "a fiber that a user-level thread switches to is none of its threads");
    run_threads();
    note('x');
    for (;;)
        SwitchToFiber(parameter);
}

static void check_threads(void)
{
    memset(order, 0, sizeof order);
    other = CreateFiber(0, runs_threads, self);
    run_threads();
    while (order[0] != 'x')
        SwitchToFiber(other);
    check(turns == 12 && ends == 4,
          "user-level threads run inside of fibers and switch between them");
    check(utCurrent() == NULL && __readfsdword(0xE8) == 0, "and leave nothing behind");
    DeleteFiber(other);
}

static volatile unsigned spun, sliced;
static utSch sliced_scheduler;

static void nothing(void) {}

/* Is not cut by the slice of the thread that has switched here; and runs a scheduler to its end. */
static VOID WINAPI spins(PVOID parameter)
{
    utSch scheduler = utSchedulerCreate();
    DWORD start = GetTickCount();
    while (GetTickCount() - start < 60)
        spun++;
    utSchAddUthd(scheduler, uThreadCreate(nothing));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    check(sliced == 0, "a fiber outside of user-level threads is not cut by their time slice");
    SwitchToFiber(parameter);
}

static void counts_slices(void) { sliced++; }

/* Back in its own fiber, the thread has its slice again: it ends the loop. */
static void spins_in_fiber(void)
{
    utSchAddUthd(sliced_scheduler, uThreadCreate(counts_slices));
    SwitchToFiber(other);
    DWORD start = GetTickCount();
    while (!sliced && GetTickCount() - start < 10000)
        ;
    check(sliced == 1, "and they have it again in their own fiber");
}

static void check_slices(void)
{
    sliced_scheduler = utSchedulerCreate();
    other = CreateFiber(0, spins, self);
    utSchSetSlice(sliced_scheduler, 10);
    utSchAddUthd(sliced_scheduler, uThreadCreate(spins_in_fiber));
    utSchStart(sliced_scheduler);
    utSchedulerDestroy(sliced_scheduler);
    check(spun > 0, "it ran meanwhile");
    DeleteFiber(other);
}

/* ---------------------------------------------------------------- many, and ends */

enum { MANY = 200, ROUNDS = 20 };
static PVOID many[MANY];
static DWORD visits;

static VOID WINAPI passes_on(PVOID parameter)
{
    DWORD index = (DWORD)parameter;
    for (;;) {
        visits++;
        SwitchToFiber(index + 1 < MANY ? many[index + 1] : self);
    }
}

static void check_many(void)
{
    for (DWORD i = 0; i < MANY; i++)
        many[i] = CreateFiber(0, passes_on, (PVOID)i);
    for (DWORD i = 0; i < ROUNDS; i++)
        SwitchToFiber(many[0]);
    check(visits == MANY * ROUNDS, "200 fibers pass the CPU on, 20 times around");
    for (DWORD i = 0; i < MANY; i++)
        DeleteFiber(many[i]);
}

static VOID WINAPI returns(PVOID parameter) { printf("before the end\n"); }

static VOID WINAPI divides(PVOID parameter)
{
    volatile int zero = (int)(DWORD)parameter;
    printf("%d\n", 1 / zero);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        self = ConvertThreadToFiber(NULL);
        if (strcmp(argv[1], "returns") == 0)
            SwitchToFiber(CreateFiber(0, returns, NULL));
        if (strcmp(argv[1], "unhandled") == 0)
            SwitchToFiber(CreateFiber(0, divides, NULL));
        returns(NULL);
        DeleteFiber(self);
        return 99;
    }
    check_calls();
    check_stacks();
    check_sizes();
    check_exceptions();
    check_fpu();
    check_threads();
    check_slices();
    check_many();
    check(ConvertFiberToThread() && !IsThreadAFiber() && __readfsdword(0x10) == 0x1E00,
          "ConvertFiberToThread: fs:[10h] is 1E00h again");
    return done();
}
