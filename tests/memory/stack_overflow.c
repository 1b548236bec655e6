/* The end of a stack: by recursion, by one frame with probes and without, while an exception or an
 * interrupt is being delivered, in a handler; recovery, and the next overflow; the guarantee.
 *
 * run: name=ordinary
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs
 */
#include "boot/layout.h"
#include "kernel/call/tib.h"
#include "kernel/trap/trap.h"
#include "tests/harness/handler.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <processthreadsapi.h>
#include <ring3.h>
#include <seh.h>
#include <string.h>
#include <uthread.h>

#define RESERVE 0x2000u /* what is left to handlers */

static uint32_t base(void) { return (uint32_t)tib_current()->DeallocationStack; }
static uint32_t limit(void) { return (uint32_t)tib_current()->NtTib.StackLimit; }

static DWORD state_of(uint32_t address)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery((PVOID)address, &information, sizeof information);
    return information.State | information.Protect;
}

/* Runs a function that never returns. */
static void run(utFunction overflow, struct probe *probe)
{
    uint8_t code[] = {0xB8, 0, 0, 0, 0, 0xFF, 0xD0}; /* movl $function, %eax; call *%eax */
    memcpy(code + 1, &overflow, 4);
    probe_run(code, sizeof code, probe);
}

static volatile unsigned deepest = UINT32_MAX;

__attribute__((noinline)) static unsigned recurse(unsigned n)
{
    volatile unsigned here = n;
    return n == deepest ? 0 : recurse(n + 1) + here;
}

static void by_recursion(void) { recurse(0); }

__attribute__((noinline)) static void by_probed_frame(void)
{
    char room[0x100000];
    __asm__ volatile("" : : "r"(room) : "memory"); /* it may be used in any way */
}

/* ---------------------------------------------------------------- caught, and again */

static void check_caught(const char *how, utFunction overflow)
{
    struct probe probe;
    for (unsigned i = 1; i <= 4; i++) {
        run(overflow, &probe);
        is_hex(probe.record.ExceptionCode, STATUS_STACK_OVERFLOW, "%s, time %u", how, i);
        DWORD touched = probe.record.ExceptionInformation[1];
        ok(probe.record.NumberParameters == 2 && probe.record.ExceptionFlags == 0 &&
               (probe.record.ExceptionInformation[0] == 1 || overflow == by_probed_frame),
           "it is a write, but of a probe, which does both, a CPU may say either");
        ok(touched - base() - PAGE_SIZE >= RESERVE && touched - base() < RESERVE + 2 * PAGE_SIZE,
           "to the page above the reserve: %08X", (unsigned)touched);
        is_hex(probe.context.Eip, (DWORD)probe.record.ExceptionAddress,
               "the context is at the instruction");
        is_hex(limit(), base() + PAGE_SIZE, "all of the stack is given");
        is_hex(state_of(base()), MEM_RESERVE, "but its last page");
        ok(_resetstkoflw(), "the guard can be set again");
        is_hex(state_of(limit() - PAGE_SIZE), MEM_COMMIT | PAGE_READWRITE | PAGE_GUARD,
               "and is where it belongs");
        is_hex(state_of(base() + PAGE_SIZE), MEM_RESERVE, "the memory below it is taken back");
    }
}

/* ---------------------------------------------------------------- one big step */

static void check_unprobed(void)
{
    uint8_t code[] = {0x81, 0xEC, 0, 0, 0, 0, 0x50}; /* subl $size, %esp; pushl %eax */
    struct probe probe;
    uint32_t size = (uint32_t)&probe - base() - 0x8000;
    memcpy(code + 2, &size, 4);
    probe_run(code, sizeof code, &probe);
    is_hex(probe.record.ExceptionCode, STATUS_STACK_OVERFLOW, "a step past the guard");
    ok(probe.context.Esp > base() && probe.context.Esp < base() + 0x9000,
       "the context has the stack pointer that it led to");
    ok(_resetstkoflw(), "it can be recovered from");
}

/* ---------------------------------------------------------------- in the middle of something */

/* Makes the stack as deep as it gets without an overflow: the guard is the last that there is. */
static uint32_t grow_to_the_end(void)
{
    uint32_t last = base() + PAGE_SIZE + RESERVE;
    while (limit() > last + PAGE_SIZE)
        *(volatile char *)(limit() - 1) = 0;
    return limit();
}

/* Runs code with esp so many bytes above the last guard. */
static void run_at_the_end(const uint8_t *code, size_t size, uint32_t above, struct probe *probe)
{
    uint8_t all[64] = {0xBC}; /* movl $esp, %esp */
    uint32_t esp = grow_to_the_end() + above;
    memcpy(all + 1, &esp, 4);
    memcpy(all + 5, code, size);
    probe_run(all, size + 5, probe);
}

static void check_delivery(void)
{
    static const uint8_t breakpoint[] = {0xCC}, illegal[] = {0x0F, 0x0B};
    static const uint8_t fault[] = {0xA1, 8, 0, 0, 0};           /* movl 8, %eax */
    static const uint8_t interrupt[] = {0xCD, 0x35, 0x0F, 0x0B}; /* of a line for nobody; ud2 */
    static const uint8_t tick[] = {0xA1, 0x20, 0x03, 0xFE, 0x7F, /* movl tick, %eax */
                                   0x3B, 0x05, 0x20, 0x03, 0xFE, 0x7F, 0x74, 0xF8, 0x0F, 0x0B};
    static const struct {
        const char *what;
        const uint8_t *code;
        unsigned size, above, at; /* at: where the exception comes, which is never an interrupt */
        bool ring0_only;
    } rows[] = {
        {"a breakpoint", breakpoint, 1, 64, 0, false},
        {"an illegal instruction", illegal, 2, 64, 0, false},
        {"a page fault", fault, 5, 64, 0, false},
        {"what follows an interrupt", interrupt, 4, 64, 2, true},
        {"what follows a tick", tick, 15, TRAP_TICK_ROOM - 4, 13, true},
        {"what follows a tick that finds no byte", tick, 15, 0, 13, true},
    };
    struct probe probe;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].ring0_only && ring3_current() == 3) {
            tap_skip("ring 3's interrupts have the kernel's stack", "%s", rows[i].what);
            continue;
        }
        run_at_the_end(rows[i].code, rows[i].size, rows[i].above, &probe);
        is_hex(probe.record.ExceptionCode, STATUS_STACK_OVERFLOW,
               "%s that cannot be delivered becomes an overflow", rows[i].what);
        DWORD offset = (DWORD)probe.record.ExceptionAddress - (DWORD)probe_code() - 5;
        is_dec(offset, rows[i].at, "at its own address");
        is_hex(probe.record.ExceptionFlags, 0, "and it is an exception like any other");
        ok(_resetstkoflw(), "then the guard is set again");
    }
}

/* ---------------------------------------------------------------- threads */

static char *neighbour;
static unsigned others;

static void neighbour_waits(void)
{
    char mine[2000];
    memset(mine, 0x77, sizeof mine);
    neighbour = mine;
    utSleep(2);
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof mine; i++)
        wrong += mine[i] != 0x77;
    is_dec(wrong, 0, "the neighbour's stack is as it was");
    others++;
}

/* From the top of its stack, far past the end: to where its neighbour might be. */
__attribute__((noinline)) static void steps_past_the_end(void)
{
    __asm__ volatile("subl $0x14000, %esp; pushl %eax; pushl %eax");
}

static EXCEPTION_DISPOSITION HANDLER(recurses)
{
    if (record->ExceptionCode == 0xE0000001)
        recurse(0);
    return ExceptionContinueSearch;
}

static void overflows_in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, recurses);
    RaiseException(0xE0000001, 0, 0, NULL);
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION HANDLER(recurses_always)
{
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        recurse(0);
    return ExceptionContinueSearch;
}

/* The reserve runs out as well, and with it all chances. */
static void overflows_in_overflow(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, recurses_always);
    recurse(0);
    seh_unlink(&frame);
}

/* Every level raises an exception: at the end it is the trap that finds no room. */
static EXCEPTION_DISPOSITION HANDLER(raises_again)
{
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        __asm__ volatile("ud2");
    return ExceptionContinueSearch;
}

static void raises_endlessly(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, raises_again);
    __asm__ volatile("ud2");
    seh_unlink(&frame);
}

static void check_threads(void)
{
    /* In ring 3 an exception that cannot be delivered for want of the last page ends the thread, as
     * on Windows. The frames' sizes decide whether that is the handler's own exception or the
     * overflow.
     */
    static const struct {
        const char *how;
        void (*function)(void);
        DWORD ring3_status; /* instead, perhaps */
    } rows[] = {
        {"by recursion", by_recursion, STATUS_STACK_OVERFLOW},
        {"by a probed frame", by_probed_frame, STATUS_STACK_OVERFLOW},
        {"by a step past the end", steps_past_the_end, STATUS_STACK_OVERFLOW},
        {"in a handler", overflows_in_handler, STATUS_STACK_OVERFLOW},
        {"in an overflow's handler", overflows_in_overflow, STATUS_STACK_OVERFLOW},
        {"by exceptions in handlers", raises_endlessly, STATUS_ILLEGAL_INSTRUCTION},
    };
    enum { COUNT = sizeof rows / sizeof rows[0] };
    uThd threads[COUNT];
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < COUNT; i++) {
        utSchAddUthd(scheduler, threads[i] = uThreadCreate(rows[i].function));
        utSchAddUthd(scheduler, uThreadCreate(neighbour_waits));
    }
    utSchStart(scheduler);
    for (unsigned i = 0; i < COUNT; i++)
        ok(uThreadExitStatus(threads[i]) == STATUS_STACK_OVERFLOW ||
               (ring3_current() == 3 && uThreadExitStatus(threads[i]) == rows[i].ring3_status),
           "a thread overflows %s", rows[i].how);
    is_dec(others, COUNT, "the others go on");
    utSchedulerDestroy(scheduler);
}

/* ---------------------------------------------------------------- the guarantee */

static void check_guarantee(void)
{
    struct probe probe;
    ULONG size = 0;
    ok(SetThreadStackGuarantee(&size), "0 asks for the guarantee");
    is_dec(size, 0, "there is none at first");
    size = 0x40000000;
    ok(!SetThreadStackGuarantee(&size) && size == 0,
       "more than the stack has is refused, with the same answer");
    size = 5000;
    ok(SetThreadStackGuarantee(&size) && size == 0, "the answer is the value before");
    size = 100;
    ok(SetThreadStackGuarantee(&size) && size == 8192, "which was rounded up to pages");
    size = 0;
    ok(SetThreadStackGuarantee(&size) && size == 8192, "less than before changes nothing");
    ok(_resetstkoflw(), "the guard can be set again");
    run(by_recursion, &probe);
    is_hex(probe.record.ExceptionCode, STATUS_STACK_OVERFLOW, "an overflow");
    ok(probe.context.Esp - base() - PAGE_SIZE >= RESERVE + 8192,
       "leaves the guaranteed bytes beside the others: %u",
       (unsigned)(probe.context.Esp - base() - PAGE_SIZE));

    ok(_resetstkoflw(), "the guard can be set once more");
    uint32_t before = limit();
    tib_current()->GuaranteedStackBytes = UINT32_MAX;
    run(by_recursion, &probe);
    tib_current()->GuaranteedStackBytes = 8192;
    ok(probe.record.ExceptionCode == STATUS_STACK_OVERFLOW &&
           probe.context.Esp >= before - PAGE_SIZE,
       "a guarantee written by hand that no stack could keep makes the first growth an overflow");
}

int main(void)
{
    check_caught("recursion", by_recursion);
    check_caught("a probed frame", by_probed_frame);
    check_unprobed();
    check_delivery();
    check_threads();
    check_guarantee();
    return tap_done();
}
