/* Starts the other CPUs, each up to the threads that it runs. Source of the order and the waits:
 * Intel's manual volume 3, section 8.4.4.1.
 */
#include "kernel/start_cpus.h"

#include "boot/cpuid.h"
#include "boot/layout.h"
#include "boot/start_cpu.h"
#include "kernel/boot_view.h"
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/call/report.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/pit.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/firmware.h"
#include "kernel/cpus/lapic.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/double_fault.h"
#include "kernel/trap/idt.h"

#include <string.h>

#define RESET_US    10000 /* from the reset to the start */
#define START_US    200
#define ANSWER_US   2000000 /* an emulator's CPU is a thread of a host that may be busy */
#define LOOK_US     100

/* A CPU's stacks, each with an unmapped page below it. */
#define STACKS_SIZE 0x10000u
#define STACK_PAGES (BOOT_STACK_SIZE / PAGE_SIZE)
#define TASK_PAGES  2u
_Static_assert((STACK_PAGES + TASK_PAGES + 2) * PAGE_SIZE <= STACKS_SIZE, "STACKS_SIZE");

/* The CPU that is being started. It sets answered. */
static struct cpu *volatile starting;
static volatile bool answered;

/* ---------------------------------------------------------------- on the new CPU */

/* Called by start_cpu.S on the CPU's own stack, interrupts off. */
static _Noreturn void cpu_begin(void)
{
    struct cpu *cpu = starting;
    segments_init(cpu, cpu->stack);
    thread_begin_idle();
    idt_init();
    idt_open_local();
    double_fault_init();
    fpu_init();
    lapic_init();
    answered = true;
    schedule_start();
}

/* ---------------------------------------------------------------- on the first CPU */

/* Maps memory behind an unmapped page. Returns its end, or 0 without memory. */
static uint32_t map_stack(uint32_t lowest, uint32_t pages)
{
    uint32_t end = lowest + (pages + 1) * PAGE_SIZE;
    for (uint32_t page = lowest + PAGE_SIZE; page < end; page += PAGE_SIZE) {
        uint32_t frame = frame_alloc();
        if (frame == FRAME_NONE || !paging_map((void *)page, frame, PAGING_WRITE))
            return 0;
        memset((void *)page, 0, PAGE_SIZE);
    }
    return end;
}

static bool give_stacks(struct cpu *cpu, uint32_t number)
{
    uint32_t lowest = STACKS_WINDOW + number * STACKS_SIZE;
    cpu->stack = map_stack(lowest, STACK_PAGES);
    cpu->double_fault_stack = map_stack(lowest + (STACK_PAGES + 1) * PAGE_SIZE, TASK_PAGES);
    return cpu->stack && cpu->double_fault_stack;
}

static bool is_module(uint32_t page)
{
    const struct boot_info *boot = boot_view();
    for (uint32_t i = 0; i < boot->module_count; i++)
        if (page < boot->modules[i].end && boot->modules[i].start < page + PAGE_SIZE)
            return true;
    return false;
}

/* Returns a page for the first instructions, or 0. It is mapped at its physical address, too. */
static uint32_t find_start_page(void)
{
    for (uint32_t page = START_CPU_HIGHEST; page >= START_CPU_LOWEST; page -= PAGE_SIZE)
        if (paging_look(direct(page)).present && !is_module(page))
            return paging_map((void *)page, page, PAGING_WRITE | PAGING_EXECUTE) ? page : 0;
    return 0;
}

static void fill_start_page(uint32_t page, const struct cpu *cpu)
{
    struct start_cpu_words words = {
        .cr0 = cr0_read(),
        .cr3 = cr3_read(),
        .cr4 = cr4_read(),
        .efer = cpu_features.no_execute ? msr_read(MSR_EFER) : 0,
        .stack = cpu->stack,
        .entry = (uint32_t)cpu_begin,
    };
    char *to = direct(page);
    memcpy(to, direct((uint32_t)start_cpu), (uint32_t)start_cpu_end - (uint32_t)start_cpu);
    memcpy(to + ((uint32_t)start_cpu_words - (uint32_t)start_cpu), &words, sizeof words);
}

static bool await_answer(uint32_t microseconds)
{
    for (uint32_t waited = 0; !answered && waited < microseconds; waited += LOOK_US)
        pit_spin(LOOK_US);
    return answered;
}

/* Returns whether the CPU with this controller, which was reset, runs now, with the block and its
 * stacks. */
static bool cpu_start(struct cpu *cpu, uint32_t id, uint32_t page)
{
    fill_start_page(page, cpu);
    starting = cpu;
    answered = false;
    cpu->apic_id = id;
    lapic_send_start(id, (uint8_t)(page / PAGE_SIZE));
    if (!await_answer(START_US))
        lapic_send_start(id, (uint8_t)(page / PAGE_SIZE));
    if (await_answer(ANSWER_US))
        return true;
    lapic_send_init(id); /* it must not begin later, with words that are for another CPU */
    pit_spin(RESET_US);
    return false;
}

static bool is_other(const struct cpu_list *list, uint32_t id)
{
    return id != cpus[0].apic_id && cpu_list_has(list, id);
}

/* Resets all of the list but this CPU, and measures its timer while they come to rest. */
static void reset_listed(const struct cpu_list *list)
{
    _Static_assert(LAPIC_MEASURE_MS * 1000 >= RESET_US, "LAPIC_MEASURE_MS");
    for (uint32_t id = 0; id < APIC_IDS; id++)
        if (is_other(list, id))
            lapic_send_init(id);
    lapic_measure();
}

static void start_listed(const struct cpu_list *list, uint32_t page)
{
    uint32_t beyond = 0;
    for (uint32_t id = 0; id < APIC_IDS; id++) {
        if (!is_other(list, id))
            continue;
        struct cpu *cpu = &cpus[cpus_running];
        if (cpus_running == CPUS_MOST)
            beyond++;
        else if (!cpu->stack && !give_stacks(cpu, cpus_running))
            report_line("no memory for another CPU");
        else if (cpu_start(cpu, id, page))
            cpus_running++;
        else
            report_line("the CPU with the interrupt controller %u does not answer; it is left out",
                        (unsigned)id);
    }
    if (beyond)
        report_line("%u more CPUs are not used: at most %u are", (unsigned)beyond, CPUS_MOST);
}

/* Tells whether the tables name a CPU beside this one. */
static bool has_others(const struct cpu_list *list)
{
    unsigned count = 0;
    for (uint32_t id = 0; id < APIC_IDS; id++)
        count += cpu_list_has(list, id);
    return count > 1;
}

/* Turns this CPU's controller on. Where firmware has left it off, no interrupt of the 8259 pair
 * gets through. Returns false if there is none. */
static bool open_controller(const struct cpu_list *list)
{
    bool is_possible = list->lapic % PAGE_SIZE == 0 && list->lapic >= boot_view()->direct_end;
    if (!is_possible || !lapic_map(list->lapic))
        return false;
    cpus[0].apic_id = lapic_id();
    lapic_init();
    return true;
}

void cpus_start(void)
{
    interrupts_must_be_off();
    struct cpu_list list;
    if (!(boot_view()->features & CPUID_APIC) || !firmware_find_cpus(&list) ||
        !open_controller(&list) || !has_others(&list))
        return;
    idt_open_local();
    uint32_t page = find_start_page();
    if (!page) {
        report_line("the other CPUs are not used: there is no memory to start them");
        return;
    }
    reset_listed(&list);
    cpus_locking = true;
    start_listed(&list, page);
    cpus_locking = cpus_running > 1;
    paging_unmap((void *)page);
}
