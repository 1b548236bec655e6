/* Each CPU's own interrupt controller, the local APIC. All CPUs reach theirs at the same address.
 * All calls: ring 0, interrupts off, where there are several CPUs. Serves C and assembly. Source:
 * Intel's manual volume 3, chapter 10. */
#ifndef KERNEL_CPUS_LAPIC_H
#define KERNEL_CPUS_LAPIC_H

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"

#define LAPIC_END_OF_INTERRUPT (LAPIC_PAGE + 0xB0)

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

/* Maps the controllers' registers, which lie at this physical address. Returns false when there is
 * no memory for it. Once. */
bool lapic_map(uint32_t physical);

/* Returns the identifier of this CPU's controller. */
uint32_t lapic_id(void);

/* Counts the timer's steps of a millisecond, which takes LAPIC_MEASURE_MS. Once, after clock_init.
 */
#define LAPIC_MEASURE_MS 12u
void lapic_measure(void);

/* Turns this CPU's controller on. The first CPU's lets the interrupts of the 8259 pair through.
 * Once on each CPU. */
void lapic_init(void);

/* Turns the ticks of this CPU on or off; not the first one's, whose ticks are the clock's. */
void lapic_tick(bool on);

/* Lets the controller report interrupts of this and lower vectors again. */
static inline void lapic_end_of_interrupt(void)
{
    interrupts_must_be_off();
    *(volatile uint32_t *)LAPIC_END_OF_INTERRUPT = 0;
}

/* Returns the vector of an interrupt that this CPU has taken and not ended yet, or -1. */
int lapic_in_service(void);

/* Interrupts the CPU with that controller: by a vector, by the interrupt that cannot be masked, by
 * a reset after which it waits for its start, and by the start at page * 4096. */
void lapic_send(uint32_t id, uint8_t vector);
void lapic_send_nmi(uint32_t id);
void lapic_send_init(uint32_t id);
void lapic_send_start(uint32_t id, uint8_t page);
#endif

#endif
