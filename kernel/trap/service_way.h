/* The way of a service through the trap to its entry. */
#ifndef KERNEL_TRAP_SERVICE_WAY_H
#define KERNEL_TRAP_SERVICE_WAY_H

#include "kernel/call/in_registers.h"
#include "kernel/trap/service_entry.h"

enum service_way { GATE, DIRECT, HANDED };

struct service_row {
    service_entry *entry;
    uint16_t words, way;
};

/* By number. linker.ld takes them from kernel/services.c. */
extern const struct service_row services[SERVICE_COUNT];

/* Serves one `int 2Eh`: eax is the number, edx points to the words. The caller finds the result in
 * eax: STATUS_INVALID_SYSTEM_SERVICE for an unknown number, and in ring 0 for a direct one;
 * STATUS_ACCESS_VIOLATION for words that it may not read. Returns the frame to leave through. */
struct trap_frame *service_enter(struct trap_frame *frame);

/* Called by vectors.S: serves an `int 2Eh` that is no trap inside a trap. */
IN_REGISTERS struct trap_frame *service_trap(struct trap_frame *frame);

/* Like service_trap, where the CPU's word `unusual` is not 0. */
IN_REGISTERS struct trap_frame *service_trap_unusual(struct trap_frame *frame);

#endif
