/* A spinning CPU answers requests to forget translations, because the holder may wait for that. */
#include "kernel/cpus/spinlock.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/delays.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/panic.h"

/* A lock's holder may wait for another CPU's answer itself. That wait has to end first, because its
 * report names the CPU that is to blame. */
#define MORE_PATIENT 4

bool cpus_locking;
enum run_phase run_phase;

/* The ranks that each CPU holds. Each rank is a bit. Only checking builds need them. */
static uint32_t held[CPUS_MOST];

static void check_order(const struct spinlock *lock)
{
    if (held[this_cpu()->number] >> lock->rank)
        panic("CPU %u takes the lock of %s while it has one that comes after it",
              (unsigned)this_cpu()->number, lock->name);
}

struct spinlock kernel_spinlock = SPINLOCK("the kernel", RANK_KERNEL);

void contract_broken(const char *function, const char *way)
{
    panic("%s is called %s", function, way);
}

static bool guards_output(const struct spinlock *lock)
{
    return lock->rank == RANK_TRACE || lock->rank == RANK_DEVICE;
}

static bool take(struct spinlock *lock, uint32_t own)
{
    uint32_t nobody = 0;
    return __atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == 0 &&
           __atomic_compare_exchange_n(&lock->holder, &nobody, own, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_RELAXED);
}

void spin_lock_among_cpus(struct spinlock *lock)
{
    interrupts_must_be_off();
    uint32_t number = this_cpu()->number;
    if (CHECKED)
        check_order(lock);
    delay_here();
    for (uint32_t looks = 0; !take(lock, number + 1); looks++) {
        if (looks == cpus_patience * MORE_PATIENT)
            panic("CPU %u does not get the lock of %s, which CPU %u has", (unsigned)number,
                  lock->name, (unsigned)lock->holder - 1);
        cpus_answer();
        cpu_relax();
    }
    if (CHECKED)
        held[number] |= 1u << lock->rank;
    if (guards_output(lock))
        cpus_begin_output();
}

void spin_unlock_among_cpus(struct spinlock *lock)
{
    interrupts_must_be_off();
    if (CHECKED)
        held[this_cpu()->number] &= ~(1u << lock->rank);
    __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
    if (guards_output(lock))
        cpus_end_output();
}
