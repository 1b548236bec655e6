/* Registers of threads that do not run, as a CONTEXT. The layer above knows how a frame and a
 * CONTEXT correspond, and hands its two functions over. */
#ifndef KERNEL_THREADS_THREAD_REGISTERS_H
#define KERNEL_THREADS_THREAD_REGISTERS_H

#include <nt.h>
#include <stdint.h>

struct thread;

struct thread_registers {
    /* Stores the groups that context's flags name. */
    void (*get)(const struct thread *thread, CONTEXT *context);

    /* Makes the thread go on with the groups that context's flags name. A value that a frame of
     * ring 3 may not have is replaced. Returns STATUS_ACCESS_VIOLATION, and changes nothing, for
     * segments or a stack with which ring 0 cannot go on. */
    uint32_t (*put)(struct thread *thread, const CONTEXT *context);
};

/* Lays the frame of a suspended thread whose registers were asked for back onto its stack, where
 * the thread may run again. Does nothing for a frame that is there already. With the kernel's
 * lock; of a thread that does not run. */
void thread_frame_lay(struct thread *thread);

/* At the start. */
void thread_on_registers(const struct thread_registers *registers);

#endif
