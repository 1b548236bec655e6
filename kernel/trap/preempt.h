/* The end of a time slice.
 *
 * Each tick counts the TEB's word TIB_SLICE down (kernel/call/teb_words.h). Where that makes it
 * 0, code of the program goes to TIB_PREEMPT as if it had been interrupted once more:
 *
 *	eflags
 *	cs
 *	eip			<- esp
 *
 * so an iret there resumes the interrupted code. All other registers keep their values, except the
 * flags that such a routine must not inherit (EFLAGS_OF_CALLER, RF).
 *
 * Only the program's own code is interrupted so, with interrupts on and PREEMPT_ROOM bytes free
 * below esp. The runtime's code is not, so no call of the runtime is cut in two. Otherwise the
 * slice becomes 1, and the next tick tries again. A slice of 0 never ends.
 */
#ifndef KERNEL_TRAP_PREEMPT_H
#define KERNEL_TRAP_PREEMPT_H

#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"

/* Bytes of the stack that the routine may use, its frame and an interrupt's included. */
#define PREEMPT_ROOM 0x240

/* Makes the trap with this frame leave to the routine of the thread, whose slice has ended, if it
 * may. Returns the frame to leave through. runtime: the trap interrupted the runtime's own trap
 * code. In the trap, interrupts off. */
struct trap_frame *preempt(struct thread *thread, struct trap_frame *frame, bool runtime);

/* Makes the slice end again with the next tick. */
void preempt_later(struct thread *thread);

#endif
