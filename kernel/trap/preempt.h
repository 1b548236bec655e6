/* The end of a time slice.
 *
 * Each tick counts the TEB's word TIB_SLICE down (kernel/threads/teb_words.h). Where that makes it
 * 0, code of the program goes to TIB_PREEMPT as if it had been interrupted once more:
 *
 *	eflags
 *	cs
 *	eip			<- esp
 *
 * so an iret there goes on where it was. All other registers are as they were, but for the flags
 * that such a routine could not bear. Only code that is the program's own is interrupted so, with
 * interrupts on, and PREEMPT_ROOM bytes free below esp: never the runtime, so no call of it is cut
 * in two. Else the slice is made 1, and the next tick tries again. A slice of 0 never ends.
 */
#ifndef KERNEL_TRAP_PREEMPT_H
#define KERNEL_TRAP_PREEMPT_H

#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"

/* Bytes of the stack that the routine may use, its frame and an interrupt's included. */
#define PREEMPT_ROOM 0x240

/* For a thread whose slice has ended in a trap with this frame: makes the trap leave to the
 * routine, if it may. Returns the frame to leave through. runtime: the trap interrupted the
 * runtime's own trap code. */
struct trap_frame *preempt(struct thread *thread, struct trap_frame *frame, bool runtime);

/* Has the slice end with the next tick once more. */
void preempt_later(struct thread *thread);

#endif
