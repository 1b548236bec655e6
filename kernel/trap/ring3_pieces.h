/* Pieces of a ring 0 program that run in ring 3, and what ring 3 puts into the machine. */
#ifndef KERNEL_TRAP_RING3_PIECES_H
#define KERNEL_TRAP_RING3_PIECES_H

#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"

#include <nt.h>
#include <ring3.h>
#include <stdbool.h>

/* Ends the thread's piece: ring3_call returns status, and stores value when status is
 * STATUS_SUCCESS. Returns the frame to leave through, which is the caller's in ring 0. In the
 * trap. */
struct trap_frame *ring3_end_piece(struct thread *thread, NTSTATUS status, DWORD value);

/* Gives back what the thread's piece has, when the thread ends in it. */
void ring3_forget_piece(struct thread *thread);

/* Hands over both ways of the service context_put: ring 0's own, and for ring 3 the function that
 * puts the groups that context's flags name into the frame of a trap from there, the FPU and the
 * debug registers. Once, at the start. */
typedef NTSTATUS ring0_context_function(const CONTEXT *registers, const CONTEXT *context);
typedef void ring3_context_function(struct trap_frame *frame, const CONTEXT *context);
void ring3_on_continue(ring0_context_function *ring0, ring3_context_function *ring3);

/* For the service's stub. */
extern ring0_context_function *handed_context_put;

#endif
