/* The debug registers: four addresses at which the CPU raises a debug trap.
 *
 * Each thread of the machine has its own. User-level threads share those of the thread that they
 * run in, as fibers do on Windows. The thread's record keeps what was asked for: reading a debug
 * register is slow on every CPU, and an exception of a program without breakpoints reads none.
 *
 * A breakpoint that the runtime's own trap code meets is not for the program. Windows disarms all
 * of them on the way into its kernel; here trap.c drops the trap.
 */
#ifndef KERNEL_THREADS_DEBUG_REGISTERS_H
#define KERNEL_THREADS_DEBUG_REGISTERS_H

#include "kernel/call/breakpoints.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"

#include <stdbool.h>
#include <stdint.h>

struct thread;

/* Tells whether any is armed on this CPU. Interrupts off. */
static inline bool debug_registers_armed_here(void)
{
    interrupts_must_be_off();
    return this_cpu()->unusual & UNUSUAL_BREAKPOINTS;
}

/* Arms the breakpoints that wanted enables, or none, for the running thread. Bits that are not
 * legal are dropped, and a breakpoint that watches ports is not enabled. ring3: the breakpoints are
 * for code of ring 3; an address that ring 3 may not read becomes 0. Ring 0 only. */
void debug_registers_set(const struct debug_registers *wanted, bool ring3);

/* Like debug_registers_set, for a thread that does not run. */
void debug_registers_set_of(struct thread *thread, const struct debug_registers *wanted,
                            bool ring3);

/* Brings the registers of the thread that runs from now on into the machine, when it or the one
 * before has any armed. In a trap that will leave through its frame. */
void debug_registers_switch(const struct thread *thread);

/* Stores the running thread's registers; all zero when no breakpoint is armed, as on Windows. Ring
 * 0; a service. */
void debug_registers_get(struct debug_registers *now);

/* Disarms the set breakpoints, if any, until the next debug_registers_set or _leave. Ring 0
 * only. */
void debug_registers_pause(void);

/* Arms the set breakpoints, if any, before an iret to code of ring 0 whose stack pointer will be
 * esp (0: to no such code). A breakpoint on access to the three words below esp stays disarmed
 * until the next trap, because the iret itself reads them and would meet it again and again. */
void debug_registers_leave(uint32_t esp);

/* Clears Dr6, in which the last debug trap left its cause. Ring 0 only. */
void debug_registers_forget_status(void);

#endif
