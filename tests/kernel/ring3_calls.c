/* Pieces of a ring 0 program in ring 3: their arguments and results, how they end, and the harm
 * that they can do to the program's machine. Hostile contexts are random; the seed is printed and
 * taken back.
 *
 * run: name=plain args="seed=1"
 * run: name=bochs emulator=bochs compilers=gcc args="seed=2 count=100"
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=trace args="trapline:trace count=20" compilers=gcc
 * run: name=inside ring=3 compilers=gcc args=inside
 */
#include "kernel/call/tib.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/interrupts.h"
#include "tests/harness/arguments.h"
#include "tests/harness/gaps.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

#include <ring3.h>
#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

/* ---------------------------------------------------------------- in and out */

static DWORD selectors(void *argument)
{
    WORD *into = argument;
    __asm__ volatile("movw %%cs, (%0); movw %%ss, 2(%0); movw %%ds, 4(%0); movw %%es, 6(%0);"
                     "movw %%fs, 8(%0); movw %%gs, 10(%0)"
                     :
                     : "r"(into)
                     : "memory");
    return ring3_current();
}

static DWORD describe_stack(void *argument)
{
    NT_TIB *into = argument, *tib = &tib_current()->NtTib;
    *into = *tib;
    uint32_t here = (uint32_t)__builtin_frame_address(0);
    return here > (uint32_t)tib->StackLimit && here < (uint32_t)tib->StackBase;
}

static void check_values(void)
{
    WORD got[6];
    DWORD value = 0;
    NT_TIB inside, before = tib_current()->NtTib;
    is_hex((uint32_t)ring3_call(selectors, got, &value), STATUS_SUCCESS, "a piece runs");
    is_dec(value, 3, "in ring 3, and its result comes back");
    ok(got[0] == 0x1B && got[1] == 0x23 && got[2] == 0x23 && got[3] == 0x23 && got[4] == 0x3B &&
           got[5] == 0,
       "with Windows' selectors");
    ring3_call(describe_stack, &inside, &value);
    ok(value == 1 && inside.StackBase != before.StackBase, "on a stack that the TIB describes");
    ok((DWORD)inside.FiberData == TIB_NO_FIBER && inside.Self == before.Self,
       "of the same TIB, as plain code");
    ok(inside.ExceptionList != before.ExceptionList &&
           (uint32_t)inside.ExceptionList < (uint32_t)inside.StackBase,
       "with a chain of its own");
    ok(memcmp(&before, &tib_current()->NtTib, sizeof before) == 0, "and the TIB comes back");
    is_hex((uint32_t)ring3_call(selectors, got, NULL), STATUS_SUCCESS, "nobody needs the value");
}

/* ---------------------------------------------------------------- ends */

static DWORD clear_interrupts(void *argument)
{
    __asm__ volatile("cli");
    return 0;
}

static DWORD read_address(void *argument) { return *(volatile DWORD *)argument; }

static DWORD read_misaligned(void *argument)
{
    __asm__ volatile("pushfl; orl $0x40000, (%%esp); popfl; movl 1(%%esp), %%eax;"
                     "pushfl; andl $~0x40000, (%%esp); popfl"
                     :
                     :
                     : "eax", "cc", "memory");
    return 0;
}

static DWORD raise(void *argument)
{
    RaiseException((DWORD)argument, 0, 0, NULL);
    return 0;
}

static DWORD lose_stack(void *argument)
{
    __asm__ volatile("movl %0, %%esp; int3" : : "r"(argument));
    return 0;
}

/* Faults in the middle of a switch between threads, where the kernel writes to esp: at so many
 * bytes from the base of the piece's stack. Its lowest page never has memory. */
static DWORD fault_in_switch(void *argument)
{
    extern const char ut_limit_saved[];
    static struct uThread block; /* of the thread that is left */
    char *esp = (char *)tib_current()->DeallocationStack + (DWORD)argument;
    __asm__ volatile("movl %0, %%esp; jmp *%1"
                     :
                     : "r"(esp), "r"(ut_limit_saved), "a"(&block), "d"(NULL));
    return 0;
}

static DWORD break_chain(void *argument)
{
    tib_current()->NtTib.ExceptionList = argument;
    __asm__ volatile("ud2");
    return 0;
}

static DWORD fill_tib(void *argument)
{
    memset((void *)0x7FFDE000, (int)argument, 0x1000);
    __asm__ volatile("ud2");
    return 0;
}

static DWORD fill_tib_and_return(void *argument)
{
    memset((void *)0x7FFDE000, (int)argument, 0x1000);
    return 5;
}

static DWORD resume_nowhere(void *argument)
{
    CONTEXT context;
    RtlCaptureContext(&context);
    context.Eip = 0x80000000;
    context.Esp = 0;
    NtContinue(&context, false);
    return 0;
}

extern char kernel_bss_start[];

static void check_ends(void)
{
    static const struct {
        const char *what;
        ring3_function *function;
        void *argument;
        DWORD status;
    } ends[] = {
        {"a privileged instruction", clear_interrupts, NULL, STATUS_PRIVILEGED_INSTRUCTION},
        {"reading the kernel's memory", read_address, kernel_bss_start, STATUS_ACCESS_VIOLATION},
        {"reading nothing", read_address, NULL, STATUS_ACCESS_VIOLATION},
        {"a software exception", raise, (void *)0xE0001234, 0xE0001234},
        {"an exception with esp 0", lose_stack, NULL, STATUS_BREAKPOINT},
        {"an exception with esp at the very end", lose_stack, (void *)0xFFFFFFFC,
         STATUS_BREAKPOINT},
        {"an exception with esp in the kernel's memory", lose_stack, kernel_bss_start + 4096,
         STATUS_BREAKPOINT},
        {"an exception with esp in the shared page", lose_stack, (void *)0x7FFE1000,
         STATUS_BREAKPOINT},
        {"an exception with a misaligned esp", lose_stack, (void *)0x7, STATUS_BREAKPOINT},
        {"a fault in a switch with esp in the stack's last page", fault_in_switch, (void *)64,
         STATUS_STACK_OVERFLOW},
        {"a fault in a switch with esp at its end", fault_in_switch, (void *)0xFFC,
         STATUS_STACK_OVERFLOW},
        {"a fault in a switch with esp across that", fault_in_switch, (void *)0xFFE,
         STATUS_STACK_OVERFLOW},
        {"a fault in a switch with esp at the stack's base", fault_in_switch, (void *)0,
         STATUS_STACK_OVERFLOW},
        {"a broken chain", break_chain, (void *)0x1234, STATUS_ILLEGAL_INSTRUCTION},
        {"a chain into the kernel", break_chain, kernel_bss_start, STATUS_ILLEGAL_INSTRUCTION},
        {"resuming in the kernel without a stack", resume_nowhere, NULL, STATUS_ACCESS_VIOLATION},
    };
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        NT_TIB before = tib_current()->NtTib;
        DWORD value = 0x55;
        NTSTATUS status = ring3_call(ends[i].function, ends[i].argument, &value);
        is_hex((uint32_t)status, ends[i].status, "%s ends the piece with its status", ends[i].what);
        ok(value == 0x55 && memcmp(&before, &tib_current()->NtTib, sizeof before) == 0,
           "%s leaves value and TIB as they were", ends[i].what);
    }
}

static void check_alignment(void)
{
    is_hex((uint32_t)ring3_call(read_misaligned, NULL, NULL), STATUS_SUCCESS,
           "the flag AC does not check alignment in ring 3");
    if (gap_skips(GAP_ALIGNMENT, "once CR0.AM is set"))
        return;
    cr0_write(cr0_read() | CR0_AM);
    is_hex((uint32_t)ring3_call(read_misaligned, NULL, NULL), STATUS_DATATYPE_MISALIGNMENT,
           "once CR0.AM is set, a misaligned access in ring 3 ends the piece with 80000002");
    cr0_write(cr0_read() & ~CR0_AM);
}

static void check_garbage_tib(void)
{
    static const int bytes[] = {0x00, 0xFF, 0x80, 0xCC, 0x7F};
    TEB *teb = tib_current(), saved = *teb;
    for (unsigned i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        DWORD value = 0;
        NTSTATUS status = ring3_call(fill_tib, (void *)bytes[i], NULL);
        ok(status < 0, "an exception with a TIB full of %02X ends the piece (%08X)",
           (unsigned)bytes[i], (unsigned)status);
        status = ring3_call(fill_tib_and_return, (void *)bytes[i], &value);
        ok(status == STATUS_SUCCESS && value == 5, "one without an exception returns");
        *teb = saved;
    }
}

/* ---------------------------------------------------------------- the machine afterwards */

/* Leaves a division by zero pending, two registers in use, and many flags set, and returns 7. In
 * assembly, because a compiler may wait for the pending exception before the return. */
DWORD wreck_machine(void *argument);
__asm__(".pushsection .text, \"ax\"\n"
        "wreck_machine: fninit\n"
        "fldz\n"
        "pushl $0x360\n"
        "fldcw (%esp)\n"
        "addl $4, %esp\n"
        "fld1\n"
        "fdiv %st(1), %st\n"
        "pushl $0x240CD7\n"
        "popfl\n"
        "std\n"
        "movl $7, %eax\n"
        "ret\n"
        ".popsection");

static void check_machine(void)
{
    DWORD value = 0;
    double third = 3;
    __asm__ volatile("fldl %0" : : "m"(third));
    uint32_t before = eflags_read();
    NTSTATUS status = ring3_call(wreck_machine, NULL, &value);
    uint32_t after = eflags_read();
    double result = 0;
    __asm__ volatile("fstpl %0" : "=m"(result));
    ok(status == STATUS_SUCCESS && value == 7, "a piece that wrecks FPU and flags returns");
    ok(result == 3, "the FPU is as before");
    is_hex(after & 0x277700, before & 0x277700, "and so are the flags");
    interrupts_off();
    ring3_call(wreck_machine, NULL, NULL);
    ok(!(eflags_read() & EFLAGS_IF), "interrupts that were off outside are off again");
    interrupts_on();
}

/* ---------------------------------------------------------------- threads */

static unsigned turns;

static void two_turns(void)
{
    turns++;
    utYield();
    turns++;
}

static DWORD yield(void *argument)
{
    utYield();
    return (DWORD)utLastError();
}

static DWORD run_threads(void *argument)
{
    utSch sch = utSchedulerCreate();
    for (unsigned i = 0; i < 3; i++)
        utSchAddUthd(sch, uThreadCreate(two_turns));
    utSchStart(sch);
    utSchedulerDestroy(sch);
    return turns;
}

static DWORD value_of_thread;

static void thread_with_piece(void)
{
    ring3_call(yield, NULL, &value_of_thread);
    utYield();
    turns += 100;
}

static void check_threads(void)
{
    DWORD value = 0;
    turns = 0;
    ring3_call(run_threads, NULL, &value);
    is_dec(value, 6, "a piece runs threads of its own");

    utSch sch = utSchedulerCreate();
    turns = 0;
    utSchAddUthd(sch, uThreadCreate(two_turns));
    utSchAddUthd(sch, uThreadCreate(thread_with_piece));
    utSchStart(sch);
    utSchedulerDestroy(sch);
    is_dec(turns, 102, "a thread starts a piece, and goes on as one");
    is_dec(value_of_thread, UtErrorOutside, "inside, utYield has nobody to yield to");
}

/* ---------------------------------------------------------------- hostile contexts */

static CONTEXT hostile;

static DWORD continue_in(void *argument)
{
    NtContinue(argument, false);
    return 0x1234;
}

static DWORD interesting(struct random *random)
{
    static const DWORD words[] = {0,          0xFFFFFFFF, 0x80000000, 0x80100000, 0x7FFE0000,
                                  0x7FFDE000, 0x08,       0x10,       0x30,       0x60,
                                  0x1B,       0x23,       0x3B,       0x10000,    0x3002,
                                  0x20202,    0x4002,     0x100,      0x1003F,    0x28};
    unsigned which = random_below(random, 32);
    return which < sizeof words / sizeof words[0] ? words[which] : random_bits(random);
}

static DWORD arm_breakpoint(void *argument)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    context.Dr0 = (DWORD)argument;
    context.Dr7 = 0xF0001; /* reads and writes of four bytes */
    return (DWORD)NtContinue(&context, false);
}

static void check_breakpoints(void)
{
    static volatile DWORD watched;
    struct probe probe;
    ring3_call(arm_breakpoint, (void *)&watched, NULL);
    const uint8_t touch[] = {0xA1, (uint8_t)(DWORD)&watched, (uint8_t)((DWORD)&watched >> 8),
                             (uint8_t)((DWORD)&watched >> 16), (uint8_t)((DWORD)&watched >> 24)};
    probe_run(touch, sizeof touch, &probe);
    is_dec(probe.raised, 0, "a piece's breakpoints end with it");
}

static void check_hostile_contexts(uint32_t seed, unsigned count)
{
    struct random random = random_from(seed);
    unsigned ended = 0;
    TEB *teb = tib_current(), saved = *teb;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned word = 0; word < sizeof hostile / 4; word++)
            ((DWORD *)&hostile)[word] = interesting(&random);
        hostile.ContextFlags = CONTEXT_i386 | random_below(&random, 64);
        /* Code that is there cannot be told from an endless loop; where none is, the end is near.
         */
        hostile.Eip = hostile.Eip >= 0x90000000 ? hostile.Eip : 0x90000000 | hostile.Eip;
        hostile.EFlags &= ~EFLAGS_TF; /* would come first, on the hostile stack or not */
        NTSTATUS status = ring3_call(continue_in, &hostile, NULL);
        ended += status < 0 || !(hostile.ContextFlags & 1);
        *teb = saved;
    }
    is_dec(ended, count, "random contexts end the piece, or change nothing that matters");
}

int main(int argc, char **argv)
{
    if (has_argument(argc, argv, "inside")) {
        is_hex((uint32_t)ring3_call(selectors, NULL, NULL), STATUS_NOT_SUPPORTED,
               "a program in ring 3 starts no pieces");
        return tap_done();
    }
    unsigned seed = argument(argc, argv, "seed=", 1), count = argument(argc, argv, "count=", 500);
    tap_note("seed=%u count=%u", seed, count);
    check_values();
    check_ends();
    check_alignment();
    check_garbage_tib();
    check_machine();
    check_threads();
    check_breakpoints();
    check_hostile_contexts(seed, count);
    return tap_done();
}
