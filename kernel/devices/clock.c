/* Each interrupt of the 8254 is a tick (kernel/cpu/pit.h), a little less than a millisecond, so the
 * count gains 13 s a day. It lies in the shared page and nowhere else. This file and trap_tick in
 * vectors.S write it. */
#include "kernel/devices/clock.h"

#include "boot/layout.h"
#include "kernel/call/features.h"
#include "kernel/call/segment_registers.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/pit.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/panic.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/irq.h"
#include "kernel/memory/paging.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/ums/kernel_ums.h"
#include <nt.h>

NT_ASSERT_OFFSET(KUSER_SHARED_DATA, TickCountLowDeprecated, SHARED_OLD_TICKS);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, TickCount.LowPart, SHARED_TICKS);

union clock_page clock_page __attribute__((aligned(PAGE_SIZE)));

bool clock_shows_times;
static uint64_t time_at_zero;

/* The old count's change, the stamp, and the count follow each other: see fine_time. */
static inline void note_stamp(void)
{
    clock_page.shared.TickCountLowDeprecated++;
    if (cpu_features.tsc)
        clock_page.longs[SHARED_STAMP / sizeof clock_page.longs[0]] = tsc_read();
}

/* Writes High2 first and High1 last: a reader that finds both equal has a whole value. */
static void write_time(volatile KSYSTEM_TIME *place, uint64_t time)
{
    place->High2Time = (DWORD)(time >> 32);
    place->LowPart = (DWORD)time;
    place->High1Time = (DWORD)(time >> 32);
}

/* The times of a process of Windows are written first, so that they are never behind the count. */
static void publish(uint64_t ticks)
{
    if (clock_shows_times) {
        write_time(&clock_page.shared.InterruptTime, ticks * FINE_A_TICK);
        write_time(&clock_page.shared.SystemTime, time_at_zero + ticks * FINE_A_TICK);
    }
    write_time(&clock_page.shared.TickCount, ticks);
}

/* Counts a tick for the thread that it interrupts. Returns whether its slice has ended. */
static bool count_for(const struct cpu *cpu)
{
    struct thread *thread = cpu->thread;
    if (cpu->run.carrier != NULL)
        ums_tick(cpu->run.carrier, thread);
    *teb_word(thread->teb, TIB_ATTENTION) = TIB_ATTEND;
    return --*teb_word(thread->teb, TIB_SLICE) == 0;
}

/* An emulator that runs the CPUs by turns may let one go on until the next timer is due, and begin
 * anew at the first then: QEMU before 8.1 where it counts instructions. A pause ends the turn. Each
 * tick leaves one CPU the time that is left, another one each time. The pause is at the tick's end,
 * where this CPU has no lock that the others need. */
static void share_time(struct cpu *cpu, uint32_t now)
{
    if (cpus_locking && (cpu->number == 0 || cpu->number != now % cpus_running))
        cpu->at_end |= AT_END_PAUSE;
}

bool clock_tick(void)
{
    struct cpu *cpu = this_cpu();
    const volatile KSYSTEM_TIME *count = &clock_page.shared.TickCount;
    note_stamp();
    uint64_t now = ((uint64_t)(DWORD)count->High1Time << 32 | count->LowPart) + 1;
    publish(now);
    share_time(cpu, (uint32_t)now);
    if (--cpu->countdown == 0)
        schedule_tick(cpu, now);
    return count_for(cpu);
}

bool clock_tick_here(struct cpu *cpu)
{
    interrupts_must_be_off();
    uint64_t now = clock_now();
    cpu->ticks++;
    share_time(cpu, (uint32_t)now);
    schedule_tick(cpu, now);
    return count_for(cpu);
}

void clock_expect(uint32_t ticks)
{
    kernel_must_be_locked();
    struct cpu *cpu = this_cpu();
    if (cpu->number > 0)
        cpus_wake(0);
    else if (ticks < cpu->countdown)
        cpu->countdown = ticks;
}

void clock_init(uint32_t first_tick)
{
    interrupts_must_be_off();
    if (!paging_map((void *)SHARED_PAGE, (uint32_t)&clock_page - UPPER_HALF, PAGING_USER))
        panic("no memory for the shared page");
    clock_page.shared.TickCountMultiplier = 1u << 24; /* a tick is one millisecond */
    clock_page.shared.NtMajorVersion = 6;             /* as in the PEB */
    clock_page.shared.NtMinorVersion = 1;
    clock_page.shared.TickCountLowDeprecated = first_tick - 1;
    note_stamp();
    publish(first_tick);
    deadlines_begin(first_tick);
    pit_begin();
    irq_set_function(CLOCK_IRQ, clock_tick);
}

void clock_set_time(uint64_t at_zero)
{
    time_at_zero = at_zero;
}

void clock_show_times(void)
{
    bool were_on = interrupts_save();
    clock_shows_times = true;
    publish(clock_now());
    interrupts_restore(were_on);
}

uint64_t clock_now(void)
{
    const volatile KSYSTEM_TIME *count = &clock_page.shared.TickCount;
    uint32_t high, low;
    do {
        high = count->High1Time;
        low = count->LowPart;
    } while (high != count->High2Time); /* an interrupt came, and the low half wrapped */
    return (uint64_t)high << 32 | low;
}

static bool is_reached(uint64_t deadline)
{
    return clock_now() >= deadline;
}

/* The thread halts by itself, because that is the shortest way from an interrupt to its code. No
 * interrupt comes between the look at the count and the halt, which would sleep through it. While
 * it halts, any thread that becomes ready gets the CPU: the code that makes a thread ready looks at
 * halting afterwards, and here halting is set before the look at ready threads. */
void clock_wait_until(uint64_t deadline)
{
    must_not_be_in_trap();
    if (fs_read() & SELECTOR_LOCAL) { /* a worker: its scheduler does not halt */
        sys_wait_for(NULL, 0, 0, deadline);
        return;
    }
    interrupts_off();
    struct thread *thread = this_thread();
    thread->halts_until = deadline;
    schedule_end_slice();
    while (!is_reached(deadline)) {
        __atomic_store_n(&thread->halting, true, __ATOMIC_SEQ_CST);
        if (schedule_is_wanted()) {
            sys_thread_yield();
            continue;
        }
        trace_flush();
        schedule_begin_slice(thread); /* the time that it halts does not count */
        cpu_wait();
        if (is_reached(deadline))
            break;
        interrupts_off();
    }
    thread->halting = false;
    interrupts_on();
}
