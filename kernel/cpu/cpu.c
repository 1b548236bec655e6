/* The CPUs' blocks, and how many there are. */
#include "kernel/cpu/cpu.h"

#include "kernel/trap/service_entry.h"

struct cpu cpus[CPUS_MOST];
uint32_t cpus_running = 1;

uint32_t processor_number(void)
{
    return this_cpu()->number;
}

uint32_t user_processor_number(struct service_call *call)
{
    (void)call;
    return processor_number();
}
