/* The CPUs' blocks, and how many there are. */
#include "kernel/cpu/cpu.h"

struct cpu cpus[CPUS_MOST];
uint32_t cpus_running = 1;
