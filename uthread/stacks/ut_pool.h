/* Pools of packed stacks: the layout of slots, for code that makes, frees and ends threads.
 *
 *	slot		stack, block; slots lie next to each other, and are used from the lowest on
 *	...
 *	slot		stack:	canary, two words
 *				zeroes until it is used; painting costs nothing so
 *			block
 *	mark		a word like the one that ends a block
 *	spare stack	for the report of a thread that has overflowed; one page with the mark
 *
 * A slot's size is an odd multiple of 128, so that the tops of the stacks lie in all sets of a
 * cache. A block begins in the middle of such a pair of lines: a CPU that fetches pairs gets a
 * switch's words of the stack together with those of the block. Free slots are linked, the slot
 * freed last first. Memory is committed when a slot is used for the first time.
 */
#ifndef UTHREAD_STACKS_UT_POOL_H
#define UTHREAD_STACKS_UT_POOL_H

#include "uthread/threads/ut_thread.h"

/* The words where a thread's overflow shows first: in its own stack, and the last of the block
 * below. */
#define POOL_CANARY       0xC0DECA9E
#define POOL_CANARY_ABOVE (POOL_CANARY + (UT_MAGIC | UT_MAGIC_KINDS))
#define POOL_CANARY_BYTES 8

/* Bytes below its block that a thread uses when its body calls the library. The deepest call is
 * utSelect with two cases, while events are recorded. */
#define POOL_DEEPEST_CALL 416

#define POOL_MAGIC        0x6C6F6F50 /* "Pool" */

struct utPool {
    DWORD magic;
    uThd free;          /* blocks without threads: a list through allNext */
    char *fresh;        /* the block of the next slot that was never used */
    char *committed;    /* the end of the memory so far */
    char *region, *end; /* the lowest address; the end of the last block */
    DWORD stride;
    DWORD stackSize;
    utPool after, before; /* in the list at TIB_POOLS */
};

static inline bool pool_is(utPool pool)
{
    return pool && pool->magic == POOL_MAGIC;
}

/* Returns the slot after a slot, among those that were ever used. NULL is before the first and
 * behind the last. */
uThd pool_slot_after(utPool pool, uThd uthread);

uThd pool_take_fresh(utPool pool); /* takes the next slot that was never used */

/* Takes a slot and returns its block. NULL: UtErrorNoMemory, also when all slots are in use. */
static inline uThd pool_take(utPool pool)
{
    uThd uthread = pool->free;
    if (!uthread)
        return pool_take_fresh(pool);
    pool->free = uthread->allNext;
    return uthread;
}

/* Frees the slot of a thread. */
static inline void pool_give(uThd uthread)
{
    utPool pool = uthread->owner;
    uthread->allNext = pool->free;
    pool->free = uthread;
}

/* Whether the word below a stack is still the last word of a block. */
static inline bool pool_has_magic(const DWORD *stack)
{
    return (stack[-1] | UT_MAGIC_KINDS) == (UT_MAGIC | UT_MAGIC_KINDS);
}

static inline void pool_set_canary(DWORD *stack)
{
    stack[0] = POOL_CANARY;
    stack[1] = POOL_CANARY_ABOVE;
}

/* Whether a thread is packed and has overflowed its stack. */
static inline bool pool_overflowed(uThd uthread)
{
    const DWORD *stack = uthread->stack;
    return uthread->flags & UT_PACKED &&
           (stack[0] != POOL_CANARY || stack[1] != POOL_CANARY_ABOVE || !pool_has_magic(stack));
}

/* Names a thread that has overflowed, in a line, and mends the damage, so that it is not found
 * again. In the block below, magic and flags are mended, so it stays a thread. If more of that
 * block is lost, its rare fields (its name is one) and its joiners are forgotten. Uses some
 * hundred bytes of the caller's stack. */
void pool_report_damage(uThd uthread);

/* Like pool_report_damage, for the running thread, on the pool's spare stack. */
void pool_report_own_damage(void);

#endif
