/* Exceptions that no handler takes: each ends the run with its code as status, after a report that
 * is compared line by line. The first word of the command line chooses.
 *
 * run: name=registers args=registers exit=0xC000001D transcript=unhandled-registers.expected
 * emulator=qemu,bochs
 * run: name=divide args=divide exit=0xC0000094 transcript=unhandled-divide.expected
 * emulator=qemu,bochs
 * run: name=in-handler args=in-handler exit=0xC0000005 transcript=unhandled-in-handler.expected
 * emulator=qemu,bochs
 * run: name=fast-fail args=fast-fail exit=0xC0000409 transcript=unhandled-fast-fail.expected
 * emulator=qemu,bochs
 * run: name=second-chance args=second-chance exit=0xE0000007
 * transcript=unhandled-second-chance.expected
 * run: name=read args=read exit=0xC0000005 expect="^trapline: +reading 00000123$"
 * expect="^trapline: unhandled exception C0000005 .access violation. at [0-9A-F]{8} read_memory"
 * run: name=write args=write exit=0xC0000005 expect="^trapline: +writing 00000456$"
 * emulator=qemu,bochs
 * run: name=execute args=execute cpu=max exit=0xC0000005 expect="^trapline: +executing 00000788$"
 * expect="at 00000788$" expect="^ +called +00000788$"
 * run: name=raise args=raise exit=0xE0000100 expect="E0000100 .exception. at .* RaiseException[+]"
 * expect="^ +[0-9A-F]{8} raise[+]" expect="^ +handlers +.*: [0-9A-F]{8} searches$"
 * run: name=status args=status exit=0xC0000017 expect="C0000017 .no memory. at .* raise_status[+]"
 * run: name=interrupts-off args=interrupts-off exit=0xC000001D expect="eflags=.....0..$"
 * run: name=raise-safeseh args="raise trapline:safeseh" exit=0xE0000100 compilers=gcc
 * expect="^asked about E0000100, flags 0$"
 * run: name=noncontinuable args=noncontinuable exit=0xC0000025
 * expect="^asked about E0000100, flags 1$" expect="^asked about C0000025, flags 1$"
 * expect="^trapline: +because of E0000100 .exception. at .* RaiseException[+]"
 * run: name=first-chance args=first-chance exit=0xE0000007 compilers=gcc
 * expect="unhandled exception E0000007 .* at 00001234" expect="esp=00001000$"
 * run: name=filter-continues args=filter-continues exit=0xC0000025 expect="^behind the fault$"
 * expect="^behind the call$" expect="^filter: C0000025, flags 1$" expect="because of E0000102"
 * run: name=filter-executes args=filter-executes exit=0xE0000100
 * transcript=unhandled-filter-executes.expected emulator=qemu,bochs
 * run: name=filter-searches args=filter-searches exit=0xE0000100 compilers=gcc
 * expect="^filter: E0000100, flags 0$" expect="unhandled exception E0000100"
 * run: name=filter-answers-two args=filter-answers-two exit=0xE0000100 compilers=gcc
 * expect="^filter: E0000100, flags 0$" expect="unhandled exception E0000100"
 * run: name=filter-replaced args=filter-replaced exit=0xE0000100 compilers=gcc
 * expect="^none before: 1$" expect="^one before: 1$" expect="^the other before: 1$"
 * expect="^none again: 1$" expect="unhandled exception E0000100"
 * run: name=filter-nested args=filter-nested exit=0xC0000005
 * expect="^asked about C0000005, flags 10$" expect="^trapline: +while the unhandled exception
 * filter"
 * run: name=filter-asked args=filter-asked exit=0xE0000103 compilers=gcc
 * expect="^answer 1$" expect="^answer -1$" expect="unhandled exception E0000103 .* at 00000000$"
 * run: name=ring3-divide ring=3 args=divide exit=0xC0000094 compilers=gcc
 * expect="cs=001B ss=0023 ds=0023 es=0023 fs=003B gs=0000$" expect="^ +[0-9A-F]{8} outer[+]"
 * expect="unhandled exception C0000094 .integer division by zero. at .* divide[+]"
 * run: name=ring3-fast-fail ring=3 args=fast-fail exit=0xC0000409 compilers=gcc
 * expect="unhandled exception C0000409"
 * run: name=ring3-second-chance ring=3 args=second-chance exit=0xE0000007 compilers=gcc
 * expect="unhandled exception E0000007"
 * run: name=ring3-filter-executes ring=3 args=filter-executes exit=0xE0000100 compilers=gcc
 * transcript=unhandled-filter-executes.expected
 * run: name=endless args=endless exit=0xC00000FD
 * expect="unhandled exception C00000FD .stack overflow." expect="KiUserExceptionDispatcher"
 * emulator=qemu,bochs
 */
#include "kernel/cpu/interrupts.h"
#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/seh/unhandled_ways.h"

#include <seh.h>
#include <stdio.h>

/* Functions that a backtrace is to show. Functions that fault print before: a compiler may put off
 * the making of a function's frame until its first call. */
#define CALLED static void __attribute__((noinline))

/* ---------------------------------------------------------------- faults */

CALLED divide(void)
{
    static volatile int five = 5, zero;
    printf("dividing\n");
    five = five / zero;
    after++;
}

CALLED middle(void)
{
    divide();
    after++;
}

CALLED outer(void)
{
    middle();
    after++;
}

static void registers(void)
{
    exact_prepare();
    exact_call(exact_ud2, 0);
}

/* Addresses that are never mapped, kept where no compiler can tell. */
static volatile char *volatile never_read = (volatile char *)0x123;
static volatile char *volatile never_written = (volatile char *)0x456;
static void (*volatile never_executed)(void) = (void (*)(void))0x788;

static void read_memory(void) { (void)*never_read; }
static void write_memory(void) { *never_written = 1; }

static void execute_memory(void)
{
    never_executed();
    after++;
}

static void without_interrupts(void)
{
    interrupts_off();
    __asm__ volatile("ud2");
}

/* A fault in what a handler calls: the backtrace goes through the dispatcher to the first fault. */
CALLED touch(void)
{
    printf("touching\n");
    *never_written = 1;
    after++;
}

static EXCEPTION_DISPOSITION HANDLER(faults)
{
    if (!(record->ExceptionFlags & EXCEPTION_NESTED_CALL)) {
        touch();
        after++;
    }
    return searches(record, frame, context, dispatcher);
}

static void in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, faults);
    outer();
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION HANDLER(faults_always)
{
    *never_written = 1;
    return ExceptionContinueSearch;
}

static void endless(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, faults_always);
    outer();
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- calls */

static void raise(void)
{
    RaiseException(0xE0000100, 0, 0, NULL);
    after++;
}

static void raise_status(void)
{
    RtlRaiseStatus((NTSTATUS)STATUS_NO_MEMORY);
    after++;
}

/* ---------------------------------------------------------------- the program's own filter */

static LONG filter_answer;

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    printf("filter: %08X, flags %X\n", (unsigned)record->ExceptionCode,
           (unsigned)record->ExceptionFlags);
    if (filter_answer == EXCEPTION_CONTINUE_EXECUTION &&
        record->ExceptionCode == STATUS_ILLEGAL_INSTRUCTION)
        pointers->ContextRecord->Eip += 2;
    return record->ExceptionCode == STATUS_NONCONTINUABLE_EXCEPTION ? EXCEPTION_CONTINUE_SEARCH
                                                                    : filter_answer;
}

static LONG WINAPI filter_faults(EXCEPTION_POINTERS *pointers)
{
    filter(pointers);
    touch();
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void filter_continues(void)
{
    filter_answer = EXCEPTION_CONTINUE_EXECUTION;
    SetUnhandledExceptionFilter(filter);
    __asm__ volatile("ud2");
    printf("behind the fault\n");
    RaiseException(0xE0000101, 0, 0, NULL);
    printf("behind the call\n");
    RaiseException(0xE0000102, EXCEPTION_NONCONTINUABLE, 0, NULL);
}

static void filter_executes(void)
{
    filter_answer = EXCEPTION_EXECUTE_HANDLER;
    SetUnhandledExceptionFilter(filter);
    raise();
}

static void filter_searches(void)
{
    SetUnhandledExceptionFilter(filter);
    raise();
}

static void filter_answers_two(void)
{
    filter_answer = 2;
    SetUnhandledExceptionFilter(filter);
    raise();
}

static void filter_replaced(void)
{
    printf("none before: %d\n", SetUnhandledExceptionFilter(filter_faults) == NULL);
    printf("one before: %d\n", SetUnhandledExceptionFilter(filter) == filter_faults);
    printf("the other before: %d\n", SetUnhandledExceptionFilter(NULL) == filter);
    printf("none again: %d\n", SetUnhandledExceptionFilter(NULL) == NULL);
    raise();
}

static void filter_nested(void)
{
    SetUnhandledExceptionFilter(filter_faults);
    raise();
}

/* A program may ask it by itself, as C's own start code does. */
static void filter_asked(void)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000103};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    EXCEPTION_POINTERS pointers = {&record, &context};
    SetUnhandledExceptionFilter(filter);
    filter_answer = EXCEPTION_EXECUTE_HANDLER;
    printf("answer %d\n", (int)UnhandledExceptionFilter(&pointers));
    filter_answer = EXCEPTION_CONTINUE_EXECUTION;
    printf("answer %d\n", (int)UnhandledExceptionFilter(&pointers));
    filter_answer = EXCEPTION_CONTINUE_SEARCH;
    printf("answer %d\n", (int)UnhandledExceptionFilter(&pointers));
}

CALLED fast_fail(void)
{
    printf("failing\n");
    __asm__ volatile("int $0x29" : : "c"(5));
}

/* In a context whose stack is none. */
static void first_chance(void)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000007, .ExceptionAddress = (PVOID)0x1234};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL, .Eip = 0x22222222, .Esp = 0x1000};
    NtRaiseException(&record, &context, true);
    after++;
}

static void second_chance(void)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000007, .ExceptionAddress = (PVOID)0x1234};
    CONTEXT context = {.Eax = 0x11111111, .Eip = 0x22222222, .Esp = 0x33333333};
    NtRaiseException(&record, &context, false);
    after++;
}

static void noncontinuable(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, continues);
    RaiseException(0xE0000100, EXCEPTION_NONCONTINUABLE, 0, NULL);
    seh_unlink(&frame);
}

int main(int argc, char **argv)
{
    static const struct way ways[] = {
        {"registers", registers, false},
        {"divide", outer, false},
        {"in-handler", in_handler, true},
        {"filter-continues", filter_continues, true},
        {"filter-executes", filter_executes, true},
        {"filter-searches", filter_searches, true},
        {"filter-answers-two", filter_answers_two, true},
        {"filter-replaced", filter_replaced, true},
        {"filter-nested", filter_nested, true},
        {"filter-asked", filter_asked, false},
        {"fast-fail", fast_fail, true},
        {"first-chance", first_chance, false},
        {"second-chance", second_chance, true},
        {"read", read_memory, false},
        {"write", write_memory, false},
        {"execute", execute_memory, false},
        {"raise", raise, true},
        {"status", raise_status, true},
        {"interrupts-off", without_interrupts, true},
        {"noncontinuable", noncontinuable, true},
        {"endless", endless, true},
    };
    return take_way(ways, sizeof ways / sizeof ways[0], argc, argv);
}
