/* The loop in which CPUs wait. */
#include "kernel/cpus/idle.h"

#include "boot/layout.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/cpus.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tib.h"

static struct thread threads[CPUS_MOST];
static TEB tebs[CPUS_MOST];

void idle_use_thread(void)
{
    struct cpu *cpu = this_cpu();
    struct thread *thread = &threads[cpu->number];
    TEB *teb = &tebs[cpu->number];
    teb->NtTib.ExceptionList = EXCEPTION_CHAIN_END;
    teb->NtTib.StackBase = (PVOID)cpu->stack;
    teb->NtTib.StackLimit = (PVOID)(cpu->stack - BOOT_STACK_SIZE);
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    teb->NtTib.Self = &teb->NtTib;
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND;
    thread->teb = teb;
    thread->teb_address = (uint32_t)teb;
    segments_describe_teb(thread->fs, thread->teb_address);
    thread->state = THREAD_RUNNING;
    cpu->idle_thread = thread;
    segments_set_thread(thread);
}

/* While idle is set, cpus_invalidate does not ask this CPU. So the flag is cleared before the
 * translations go, and by an instruction that orders the two. */
static void set_idle(bool idle)
{
    __atomic_store_n(&this_cpu()->idle, idle, __ATOMIC_SEQ_CST);
    if (!idle)
        cr3_write(cr3_read());
}

_Noreturn void idle_forever(void)
{
    struct cpu *cpu = this_cpu();
    set_idle(true);
    for (;;) {
        cpu_function *function = __atomic_load_n(&cpu->call, __ATOMIC_ACQUIRE);
        if (function) {
            set_idle(false);
            interrupts_on();
            function(cpu->call_argument);
            interrupts_off();
            __atomic_store_n(&cpu->call, NULL, __ATOMIC_RELEASE);
            set_idle(true);
            continue;
        }
        cpu_wait();
        interrupts_off();
    }
}

bool cpus_call(uint32_t number, cpu_function *function, void *argument)
{
    struct cpu *cpu = &cpus[number];
    if (__atomic_load_n(&cpu->call, __ATOMIC_ACQUIRE))
        return false;
    cpu->call_argument = argument;
    __atomic_store_n(&cpu->call, function, __ATOMIC_RELEASE);
    cpus_wake(number);
    return true;
}

bool cpus_is_idle(uint32_t number)
{
    return !__atomic_load_n(&cpus[number].call, __ATOMIC_ACQUIRE);
}
