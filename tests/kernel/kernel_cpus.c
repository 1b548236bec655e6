/* Several CPUs: each has its own tables and the first one's settings, answers when it is woken, and
 * runs the threads that may run on it.
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
#include "tests/kernel/kernel_cpus.h"
#include "kernel/call/features.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/control.h"
#include "kernel/cpus/cpus.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/paging.h"
#include "kernel/threads/thread.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/harness/with_lock.h"

static unsigned rounds, wakes;
static bool exact; /* the machine counts time by instructions, and no host delays a tick */

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
            tebs += cpus[i].run.idle_thread->teb == cpus[j].run.idle_thread->teb;
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
    bool were_on = test_lock();
    cpus_wake(number);
    test_unlock(were_on);
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

int main(int argc, char **argv)
{
    unsigned expected = argument(argc, argv, "cpus=", 1);
    rounds = argument(argc, argv, "rounds=", 3000);
    wakes = argument(argc, argv, "wakes=", rounds);
    exact = has_argument(argc, argv, "exact");
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
    }
    return tap_done();
}
