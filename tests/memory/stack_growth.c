/* Stacks that grow: their layout; every way of touching the guard, at every distance from it; the
 * interrupt that came just then; the limits of threads.
 *
 * run: name=ordinary
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=traced args=trapline:trace compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs args=step=36
 *
 * Ring 0 only: a trap in ring 3 takes nothing of the stack, so only pointers make it grow there.
 * stack_overflow.c has that.
 */
#include "boot/layout.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/serial.h"
#include "kernel/memory/stacks.h"
#include "kernel/trap/trap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

#include <memoryapi.h>
#include <processthreadsapi.h>
#include <seh.h>
#include <stdio.h>
#include <string.h>
#include <uthread.h>

#define GUARD (PAGE_READWRITE | PAGE_GUARD)

unsigned way_try(void (*way)(void), uint32_t esp); /* stack_growth_ways.S */
void way_push(void), way_call(void), way_pusha(void), way_store(void), way_probe(void),
    way_probe_above(void), way_probes(void), way_fpu(void), way_breakpoint(void), way_fault(void),
    way_interrupt(void), way_tick(void), way_push_tf(void);

extern char way_stepped[];

static uint32_t limit(void) { return (uint32_t)tib_current()->NtTib.StackLimit; }

static MEMORY_BASIC_INFORMATION look(uint32_t address)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery((PVOID)address, &information, sizeof information);
    return information;
}

/* Sets the guard again, so that the last page above it is free for code that moves esp there. */
__attribute__((noinline)) static bool reset(void)
{
    volatile char room[4096];
    room[0] = 0;
    return _resetstkoflw() + room[0];
}

/* ---------------------------------------------------------------- the layout */

static void check_layout(const char *whose)
{
    const TEB *teb = tib_current();
    uint32_t top = (uint32_t)teb->NtTib.StackBase + STACK_ROOM;
    MEMORY_BASIC_INFORMATION used = look(limit()), guard = look(limit() - PAGE_SIZE);
    uint32_t base = (uint32_t)used.AllocationBase;
    MEMORY_BASIC_INFORMATION rest = look(base), below = look(base - 1);
    if (!tib_has_root()) /* it stays what it is while threads are switched */
        is_hex((uint32_t)teb->DeallocationStack, base,
               "%s: DeallocationStack is the reservation's start", whose);
    ok(used.State == MEM_COMMIT && used.Protect == PAGE_READWRITE &&
           used.RegionSize == top - limit(),
       "%s: from StackLimit to StackBase, and the room above, it has memory", whose);
    ok(guard.State == MEM_COMMIT && guard.Protect == GUARD && guard.RegionSize == PAGE_SIZE,
       "%s: below is one guard page", whose);
    ok(rest.State == MEM_RESERVE && base + rest.RegionSize == limit() - PAGE_SIZE &&
           rest.AllocationProtect == PAGE_READWRITE,
       "%s: and below that it is only reserved", whose);
    ok(below.State == MEM_RESERVE && below.AllocationProtect == PAGE_NOACCESS &&
           (uint32_t)below.AllocationBase == base - 0x10000,
       "%s: the slot below belongs to nobody", whose);
}

static void check_layout_in_thread(void)
{
    check_layout("a thread's stack");
    is_hex((uint32_t)tib_current()->NtTib.StackBase + STACK_ROOM - limit(), 2 * PAGE_SIZE,
           "it begins with two pages");
}

/* ---------------------------------------------------------------- every way */

static unsigned breakpoints, steps, astray;

static EXCEPTION_DISPOSITION HANDLER(passes_over)
{
    if (record->ExceptionCode == STATUS_BREAKPOINT) {
        breakpoints++;
        context->Eip++;
        return ExceptionContinueExecution;
    }
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION) {
        astray += record->ExceptionInformation[0] != 0 || record->ExceptionInformation[1] != 8;
        context->Eip += 5; /* movl 8, %eax */
        return ExceptionContinueExecution;
    }
    if (record->ExceptionCode == STATUS_SINGLE_STEP) {
        steps++;
        if (context->Eip != (DWORD)way_stepped)
            context->EFlags |= EFLAGS_TF;
        return ExceptionContinueExecution;
    }
    return ExceptionContinueSearch;
}

/* most: no growth when esp is that far above the limit, or further; least: growth when it is nearer
 * than that. Between the two it is the runtime's affair. */
static const struct way {
    const char *name;
    void (*way)(void);
    unsigned least, most;
} ways[] = {
    {"push", way_push, 4, 4},
    {"call", way_call, 4, 4},
    {"pusha", way_pusha, 32, 32},
    {"a store below esp", way_store, 4, 4},
    {"a probe of a page", way_probe, 4096, 4096},
    {"a probe of the word above that page", way_probe_above, 4, 4},
    {"two of them", way_probes, 4096, 4100},
    {"push, with the FPU in use", way_fpu, 4, 4},
    {"a breakpoint", way_breakpoint, 900, 4096},
    {"a page fault", way_fault, 900, 4096},
    {"an interrupt", way_interrupt, TRAP_FRAME_ROOM, TRAP_FRAME_ROOM},
    {"push, step by step", way_push_tf, 900, 4096},
};

static void check_way(const struct way *way, unsigned step)
{
    unsigned changed = 0, wrong = 0, late = 0, early = 0;
    steps = breakpoints = 0;
    unsigned tries = 0, most_steps = 0, least_steps = UINT32_MAX;
    for (unsigned offset = 0; offset < 2100; offset += offset < 64 ? 4 : step) {
        if (!reset()) {
            wrong++;
            break;
        }
        uint32_t before = limit();
        steps = 0;
        interrupts_off(); /* theirs would make the stack grow, too */
        changed += way_try(way->way, before + offset);
        interrupts_on();
        most_steps = steps > most_steps ? steps : most_steps;
        least_steps = steps < least_steps ? steps : least_steps;
        uint32_t after = limit();
        wrong += after > before || before - after > 2 * PAGE_SIZE;
        late += offset < way->least && after == before;
        early += offset >= way->most && after != before;
        wrong += look(after - PAGE_SIZE).Protect != GUARD || look(after).Protect != PAGE_READWRITE;
        tries++;
    }
    is_dec(changed, 0, "%s, tried %u times: no register changes", way->name, tries);
    is_dec(wrong, 0, "%s: the guard is always right below StackLimit", way->name);
    is_dec(late, 0, "%s: the stack grows when it must", way->name);
    is_dec(early, 0, "%s: and only then", way->name);
    ok(most_steps == least_steps, "%s: no step is lost: %u to %u", way->name, least_steps,
       most_steps);
}

static void check_ways(unsigned step)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, passes_over);
    for (const struct way *way = ways; way < ways + sizeof ways / sizeof ways[0]; way++)
        check_way(way, step);
    is_dec(astray, 0, "a page fault keeps its address, however much of the stack it needs");
    ok(reset(), "a guard can be set again, any number of times");
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- interrupts */

/* The timer's interrupt comes while nothing can be pushed. The controller counts it as taken, so
 * one that got lost would be the last. */
static void check_ticks(void)
{
    enum { ROUNDS = 2, OFFSETS = 20 };
    unsigned changed = 0, grown[OFFSETS] = {0}, wrong = 0;
    unsigned room = trace_on ? TRAP_FRAME_ROOM : TRAP_TICK_ROOM; /* no short way for traced ones */
    serial_flush(SERIAL_CONSOLE);                                /* no other interrupts */
    uint64_t start = clock_now();
    for (unsigned i = 0; i < ROUNDS * OFFSETS; i++) {
        reset();
        uint32_t before = limit();
        changed += way_try(way_tick, before + i % OFFSETS * 4);
        grown[i % OFFSETS] += limit() < before;
    }
    for (unsigned i = 0; i < OFFSETS; i++) /* another interrupt may come, but not in each round */
        wrong += i * 4 < room ? grown[i] != ROUNDS : grown[i] == ROUNDS;
    is_dec(changed, 0, "40 ticks at the end of the stack change no register");
    is_dec(wrong, 0, "those that have less than %u bytes make it grow, the others do not", room);
    uint64_t passed = clock_now() - start;
    ok(passed >= 40, "and none is lost: %u", (unsigned)passed);
}

/* The serial port's interrupts, too: the harness would miss a line. */
static void check_output(void)
{
    for (unsigned i = 0; i < 8; i++) {
        reset();
        uint32_t at = limit();
        printf("# %03u%0800u\n", i, i);
        way_try(way_tick, at);
        way_try(way_tick, limit());
    }
    ok(true, "output goes on while its interrupts meet a stack without room");
}

/* ---------------------------------------------------------------- by pointer */

static unsigned violations;

static EXCEPTION_DISPOSITION HANDLER(counts)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION ||
        record->ExceptionCode == STATUS_GUARD_PAGE_VIOLATION)
        violations += record->ExceptionCode == STATUS_ACCESS_VIOLATION ? 1 : 100;
    context->Eip += 2; /* movb %al, (%edx) */
    return ExceptionContinueExecution;
}

static void store(uint32_t address)
{
    __asm__ volatile("movb %%al, (%%edx)" : : "a"(7), "d"(address) : "memory");
}

static uint32_t other_limit;

static void parks(void)
{
    other_limit = limit();
    utYield();
    other_limit = limit();
}

static void check_pointers(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, counts);
    reset();
    uint32_t before = limit();
    store(before - 2 * PAGE_SIZE);
    is_dec(violations, 1, "touching memory below the guard is an access violation");
    is_hex(limit(), before, "and does not make the stack grow");
    store(before - 1);
    store(before - PAGE_SIZE);
    is_hex(limit(), before - PAGE_SIZE, "touching the guard from afar makes it grow by one page");
    is_dec(violations, 1, "and raises nothing");
    for (unsigned i = 1; i < 10; i++)
        store(before - i * PAGE_SIZE - 1);
    is_hex(limit(), before - 10 * PAGE_SIZE, "page after page");

    uThd thread = uThreadCreate(parks);
    utResume(thread);
    uint32_t theirs = other_limit;
    store(theirs - 1);
    is_dec(violations, 101, "another stack's guard is a guard page like any other");
    before = limit();
    utResume(thread);
    is_hex(other_limit, theirs, "its thread learns nothing of it");
    is_hex(limit(), before, "nor does this one");
    uThreadDestroy(thread);
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- threads */

static unsigned deep_wrong;

static EXCEPTION_DISPOSITION HANDLER(continues)
{
    return record->ExceptionCode == 0xE0000001 ? ExceptionContinueExecution
                                               : ExceptionContinueSearch;
}

__attribute__((noinline)) static unsigned go_down(unsigned levels)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    volatile char room[900];
    memset((char *)room, (int)levels, sizeof room);
    if (levels % 8 == 0)
        utYield();
    if (levels)
        return go_down(levels - 1) + (room[levels] != (char)levels);
    deep_wrong += (uint32_t)room < limit();
    seh_link(&frame, continues);
    RaiseException(0xE0000001, 0, 0, NULL);
    seh_unlink(&frame);
    return 0;
}

static void goes_deep(void)
{
    uint32_t before = limit();
    for (unsigned i = 0; i < 3; i++)
        deep_wrong += go_down(40);
    deep_wrong += before - limit() < 28000;
    utYield();
    deep_wrong += before - limit() < 28000;
}

static void check_threads(void)
{
    uint32_t before = limit();
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < 20; i++)
        utSchAddUthd(scheduler, uThreadCreate(goes_deep));
    utSchAddUthd(scheduler, uThreadCreate(check_layout_in_thread));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    is_dec(deep_wrong, 0, "20 threads grow side by side, and each keeps its own limit");
    is_hex(limit(), before, "and so does the thread that started them");
}

int main(int argc, char **argv)
{
    unsigned long step = argument(argc, argv, "step=", 4);
    check_layout("the program's stack");
    check_ways((unsigned)step);
    check_ticks();
    check_output();
    check_pointers();
    check_threads();
    return tap_done();
}
