/* The words of the debug registers: breakpoints, and what one of them has met. */
#ifndef KERNEL_CALL_BREAKPOINTS_H
#define KERNEL_CALL_BREAKPOINTS_H

#include <stdint.h>

/* In the order of CONTEXT's Dr0 to Dr7. */
struct debug_registers {
    uint32_t address[4];
    uint32_t status;  /* Dr6: B0 to B3 name the breakpoint, BS the trap flag */
    uint32_t control; /* Dr7 */
};

/* The bits of Dr6 and Dr7 that Windows lets through. Dr7 keeps the local enable bits, LE, and the
 * condition and width of each breakpoint. So there is no trap on access to the debug registers
 * themselves, and there are no global enable bits. */
#define DR6_LEGAL       0x0000E00Fu
#define DR6_BS          0x00004000u
#define DR6_BREAKPOINTS 0x0000000Fu
#define DR6_CLEAR       0xFFFF0FF0u /* Dr6 after a reset: these bits always read as one */
#define DR7_LEGAL       0xFFFF0155u
#define DR7_ENABLES     0x00000055u

#endif
