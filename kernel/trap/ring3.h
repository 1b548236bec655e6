/* Entering ring 3, for the whole program or for a piece of one, and the ways back. */
#ifndef KERNEL_TRAP_RING3_H
#define KERNEL_TRAP_RING3_H

#include "kernel/trap/trap.h"

#include <nt.h>
#include <ring3.h>
#include <stdbool.h>

/* ring3_switch.S: continues at eip in ring 3 with this stack pointer, interrupts on, every other
 * register 0. */
_Noreturn void ring3_enter(uint32_t esp, void (*eip)(void));

/* Runs function(argument) in ring 3; see ring3_call in include/ring3.h. Ring 0; in ring 3 the
 * service refuses. */
NTSTATUS ring3_run(ring3_function *function, void *argument, DWORD *value);

/* Ends the piece that is running in ring 3: ring3_run returns status, and stores value when status
 * is STATUS_SUCCESS. Returns when no piece is running. In the trap; a service. */
void ring3_end(NTSTATUS status, DWORD value);

/* Tells whether a piece is running. */
bool ring3_is_running(void);

/* NtContinue for ring 3: the service leaves into registers, then into context, each with the groups
 * that its flags name. Values that ring 3 may not have are replaced. The two may be one. Returns
 * STATUS_ACCESS_VIOLATION when they cannot be read; in ring 0 always STATUS_NOT_SUPPORTED. */
NTSTATUS ring3_continue(const CONTEXT *registers, const CONTEXT *context);

/* Hands over the function that puts the groups that context's flags name into the frame of a trap
 * from ring 3, the FPU and the debug registers. Once, at the start. */
typedef void ring3_context_function(struct trap_frame *frame, const CONTEXT *context);
void ring3_on_continue(ring3_context_function *function);

#endif
