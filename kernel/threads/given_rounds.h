/* A thread that waits by looking again and again, under a schedule. It comes back to an instruction
 * with the registers that it had there, so the round has changed nothing but memory.
 */
#ifndef KERNEL_THREADS_GIVEN_ROUNDS_H
#define KERNEL_THREADS_GIVEN_ROUNDS_H

#include "kernel/threads/thread.h"

#include <stdbool.h>

/* Returns whether a round ends at the instruction that the thread, with the frame of its trap,
 * would execute now. To be called with each instruction that counts. */
bool given_round_ends(const struct thread *thread, const struct trap_frame *frame);

#endif
