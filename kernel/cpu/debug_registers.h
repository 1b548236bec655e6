/* The debug registers: four addresses at which the CPU raises a debug trap.
 *
 * They belong to the program as a whole; user-level threads share them, as fibers do on Windows.
 * What the program asked for is kept here, so that an exception of a program that uses none need
 * not touch them: reading one is slow on every CPU.
 *
 * A breakpoint met by the runtime's own trap code is none of the program's: Windows disarms them
 * all on the way into its kernel; here trap.c drops it.
 */
#ifndef KERNEL_CPU_DEBUG_REGISTERS_H
#define KERNEL_CPU_DEBUG_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

/* In the order of CONTEXT's Dr0 to Dr7. */
struct debug_registers {
    uint32_t address[4];
    uint32_t status;  /* Dr6: B0 to B3 which breakpoint, BS the trap flag */
    uint32_t control; /* Dr7 */
};

/* What Windows leaves of Dr6 and Dr7: of the latter the local enable bits, LE, and what and how
 * wide each breakpoint watches. So no trap on access to the debug registers themselves, and no
 * global enable bits. */
#define DR6_LEGAL       0x0000E00Fu
#define DR6_BS          0x00004000u
#define DR6_BREAKPOINTS 0x0000000Fu
#define DR6_CLEAR       0xFFFF0FF0u /* as after a reset: these bits always read as one */
#define DR7_LEGAL       0xFFFF0155u
#define DR7_ENABLES     0x00000055u

/* Whether any breakpoint is armed. */
extern bool debug_registers_armed;

/* Arms the breakpoints that wanted enables, or none, with bits that are not legal dropped. One that
 * watches ports is not enabled. ring3: on whose behalf; then an address that ring 3 may not read
 * becomes 0. Ring 0 only. */
void debug_registers_set(const struct debug_registers *wanted, bool ring3);

/* What is set; all zero when no breakpoint is armed, as on Windows. Ring 0; a
 * service. */
void debug_registers_get(struct debug_registers *now);

/* Disarms the breakpoints that are set, if any, until the next debug_registers_set or _leave. Ring
 * 0 only. */
void debug_registers_pause(void);

/* Arms those that are set, if any, before an iret to code of ring 0 whose stack pointer will be esp
 * (0: no such code): but not a breakpoint on access to the three words below it, which the iret
 * itself reads. It would be met there again and again; it waits for the next trap. */
void debug_registers_leave(uint32_t esp);

/* Makes the machine forget what the last debug trap was about. Ring 0 only. */
void debug_registers_forget_status(void);

#endif
