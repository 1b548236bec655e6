/* How stacks grow, for traps. A thread's stack is the one that its esp points into; the TEB
 * follows. All calls: ring 0, interrupts off.
 */
#ifndef KERNEL_MEMORY_STACK_GROWTH_H
#define KERNEL_MEMORY_STACK_GROWTH_H

#include "kernel/threads/thread.h"

/* Touches the page at address for code of the thread that runs with this esp. */
enum stack_touch {
    STACK_OTHER,  /* the page is not its stack's guard */
    STACK_GROWN,  /* it was: there is memory now, and a new guard */
    STACK_USED_UP /* it was the last: the reserve is given */
};
enum stack_touch stack_touch(struct thread *thread, uint32_t address, uint32_t esp);

/* For a guard that has gone off under code of another stack: if it was a stack's, that stack cannot
 * grow any more, and TIB_GUARDS_LOST says so from now on. */
void stack_note_guard(struct thread *thread, uint32_t address);

/* Where a stack pointer of the thread is. */
enum stack_place {
    STACK_INSIDE, /* in a stack */
    STACK_BELOW,  /* less than 64 KB below one, or below the one that the TEB describes */
    STACK_AWAY
};
enum stack_place stack_place(const struct thread *thread, uint32_t esp);

/* Gives the stack that esp points into all that it has left but the last page. */
void stack_use_up(struct thread *thread, uint32_t esp);

/* Gives the page at address memory even so, for the runtime's own trap code, if it is a stack's
 * last one or below. */
bool stack_give(uint32_t address);

/* For code of the thread that runs with esp top: whether [top - size, top) can be written, in ring
 * 3 if user, after growing the stack that it may be part of. A stack used up by that is noted. */
bool stack_prepare(struct thread *thread, uint32_t top, uint32_t size, bool user);

/* The same, but a stack that would be used up by that is left alone: false. */
bool stack_grow(struct thread *thread, uint32_t top, uint32_t size, bool user);

/* Notes that the thread's stack was used up at this address, inside the runtime's own trap code. */
void stack_note_trouble(struct thread *thread, uint32_t address, bool lost);

/* Returns what was noted, and forgets it. */
struct stack_trouble stack_take_trouble(struct thread *thread);

/* Called on the way out of the trap that interrupted code of the thread at eip with this esp, if
 * the thread is unsettled: code in the middle of a switch gets the limit that the stack has now. */
void stack_settle(struct thread *thread, uint32_t eip, uint32_t esp);

#endif
