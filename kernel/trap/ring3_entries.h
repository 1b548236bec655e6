/* The kernel's side of kernel/call/program_entries.h: where ring 3 goes on. */
#ifndef KERNEL_TRAP_RING3_ENTRIES_H
#define KERNEL_TRAP_RING3_ENTRIES_H

#include <stdint.h>

/* With an exception: set at the start by their delivery. */
extern uint32_t exception_entry;

/* From an `int 2Eh` of code that is not the runtime's: vectors.S. */
extern uint32_t foreign_service_entry;

#endif
