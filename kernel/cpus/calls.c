/* Interrupts from one CPU to another: wake, forget translations, stop. */
#include "boot/layout.h"
#include "boot/machine_end.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/lapic.h"
#include "kernel/cpus/panic.h"
#include "kernel/trap/service_entry.h"

uint32_t cpus_patience = 100000000u;

uint32_t processor_number(void)
{
    return this_cpu()->number;
}

uint32_t user_processor_number(struct service_call *call)
{
    (void)call;
    return processor_number();
}

/* ---------------------------------------------------------------- waking */

void cpus_wake(uint32_t number)
{
    kernel_must_be_locked();
    this_cpu()->to_wake |= 1u << number;
}

void cpus_send_wakes(struct cpu *cpu)
{
    interrupts_must_be_off();
    for (; cpu->to_wake; cpu->to_wake &= cpu->to_wake - 1)
        lapic_send(cpus[__builtin_ctz(cpu->to_wake)].apic_id, VECTOR_WAKE);
    cpu_relax(); /* where an emulator runs the CPUs by turns, it is another one's turn */
}

/* ---------------------------------------------------------------- forgetting translations */

static struct spinlock request_lock = SPINLOCK("translations", RANK_FORGET);

/* The one request at a time. The lock's holder waits for nothing but the answers. */
static struct {
    uint32_t start, size;
    uint32_t waiting; /* a bit for each CPU that has yet to answer */
} request;

#define PAGES_ONE_BY_ONE 32u /* more are forgotten with all others */

static void call_forget(uint32_t start, uint32_t size)
{
    if (size > PAGES_ONE_BY_ONE * PAGE_SIZE)
        cr3_write(cr3_read());
    else
        for (uint32_t at = 0; at < size; at += PAGE_SIZE)
            tlb_forget((const void *)(start + at));
}

void cpus_answer(void)
{
    interrupts_must_be_off();
    uint32_t bit = 1u << this_cpu()->number;
    if (!(__atomic_load_n(&request.waiting, __ATOMIC_ACQUIRE) & bit))
        return;
    call_forget(request.start, request.size);
    this_cpu()->answers++;
    __atomic_fetch_and(&request.waiting, ~bit, __ATOMIC_SEQ_CST);
}

/* The entries have changed before the lock was taken, by an instruction that orders the two; only
 * then it is asked which CPUs idle. */
void cpus_invalidate_all(const void *start, uint32_t size)
{
    uint32_t first = PAGE_DOWN((uint32_t)start), asked = 0;
    bool were_on = interrupts_save();
    spin_lock(&request_lock);
    request.start = first;
    request.size = PAGE_UP((uint32_t)start + size) - first;
    call_forget(request.start, request.size);
    for (uint32_t i = 0; i < cpus_running; i++)
        if (&cpus[i] != this_cpu() && !__atomic_load_n(&cpus[i].idle, __ATOMIC_SEQ_CST))
            asked |= 1u << i;
    __atomic_store_n(&request.waiting, asked, __ATOMIC_SEQ_CST);
    for (uint32_t i = 0; i < cpus_running; i++)
        if (asked & 1u << i)
            lapic_send(cpus[i].apic_id, VECTOR_FORGET);
    for (uint32_t looks = 0; (asked = __atomic_load_n(&request.waiting, __ATOMIC_ACQUIRE));
         looks++) {
        if (looks == cpus_patience)
            panic("CPU %u does not forget translations as CPU %u asks it to",
                  (unsigned)__builtin_ctz(asked), (unsigned)this_cpu()->number);
        cpu_relax();
    }
    spin_unlock(&request_lock);
    interrupts_restore(were_on);
}

/* A request that names no page: its answer is an instruction that orders the CPU's accesses. A CPU
 * that idles has ordered its own, because it said by such an instruction that it idles. */
uint32_t user_cpus_flush(struct service_call *call)
{
    (void)call;
    cpus_invalidate(NULL, 0);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- stopping */

#define LONGEST_STOP 10000000 /* looks at a CPU that does not stop */

static uint32_t stopper; /* the number, plus 1, of the CPU that ends the run; 0: none */

/* The stopper's NMI notes where. */
static _Noreturn void await_stop(void)
{
    __atomic_store_n(&this_cpu()->outputs, 0, __ATOMIC_SEQ_CST);
    machine_halt();
}

static bool is_another(uint32_t stops)
{
    return stops != 0 && stops != this_cpu()->number + 1;
}

/* Either the stopper sees the output, or the output sees the stopper: each writes its own word
 * before it reads the other's. */
void cpus_begin_output(void)
{
    interrupts_must_be_off();
    struct cpu *cpu = this_cpu();
    if (__atomic_add_fetch(&cpu->outputs, 1, __ATOMIC_SEQ_CST) == 1 &&
        is_another(__atomic_load_n(&stopper, __ATOMIC_SEQ_CST)))
        await_stop();
}

void cpus_end_output(void)
{
    interrupts_must_be_off();
    struct cpu *cpu = this_cpu();
    __atomic_store_n(&cpu->outputs, cpu->outputs - 1, __ATOMIC_RELEASE);
}

/* A slow reader may hold an output up for longer than this waits. */
static void await_output(const struct cpu *cpu)
{
    for (uint32_t looks = 0;
         looks < cpus_patience && __atomic_load_n(&cpu->outputs, __ATOMIC_SEQ_CST); looks++)
        cpu_relax();
}

void cpus_stop_others(void)
{
    uint32_t none = 0, own = this_cpu()->number + 1;
    interrupts_off();
    run_phase = RUN_ENDS;
    if (cpus_running == 1)
        return;
    if (!__atomic_compare_exchange_n(&stopper, &none, own, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST)) {
        if (none == own)
            return;
        await_stop();
    }
    for (uint32_t i = 0; i < cpus_running; i++) {
        if (i + 1 == own)
            continue;
        await_output(&cpus[i]);
        lapic_send_nmi(cpus[i].apic_id);
    }
    for (uint32_t i = 0; i < cpus_running; i++)
        for (unsigned looks = 0; i + 1 != own && !cpus[i].stopped && looks < LONGEST_STOP; looks++)
            cpu_relax();
    cpus_locking = false; /* CPUs that had a lock will never give it back */
}

void cpus_stop_here(const struct trap_frame *frame)
{
    uint32_t number = __atomic_load_n(&stopper, __ATOMIC_SEQ_CST);
    if (!is_another(number))
        return;
    this_cpu()->stopped = frame;
    machine_halt();
}
