/* The firmware's tables in physical memory. */
#ifndef KERNEL_CPUS_FIRMWARE_H
#define KERNEL_CPUS_FIRMWARE_H

#include "kernel/cpus/cpu_list.h"

/* Finds the machine's CPUs in the tables of ACPI, or else in the older ones. Returns false where
 * there are none. Ring 0, at the start. */
bool firmware_find_cpus(struct cpu_list *list);

/* Finds what turns the machine off. Ring 0, at the start. */
void firmware_find_off(void);

/* Ends an emulator: by a port of its own, or else as the tables say. Halts any other machine. Ring
 * 0, any context. */
_Noreturn void firmware_end(void);

#endif
