/* Ends of a run on one of several CPUs, while the others compute; for kernel_cpus_end.t.
 *
 * Ring 0 only: CPUs are the kernel's.
 */
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/power.h"
#include "tests/threads/cpu_threads.h"

#include <memoryapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMPATIENT = 1000000 }; /* looks: some seconds in an emulator */

static volatile uint32_t arrived;

static uint32_t compute(void *with_interrupts)
{
    if (!with_interrupts)
        interrupts_off(); /* only an interrupt that cannot be masked stops it then */
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    for (;;)
        cpu_relax();
    return 0;
}

static uint32_t panic_here(void *words) { panic("%s", (const char *)words); }
static uint32_t end_here(void *status) { power_off((uint32_t)status); }

static uint32_t fault_here(void *unused)
{
    __asm__ volatile("ud2");
    return 0;
}

/* Another CPU has its interrupts off, and this one needs its answer. */
static uint32_t forget_here(void *unused)
{
    cpus_patience = IMPATIENT;
    for (;;)
        VirtualFree(VirtualAlloc(NULL, 1, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE), 0,
                    MEM_RELEASE);
    return 0;
}

/* This CPU keeps the lock that the others need. Patience gets short only then, because a CPU may
 * have to wait for another before. */
static uint32_t lock_here(void *unused)
{
    interrupts_off();
    kernel_enter();
    cpus_patience = IMPATIENT / 10;
    for (;;)
        cpu_relax();
    return 0;
}

static uint32_t overflow_here(void *unused)
{
    this_cpu()->in_trap++; /* as in the middle of a trap: no exception */
    __asm__ volatile("movl $0x1000, %esp; pushl %eax");
    return 0;
}

/* Returns when all CPUs but this one have panicked, or none can any more. */
static void panic_everywhere(void)
{
    for (uint32_t i = 1; i < cpus_running; i++)
        start_on(i, panic_here, "one of many");
    panic("one of many");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint32_t (*function)(void *argument);
        void *argument;
    } ways[] = {
        {"panic", panic_here, "asked for"}, {"exit", end_here, (void *)41},
        {"fault", fault_here, NULL},        {"overflow", overflow_here, NULL},
        {"forget", forget_here, NULL},      {"lock", lock_here, NULL},
    };
    if (argc < 3) {
        printf("ok 1 - nothing is asked for\n1..1\n");
        return 0;
    }
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    uint32_t on = (uint32_t)strtoul(argv[2], NULL, 0);
    if (strcmp(argv[1], "everywhere") == 0)
        panic_everywhere();
    for (uint32_t i = 1; i < cpus_running; i++)
        if (i != on)
            start_on(i, compute, i % 2 ? "interrupts" : NULL);
    while (arrived < cpus_running - (on ? 2 : 1))
        cpu_relax();
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], ways[i].name) != 0)
            continue;
        if (on == 0)
            ways[i].function(ways[i].argument);
        start_on(on, ways[i].function, ways[i].argument);
        for (;;)
            sys_thread_yield();
    }
    /* The end of the program waits for those that compute, and a busy host may let one wait, too.
     */
    cpus_patience = 10 * IMPATIENT;
    return 0;
}
