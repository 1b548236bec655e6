/* The double fault's own task, which each CPU has for itself. */
#ifndef KERNEL_TRAP_DOUBLE_FAULT_H
#define KERNEL_TRAP_DOUBLE_FAULT_H

/* Gives this CPU's task its entry and the block's double_fault_stack, and both tasks their page
 * tables. The first CPU's stack lies in the image. Once on each CPU, after segments_init. */
void double_fault_init(void);

/* Ends the running trap, with depth 1 and without armed breakpoints, through the task: the way out
 * needs no stack. Sets the guard of the interrupted code's stack right below its esp again, and
 * forgets the trouble; where there is no room for a guard, the stack has overflowed. In the trap.
 */
struct trap_frame;
_Noreturn void double_fault_leave(const struct trap_frame *frame);

#endif
