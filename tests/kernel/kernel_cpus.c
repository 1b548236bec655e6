/* Several CPUs: each has its own tables and the first one's settings, answers when it is woken,
 * runs the threads that may run on it, and forgets translations when it must.
 *
 * run: name=1 args="cpus=1"
 * run: name=2 smp=2 args="cpus=2"
 * run: name=4 smp=4 args="cpus=4 rounds=1000"
 * run: name=8 smp=8 args="cpus=8 rounds=200"
 * run: name=4-small smp=4 memory=8M args="cpus=4 rounds=100"
 * run: name=4-counted smp=4 virtual-time=1 args="cpus=4 rounds=300 exact"
 * run: name=8-counted smp=8 virtual-time=1 args="cpus=8 rounds=100 exact"
 * run: name=486 cpu=486 args="cpus=1"
 * run: name=pentium smp=2 cpu=pentium args="cpus=2"
 * run: name=bochs2 smp=2 emulator=bochs compilers=gcc args="cpus=2 exact"
 * run: name=bochs4 smp=4 emulator=bochs compilers=gcc args="cpus=4 exact"
 * run: name=million smp=2 compilers=gcc timeout=900 args="cpus=2 wakes=1000000"
 *
 * Ring 0 only: CPUs are the kernel's.
 */
#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/features.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tib.h"
#include "tests/harness/tap.h"
#include "tests/threads/cpu_threads.h"

#include <memoryapi.h>
#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned expected = 1, rounds = 3000, wakes;
static bool exact; /* the machine counts time by instructions, and no host delays a tick */

/* Waits until *word is not the old value. Returns whether that came. */
static bool await_change(const volatile uint32_t *word, uint32_t old)
{
    for (uint64_t end = clock_now() + LONGEST_TICKS; clock_now() < end; cpu_relax())
        if (*word != old)
            return true;
    return false;
}

/* ---------------------------------------------------------------- what a CPU has for itself */

struct state {
    const struct cpu *block;
    uint32_t number, cr0, cr3, cr4, efer, esp;
    uint16_t task;
    struct table_register gdt, idt;
    bool interrupts;
    TEB *teb;
    void *base, *limit;
};

static uint32_t look(void *argument)
{
    struct state *state = argument;
    memset(state, 0, sizeof *state);
    state->block = this_cpu();
    state->number = this_cpu()->number;
    state->cr0 = cr0_read();
    state->cr3 = cr3_read();
    state->cr4 = cpu_features.tsc ? cr4_read() : 0; /* an early 486 has none */
    state->efer = cpu_features.no_execute ? msr_read(MSR_EFER) : 0;
    state->esp = (uint32_t)__builtin_frame_address(0);
    __asm__ volatile("str %0; sgdt %1; sidt %2"
                     : "=m"(state->task), "=m"(state->gdt), "=m"(state->idt));
    state->interrupts = eflags_read() & EFLAGS_IF;
    state->teb = tib_current();
    state->base = state->teb->NtTib.StackBase;
    state->limit = state->teb->NtTib.StackLimit;
    return 0;
}

static void check_states(void)
{
    static struct state states[CPUS_MOST];
    unsigned blocks = 0, tables = 0, settings = 0, stacks = 0, guards = 0, tebs = 0, on = 0;
    look(&states[0]);
    for (uint32_t i = 1; i < cpus_running; i++)
        ok(run_on(i, look, &states[i]), "CPU %u runs a thread", (unsigned)i);
    for (uint32_t i = 0; i < cpus_running; i++) {
        const struct state *state = &states[i];
        blocks += state->block != &cpus[i] || state->number != i;
        tables += state->gdt.base != (uint32_t)cpus[i].gdt ||
                  state->idt.base != (uint32_t)cpus[i].idt || state->task != SELECTOR_TSS;
        settings += ((state->cr0 ^ states[0].cr0) & ~CR0_TS) || state->cr3 != states[0].cr3 ||
                    state->cr4 != states[0].cr4 || state->efer != states[0].efer;
        stacks += state->esp > (uint32_t)state->base || state->esp < (uint32_t)state->limit;
        guards += paging_look((void *)(cpus[i].stack - BOOT_STACK_SIZE - 1)).present ||
                  paging_look((void *)(cpus[i].double_fault_stack - 2 * PAGE_SIZE - 1)).present;
        on += !state->interrupts;
        for (uint32_t j = 0; j < i; j++)
            tebs += cpus[i].idle_thread->teb == cpus[j].idle_thread->teb;
    }
    is_dec(blocks, 0, "each CPU's GS reaches its own block, with its number");
    is_dec(tables, 0, "each has its own tables of descriptors and gates, and its task");
    is_dec(settings, 0, "all have the first one's control registers");
    is_dec(stacks, 0, "each thread runs on its own stack");
    is_dec(guards, 0, "below each stack of a CPU no page is mapped");
    is_dec(on, 0, "all take interrupts");
    is_dec(tebs, 0, "each has an idle thread, and no two the same TEB");
}

/* ---------------------------------------------------------------- calls */

static uint32_t compute(void *stop)
{
    while (!*(volatile bool *)stop)
        ;
    return 0;
}

static void check_ticks(void)
{
    static volatile bool stop;
    uint32_t threads[CPUS_MOST] = {0};
    unsigned still = 0;
    for (uint32_t i = 1; i < cpus_running; i++) {
        threads[i] = start_on(i, compute, (void *)&stop);
        still += !await_change(&cpus[i].ticks, cpus[i].ticks);
    }
    is_dec(still, 0, "each CPU's own timer ticks while a thread runs");
    is_dec(cpus[0].ticks, 0, "but for the first one's");
    if (cpus_running == 1)
        return;
    uint32_t before = cpus[1].ticks;
    uint64_t start = clock_now();
    clock_wait_until(start + 100);
    uint32_t ticks = cpus[1].ticks - before, ms = (uint32_t)(clock_now() - start);
    tap_note("%u ticks in %u ms", (unsigned)ticks, (unsigned)ms);
    if (exact)
        ok(ticks > ms * 9 / 10 && ticks < ms * 11 / 10, "a thousand times a second");
    stop = true;
    for (uint32_t i = 1; i < cpus_running; i++)
        still += !await_end(threads[i]);
    before = cpus[1].ticks;
    clock_wait_until(clock_now() + 50);
    ok(!still && cpus[1].ticks - before < 10, "a CPU without a thread does not tick");
}

static void wake(uint32_t number)
{
    bool were_on = interrupts_save();
    kernel_enter();
    cpus_wake(number);
    kernel_leave();
    interrupts_restore(were_on);
}

static void check_wakes(void)
{
    unsigned lost = 0;
    for (unsigned round = 0; round < wakes && !lost; round++) {
        uint32_t number = 1 + round % (cpus_running - 1), before = cpus[number].wakes;
        wake(number);
        lost += !await_change(&cpus[number].wakes, before) || cpus[number].wakes != before + 1;
    }
    is_dec(lost, 0, "%u wakes in turn: each is answered once", wakes);
}

static uint32_t count(void *argument)
{
    ++*(uint32_t *)argument;
    return 0;
}

static void check_calls(void)
{
    static uint32_t counts[CPUS_MOST];
    unsigned wrong = 0;
    for (unsigned round = 0; round < rounds && !wrong; round++) {
        uint32_t number = 1 + round % (cpus_running - 1), before = counts[number];
        wrong += !run_on(number, count, &counts[number]) || counts[number] != before + 1;
    }
    is_dec(wrong, 0, "%u threads in turn: each runs once", rounds);
}

/* ---------------------------------------------------------------- traps on other CPUs */

static uint32_t fault_and_grow(void *argument)
{
    /* A page fault that the runtime resolves, and an interrupt in the middle of FPU work. */
    volatile double *value = argument;
    double sum = 0;
    uint32_t before = this_cpu()->ticks;
    while (this_cpu()->ticks - before < 3)
        sum = sum / 2 + 1;
    *value = sum;
    return 0;
}

static void check_fpu(void)
{
    unsigned wrong = 0;
    for (uint32_t i = 1; i < cpus_running; i++) {
        double value = 0;
        wrong += !run_on(i, fault_and_grow, &value) || value < 1.9 || value > 2.1;
    }
    is_dec(wrong, 0, "each computes with its FPU while its timer ticks");
}

/* ---------------------------------------------------------------- translations */

struct reader {
    const volatile uint32_t *page;
    volatile uint32_t reads, seen, stop;
};

static uint32_t read_on(void *argument)
{
    struct reader *reader = argument;
    while (!reader->stop) {
        reader->seen = *reader->page;
        reader->reads++;
        cpu_relax(); /* under instruction counting the CPUs take turns */
    }
    return 0;
}

/* The page changes its frame while the other CPUs read it. After cpus_invalidate each sees the new
 * one. */
static void check_invalidate(void)
{
    static struct reader readers[CPUS_MOST];
    uint32_t threads[CPUS_MOST];
    char *page = space_alloc(PAGE_SIZE);
    uint32_t own = page ? paging_look(page).physical : 0, frames[2] = {own, frame_alloc()};
    unsigned stale = 0, silent = 0;
    for (unsigned i = 0; i < 2; i++)
        *(uint32_t *)direct(frames[i]) = i;
    for (uint32_t i = 1; i < cpus_running; i++) {
        readers[i] = (struct reader){.page = (uint32_t *)page};
        threads[i] = start_on(i, read_on, &readers[i]);
        silent += !await_change(&readers[i].reads, 0);
    }
    for (unsigned round = 1; round <= rounds / 10 && !silent && !stale; round++) {
        paging_map(page, frames[round % 2], PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
        for (uint32_t i = 1; i < cpus_running; i++) {
            /* The read under way may have been of the old frame; the next one is not. */
            for (unsigned twice = 0; twice < 2; twice++)
                silent += !await_change(&readers[i].reads, readers[i].reads);
            stale += readers[i].seen != round % 2;
        }
    }
    for (uint32_t i = 1; i < cpus_running; i++) {
        readers[i].stop = true;
        silent += !await_end(threads[i]);
    }
    is_dec(silent, 0, "the other CPUs read a page all the time");
    is_dec(stale, 0, "%u times the page gets another frame, and each of them sees it", rounds / 10);
    paging_map(page, own, PAGING_WRITE | PAGING_USER);
    cpus_invalidate(page, PAGE_SIZE);
    frame_free(frames[1]);
    space_release(page);
}

enum { LARGE = 0x200000, MORE_THAN_THERE_IS = 0x40000000 };
static char *large;

static bool lower_rights(void)
{
    DWORD old;
    return VirtualProtect(large, LARGE, PAGE_READONLY, &old);
}

static bool decommit(void)
{
    return VirtualFree(large + PAGE_SIZE, LARGE / 2, MEM_DECOMMIT);
}

static bool release(void)
{
    return VirtualFree(large, 0, MEM_RELEASE);
}

static bool ask_for_too_much(void)
{
    return !VirtualAlloc(NULL, MORE_THAN_THERE_IS, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

/* One question has all of the others forget a range, whatever its size. */
static void check_questions(void)
{
    static volatile bool stop;
    static const struct {
        const char *claim;
        bool (*call)(void);
        uint32_t questions;
    } rows[] = {
        {"each of the others is asked once to forget the rights of a large range", lower_rights, 1},
        {"once when a large part of it is decommitted", decommit, 1},
        {"once when it is released", release, 1},
        {"and not at all when there is no memory for a range", ask_for_too_much, 0},
    };
    uint32_t threads[CPUS_MOST] = {0};
    for (uint32_t i = 1; i < cpus_running; i++) {
        threads[i] = start_on(i, compute, (void *)&stop);
        await_change(&cpus[i].ticks, cpus[i].ticks);
    }
    large = VirtualAlloc(NULL, LARGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    for (unsigned row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        uint32_t before[CPUS_MOST] = {0}, wrong = 0;
        for (uint32_t i = 1; i < cpus_running; i++)
            before[i] = cpus[i].answers;
        bool done = rows[row].call();
        for (uint32_t i = 1; i < cpus_running; i++)
            wrong += cpus[i].answers - before[i] != rows[row].questions;
        ok(done && !wrong, "%s", rows[row].claim);
    }
    stop = true;
    for (uint32_t i = 1; i < cpus_running; i++)
        await_end(threads[i]);
}

static uint32_t read_once(void *argument)
{
    struct reader *reader = argument;
    reader->seen = *reader->page;
    return 0;
}

/* A CPU that idles is not asked, and has forgotten the translation when it reads again. */
static void check_idle(void)
{
    char *page = space_alloc(PAGE_SIZE);
    uint32_t own = page ? paging_look(page).physical : 0, other = frame_alloc();
    unsigned stale = 0;
    *(uint32_t *)direct(own) = 1;
    *(uint32_t *)direct(other) = 2;
    for (uint32_t i = 1; i < cpus_running; i++) {
        struct reader reader = {.page = (uint32_t *)page};
        stale += !run_on(i, read_once, &reader) || reader.seen != 1;
        paging_map(page, other, PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
        stale += !run_on(i, read_once, &reader) || reader.seen != 2;
        paging_map(page, own, PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
    }
    is_dec(stale, 0, "a page that changes while a CPU idles is another one to it afterwards");
    frame_free(other);
    space_release(page);
}

static uint32_t invalidate_often(void *argument)
{
    for (unsigned i = 0; i < rounds / 10; i++)
        cpus_invalidate(argument, i % 2 ? PAGE_SIZE : 64 * PAGE_SIZE);
    return 0;
}

static void check_invalidate_at_once(void)
{
    uint32_t threads[CPUS_MOST];
    unsigned unfinished = 0;
    for (uint32_t i = 1; i < cpus_running; i++)
        threads[i] = start_on(i, invalidate_often, &rounds);
    invalidate_often(&rounds);
    for (uint32_t i = 1; i < cpus_running; i++)
        unfinished += !await_end(threads[i]);
    is_dec(unfinished, 0, "all CPUs ask all others at the same time, and get their answers");
}

/* ---------------------------------------------------------------- exceptions, and rights that
 * shrink */

struct writer {
    volatile uint32_t *page;
    volatile uint32_t writes;
    volatile DWORD status, address; /* of the exception that has ended the loop */
};

static int note(struct writer *writer, const EXCEPTION_RECORD *record)
{
    writer->status = record->ExceptionCode;
    writer->address = record->ExceptionInformation[1];
    return EXCEPTION_EXECUTE_HANDLER;
}

SEH_FUNCTION static uint32_t write_until_fault(void *argument)
{
    struct writer *writer = argument;
    __try {
        for (;; cpu_relax())
            *writer->page = ++writer->writes;
    } __except (note(writer, GetExceptionInformation()->ExceptionRecord)) {
        ;
    }
    return 0;
}

/* Tells whether every other CPU that writes to the page faults as soon as the page is taken away.
 */
static void check_taken(const char *claim, bool (*take)(void *page))
{
    static struct writer writers[CPUS_MOST];
    uint32_t threads[CPUS_MOST];
    unsigned wrong = 0;
    for (unsigned round = 0; round <= rounds / 100 && !wrong; round++) {
        char *page = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        for (uint32_t i = 1; i < cpus_running; i++) {
            writers[i] = (struct writer){.page = (uint32_t *)page + i};
            threads[i] = start_on(i, write_until_fault, &writers[i]);
            wrong += !await_change(&writers[i].writes, 0);
        }
        wrong += !page || !take(page);
        for (uint32_t i = 1; i < cpus_running && !wrong; i++)
            wrong += !await_end(threads[i]) || writers[i].status != STATUS_ACCESS_VIOLATION ||
                     writers[i].address != (uint32_t)writers[i].page;
        VirtualFree(page, 0, MEM_RELEASE);
    }
    is_dec(wrong, 0, "%s", claim);
}

static bool protect(void *page)
{
    DWORD old;
    return VirtualProtect(page, PAGE_SIZE, PAGE_READONLY, &old);
}

static bool take_memory(void *page)
{
    return VirtualFree(page, PAGE_SIZE, MEM_DECOMMIT);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "cpus=", 5) == 0)
            expected = (unsigned)strtoul(argv[i] + 5, NULL, 10);
        if (strncmp(argv[i], "rounds=", 7) == 0)
            rounds = (unsigned)strtoul(argv[i] + 7, NULL, 10);
        exact |= strcmp(argv[i], "exact") == 0;
        if (strncmp(argv[i], "wakes=", 6) == 0)
            wakes = (unsigned)strtoul(argv[i] + 6, NULL, 10);
    }
    wakes = wakes ? wakes : rounds;
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    is_dec(cpus_running, expected, "%u CPUs run", expected);
    is_dec(tib_current()->ProcessEnvironmentBlock->NumberOfProcessors, expected,
           "the PEB says so, too");
    check_states();
    check_ticks();
    if (cpus_running > 1) {
        check_wakes();
        check_calls();
        check_fpu();
        check_invalidate();
        check_questions();
        check_idle();
        check_invalidate_at_once();
        check_taken("a page that becomes read-only faults on each CPU that writes to it", protect);
        check_taken("so does one that loses its memory", take_memory);
    } else {
        cpus_invalidate(&rounds, sizeof rounds);
        ok(true, "one CPU alone waits for no answers");
    }
    return tap_done();
}
