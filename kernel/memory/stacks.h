/* Stacks that grow as Windows' do: reserved whole, with memory at the top, a guard page below that,
 * and the guard moving down as it is touched.
 *
 *	room		for whoever runs threads on the stack
 *	top		StackBase
 *	committed
 *			StackLimit
 *	guard		one page
 *	reserved
 *	last page	never given
 *	base		DeallocationStack
 *	nothing		a slot of 64 KB that nobody else gets
 *
 * Small stacks have no slot below: they lie side by side (stack_places.h).
 *
 * When the guard would leave less than the reserve, all of the stack but its last page is given and
 * the touch becomes STATUS_STACK_OVERFLOW: its handlers run on the reserve. The running stack is
 * the one that esp points into; the TEB follows. All calls: ring 0, one CPU.
 */
#ifndef KERNEL_MEMORY_STACKS_H
#define KERNEL_MEMORY_STACKS_H

#include "kernel/memory/space.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an overflow leaves to its handlers at least, beside SetThreadStackGuarantee's bytes. Windows
 * leaves one page; here interrupts and traps need room on the same stack. A small stack leaves
 * what is left of its last guard's page. */
#define STACK_RESERVE            0x2000u

/* Bytes of the least stack, and of the largest one that counts as small. */
#define STACK_LEAST              0x4000u
#define STACK_SMALL_MOST         0xD000u

/* Tags of ranges: a stack, and the slot below one. No protection has these values. */
#define STACK_TAG                0x800u
#define STACK_TAG_BELOW          0x801u

/* Memory at the start of a stack of so many pages: enough for a thread that does little, so that
 * most never grow. The least stack could not grow with more. */
#define STACK_FIRST_PAGES(pages) ((pages) > STACK_LEAST / 0x1000u ? 2u : 1u)

/* Bytes above a stack's top that belong to it, zeroed: the thread library's block. */
#define STACK_ROOM               128u

struct stack {
    char *base, *limit, *top;
};

/* A stack of size bytes, rounded up: a small one to pages, others to slots. STATUS_NO_MEMORY (no
 * addresses), STATUS_COMMITMENT_LIMIT (no memory), or STATUS_SUCCESS. Not from interrupts; so
 * stack_free, which takes its base. */
uint32_t stack_alloc(size_t size, struct stack *stack);
void stack_free(void *base);

/* The addresses of the stack that holds this one. Any context. */
bool stack_find(const void *address, struct range *range);

/* Whether a stack that stack_alloc has made starts here. */
bool stack_is_whole(const void *base);

/* The frames that a stack has by now. */
uint32_t stack_frames(const struct stack *stack);

/* Sets the guard of the stack that esp points into again, right below esp's page, and takes
 * back what is below it. False when that leaves no room for the reserve, or when the stack is none
 * of this kind. */
bool stack_reset(uint32_t esp);

/* ---------------------------------------------------------------- for traps; interrupts off */

/* Touches the page at address for code that runs with this esp. */
enum stack_touch {
    STACK_OTHER,  /* the page is not its stack's guard */
    STACK_GROWN,  /* it was: there is memory now, and a new guard */
    STACK_USED_UP /* it was the last: the reserve is given */
};
enum stack_touch stack_touch(uint32_t address, uint32_t esp);

/* For a guard that has gone off under code of another stack: if it was a stack's, which cannot grow
 * any more, TIB_GUARDS_LOST says so from now on. */
void stack_note_guard(uint32_t address);

/* Says where switches between stacks are at work: of each the first of its instructions, and the
 * one behind its last. While they run, the word at esp is the stack's limit, which will get to the
 * TEB, or back to it. At the start, interrupts off; the list stays the caller's. */
struct stack_switch {
    const char *first, *end;
};
void stack_set_switches(const struct stack_switch *list, unsigned count);

/* Whether a stack has got another limit, or trouble, since the last stack_settle. That is for
 * whoever leaves the trap which interrupted code at eip with this esp: if it was a switch, it gets
 * the limit that the stack has now. */
extern bool stack_unsettled;
void stack_settle(uint32_t eip, uint32_t esp);

/* Where a stack pointer is. */
enum stack_place {
    STACK_INSIDE, /* in a stack */
    STACK_BELOW,  /* less than 64 KB below one, or below the one that the TEB describes */
    STACK_AWAY
};
enum stack_place stack_place(uint32_t esp);

/* Gives the stack that esp points into whatever it has left but the last page. */
void stack_use_up(uint32_t esp);

/* Gives the page at address memory even so, for the runtime's own trap code, if it is a stack's
 * last one or below. */
bool stack_give(uint32_t address);

/* For code that runs with esp top: whether [top - size, top) can be written, in ring 3 if user,
 * after growing the stack that it may be part of. Using it up is noted. */
bool stack_prepare(uint32_t top, uint32_t size, bool user);

/* The same, but a stack that would be used up by that is left alone: false. */
bool stack_grow(uint32_t top, uint32_t size, bool user);

/* A stack that was used up inside the runtime's own trap code is noted until the trap is over;
 * lost: the interrupted code cannot go on, not even in a handler. */
struct stack_trouble {
    bool used_up, lost;
    uint32_t address;
};
void stack_note_trouble(uint32_t address, bool lost);
extern struct stack_trouble stack_trouble;
static inline bool stack_has_trouble(void)
{
    return stack_trouble.used_up;
}
struct stack_trouble stack_take_trouble(void);

#endif
