/* Traps that neither the program nor a device has meant. */
#ifndef KERNEL_TRAP_ODDITIES_H
#define KERNEL_TRAP_ODDITIES_H

#include "kernel/call/in_registers.h"

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* Makes of a frame of virtual-8086 mode the one that ring 3 would have without that mode. Returns
 * the frame. */
IN_REGISTERS struct trap_frame *trap_leave_virtual_8086(struct trap_frame *frame);

/* Tells whether eip is in a stub of vectors.S or in the way in or out that the stubs share. */
bool trap_is_own_code(uint32_t eip);

/* For a debug trap: tells whether the runtime's own way in or out of a trap met a breakpoint of the
 * program. Then it is dropped, and the way goes on. */
bool trap_drops_breakpoint(struct trap_frame *frame);

/* For #NM: tells whether an FPU instruction faulted only because of a switch of tasks. Then it can
 * go on now. */
bool trap_claims_fpu(void);

#endif
