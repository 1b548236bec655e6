/* Each CPU has a generator of its own, so what one does is no chance for another. */
#include "kernel/cpus/delays.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/chance.h"

/* Near seeds begin far from each other, and none at 0, because this is odd. */
#define SPREAD 0x9E3779B9u

START_CONSTANT bool delays_are_given;

static uint32_t chances[CPUS_MOST];
static uint32_t most; /* looks at nothing in one wait */

void delays_start(uint32_t seed)
{
    interrupts_must_be_off();
    /* Seeds differ in how far they move the CPUs. A program's few instructions between a look and
     * an act are met by short ones, a thread's whole start by long ones. */
    static const uint32_t limits[] = {16, 128, 1024, 4096};
    most = limits[seed % 4];
    for (uint32_t i = 0; i < CPUS_MOST; i++)
        chances[i] = ((seed * CPUS_MOST + i) * 2 + 1) * SPREAD;
    delays_are_given = true;
}

void delay_wait(void)
{
    interrupts_must_be_off();
    uint32_t *chance = &chances[this_cpu()->number];
    if (chance_below(chance, 2))
        return;
    for (uint32_t left = chance_below(chance, most); left; left--)
        cpu_relax();
}
