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
 * the one that esp points into. How it grows: stack_growth.h. All calls: ring 0, one CPU.
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

/* Says where switches between stacks are at work: the first instruction of each, and the one behind
 * its last. While they run, the word at esp is the stack's limit, on its way to the TEB or from it.
 * At the start, interrupts off; the list stays the caller's. */
struct stack_switch {
    const char *first, *end;
};
void stack_set_switches(const struct stack_switch *list, unsigned count);

#endif
