/* How stacks grow, for traps. A thread's stack is the one that its esp points into; StackLimit
 * follows. All calls: ring 0, with the kernel's lock, unless said otherwise. */
#ifndef KERNEL_MEMORY_STACK_GROWTH_H
#define KERNEL_MEMORY_STACK_GROWTH_H

#include "kernel/threads/thread.h"

/* Touches the page at address for code of the thread that runs with this esp. */
enum stack_touch {
    STACK_OTHER,  /* the page is not the guard of this stack */
    STACK_GROWN,  /* it was: the page has memory now, and the page below is the guard */
    STACK_USED_UP /* it was the last one: the reserve has memory now */
};
enum stack_touch stack_touch(struct thread *thread, uint32_t address, uint32_t esp);

/* Notes that code of another stack has touched a guard. If it was a stack's, that stack cannot grow
 * any more, and TIB_GUARDS_LOST says so from now on. */
void stack_note_guard(struct thread *thread, uint32_t address);

/* The place of the thread's stack pointer. */
enum stack_place {
    STACK_INSIDE, /* in a stack */
    STACK_BELOW,  /* at most 64 KB below a stack, or below the one that the TEB describes */
    STACK_AWAY
};
enum stack_place stack_place(const struct thread *thread, uint32_t esp);

/* Gives memory to all pages of the stack that esp points into, but not to the last page. */
void stack_use_up(struct thread *thread, uint32_t esp);

/* Gives memory to the page at address, for the runtime's own trap code, if it is a stack's last
 * page or below a stack. Returns whether it did. */
bool stack_give(uint32_t address);

/* Makes the thread's stack grow until [top - size, top) can be written, in ring 3 if user. top is
 * the esp of the thread's code. Returns whether it can be written. When the stack is used up by
 * this, the trouble is noted. */
bool stack_prepare(struct thread *thread, uint32_t top, uint32_t size, bool user);

/* Like stack_prepare, but never uses the stack up: it returns false instead. */
bool stack_grow(struct thread *thread, uint32_t top, uint32_t size, bool user);

/* Notes that the thread's stack was used up at this address, inside the runtime's own trap code.
 * Without the lock; interrupts off. */
void stack_note_trouble(struct thread *thread, uint32_t address, bool lost);

/* Returns the noted trouble, and forgets it. Without the lock; interrupts off. */
struct stack_trouble stack_take_trouble(struct thread *thread);

/* Called before code of the thread goes on at eip with this esp: on the way out of a trap if the
 * thread is unsettled, and by NtContinue, since a handler may have made the stack grow. A switch
 * between stacks keeps a StackLimit at esp; the word there gets the stack's present limit. */
void stack_settle(struct thread *thread, uint32_t eip, uint32_t esp);

/* The code of the switch between stacks, which the thread library's .stack_switch describes: its
 * first instruction, and its bytes. While it runs, the word at esp is the stack's limit, on its way
 * to the TEB or from it. */
extern const struct stack_switch {
    uint32_t first, size;
} stack_switch;

/* Tells whether code at eip is in it. Elsewhere stack_settle has nothing to settle. Any context. */
static inline bool stack_is_switching(uint32_t eip)
{
    return eip - stack_switch.first < stack_switch.size;
}

#endif
