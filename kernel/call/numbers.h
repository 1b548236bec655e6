/* Numbers of the kernel on which code of either ring counts, too. Serves C and assembly. */
#ifndef KERNEL_CALL_NUMBERS_H
#define KERNEL_CALL_NUMBERS_H

#define CPUS_MOST          8

/* Units of 100 ns that a tick of the clock lasts. */
#define FINE_A_TICK        10000u

/* Ranges of memory begin at multiples of so many bytes. */
#define SPACE_SLOT         0x10000u

/* Bytes of the interrupted stack that a trap takes in ring 0: its frame, or less for a tick by the
 * short way. An exception takes more, because it is laid there. Interrupts need no more room than
 * this on a stack. */
#define TRAP_FRAME_ROOM    68
#define TRAP_TICK_ROOM     16

/* Offsets in the shared page, behind all that Windows has there, of 64 bits: the time stamp counter
 * at the last tick; 1 once any thread has set a breakpoint. */
#define SHARED_STAMP       0x800
#define SHARED_BREAKPOINTS 0x808

/* Where the threads go on that stand in held_places (kernel/shared/held.S): 64 bits each, of which
 * the lower half counts. As many as the CPU has breakpoints. */
#define SHARED_HELD        0x810
#define HOLDS_MOST         4
#define HELD_SIZE          8 /* bytes of a place, a jump */

#endif
