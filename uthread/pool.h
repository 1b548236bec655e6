/* Pools of packed stacks: their layout, for who makes, frees and ends threads.
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
 * cache, and a block begins in the middle of such a pair of lines: a CPU that fetches pairs gets
 * the words that a switch takes from the stack with those that it takes from the block. Free slots
 * are linked, the one freed last first. Memory is committed as slots are used for the
 * first time.
 */
#ifndef UTHREAD_POOL_H
#define UTHREAD_POOL_H

#include "uthread/thread.h"

/* Where one thread's overflow shows first, in its own stack and in the block below. */
#define POOL_CANARY       0xC0DECA9E
#define POOL_CANARY_ABOVE (POOL_CANARY + (UT_MAGIC | UT_MAGIC_KINDS))
#define POOL_CANARY_BYTES 8

/* Bytes below its block that a thread uses when its body calls the library: the call that takes
 * most, utSelect with two cases, while events are recorded. */
#define POOL_DEEPEST_CALL 416

#define POOL_MAGIC        0x6C6F6F50 /* "Pool" */

struct utPool {
    DWORD magic;
    uThd free;          /* a list through allNext of blocks without threads */
    char *fresh;        /* the block of the next slot that was never used */
    char *committed;    /* the end of the memory that there is so far */
    char *region, *end; /* of all of it; the end of the last block */
    DWORD stride;
    DWORD stackSize;
    utPool after, before; /* in the list at TIB_POOLS */
};

static inline bool pool_is(utPool pool)
{
    return pool && pool->magic == POOL_MAGIC;
}

/* The slots that were ever used, one after the other: NULL is before the first one, and behind the
 * last one. */
uThd pool_slot_after(utPool pool, uThd uthread);

uThd pool_take_fresh(utPool pool); /* the next one that was never used */

/* The block of a slot, or NULL when no memory is left or all are in use: UtErrorNoMemory. */
static inline uThd pool_take(utPool pool)
{
    uThd uthread = pool->free;
    if (__builtin_expect(!uthread, 0))
        return pool_take_fresh(pool);
    pool->free = uthread->allNext;
    return uthread;
}

/* The slot of a thread that is freed. */
static inline void pool_give(uThd uthread)
{
    utPool pool = uthread->owner;
    uthread->allNext = pool->free;
    pool->free = uthread;
}

/* Whether the word below a stack is still a block's last. */
static inline bool pool_has_magic(const DWORD *stack)
{
    return (stack[-1] | UT_MAGIC_KINDS) == (UT_MAGIC | UT_MAGIC_KINDS);
}

static inline void pool_set_canary(DWORD *stack)
{
    stack[0] = POOL_CANARY;
    stack[1] = POOL_CANARY_ABOVE;
}

/* Whether a thread is packed and has used more than its stack. */
static inline bool pool_overflowed(uThd uthread)
{
    const DWORD *stack = uthread->stack;
    return uthread->flags & UT_PACKED &&
           (stack[0] != POOL_CANARY || stack[1] != POOL_CANARY_ABOVE || !pool_has_magic(stack));
}

/* For a thread that has overflowed: names it, in a line, and mends what can be mended, so that it
 * is not found again. Of the block below that is the magic and its flags, with which it
 * stays a thread; if more of it was overwritten, what lies next to it is forgotten: its name and
 * the like, and who waits for its end. Uses some hundred bytes of the caller's stack. */
void pool_report_damage(uThd uthread);

/* The same for the running thread, on the pool's spare stack. */
void pool_report_own_damage(void);

#endif
