/* Pools of packed stacks: making and destroying them, and mending after overflows. */
#include "uthread/stacks/ut_pool.h"

#include "boot/layout.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/call/trace.h"
#include "kernel/shared/reserves.h"
#include "seh_emul/status_names.h"
#include "uthread/report/ut_report.h"
#include "uthread/threads/ending.h"

#include <memoryapi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LINE_PAIR = 128,
    SPARE_STACK = PAGE_SIZE,
    LEAST_STEP = 0x10000, /* bytes to commit at once */
    STEP_PART = 16,       /* or this part of the memory so far: few calls for many threads */
};

/* The least stack holds any call of the library, interrupted. An exception without room ends the
 * thread on another stack. */
#define LEAST (POOL_CANARY_BYTES + POOL_DEEPEST_CALL + TRAP_FRAME_ROOM)
_Static_assert((LEAST + UT_PACKED_MULTIPLE - 1) / UT_PACKED_MULTIPLE * UT_PACKED_MULTIPLE ==
                   UT_PACKED_LEAST,
               "UT_PACKED_LEAST");

/* ---------------------------------------------------------------- pools */

/* Commits more memory: a step, or less when there is less. */
static bool commit_some(utPool pool)
{
    DWORD left = (DWORD)(pool->end - pool->committed);
    DWORD step = (DWORD)(pool->committed - pool->region) / STEP_PART & ~(LEAST_STEP - 1u);
    for (;; step = 0) {
        uint32_t base = (uint32_t)pool->committed;
        uint32_t size = step > LEAST_STEP ? step : LEAST_STEP;
        size = size < left ? size : left;
        if (sys_region_allocate(&base, &size, MEM_COMMIT, PAGE_READWRITE) == STATUS_SUCCESS) {
            pool->committed = (char *)(base + size);
            return true;
        }
        if (step <= LEAST_STEP)
            return false;
    }
}

static int commit_to(utPool pool, const char *end)
{
    while (pool->committed < end)
        if (!commit_some(pool) && !(reserves_give_back() && commit_some(pool)))
            return UtErrorNoMemory;
    return UtErrorNone;
}

/* The lowest slot. Slots are whole pairs of lines, so all blocks begin in the middle of a pair when
 * the first block does. */
static char *first_slot(utPool pool)
{
    return pool->region + SPARE_STACK + (LINE_PAIR / 2 + UT_BLOCK_SIZE) % LINE_PAIR;
}

static bool place_reserve(utPool pool, uint64_t size)
{
    uint32_t base = 0, bytes = (uint32_t)size;
    if (size > INT32_MAX || sys_region_allocate(&base, &bytes, MEM_RESERVE, PAGE_READWRITE))
        return false;
    pool->region = pool->committed = (char *)base;
    return true;
}

static void place_release(utPool pool)
{
    uint32_t base = (uint32_t)pool->region, bytes = 0;
    sys_region_free(&base, &bytes, MEM_RELEASE);
}

/* Reserves the addresses, and commits the spare stack. */
static int open_pool(utPool pool, unsigned count)
{
    uint64_t slots = (uint64_t)pool->stride * count;
    uint64_t size = SPARE_STACK + LINE_PAIR + slots;
    if (!place_reserve(pool, size) && !(reserves_give_back() && place_reserve(pool, size)))
        return UtErrorNoAddresses;
    char *first = first_slot(pool);
    pool->fresh = first + pool->stackSize;
    pool->end = first + (size_t)slots;
    int error = commit_to(pool, first);
    if (error)
        place_release(pool);
    else
        ((DWORD *)first)[-1] = UT_MAGIC;
    return error;
}

static utPool *pools(void)
{
    return (utPool *)(void *)tib_word(TIB_POOLS);
}

utPool utPoolCreate(int stackSize, int count)
{
    ut_need_stack();
    int error = count <= 0                       ? UtErrorInvalid
                : stackSize < UT_PACKED_LEAST    ? UtErrorStackSmall
                : stackSize % UT_PACKED_MULTIPLE ? UtErrorStackMisaligned
                                                 : UtErrorNone;
    utPool pool = error ? NULL : ut_allocate(sizeof *pool);
    if (!error && !pool)
        return NULL;
    if (!error) {
        /* Slots are an odd number of pairs of lines apart. */
        DWORD pairs = ((DWORD)stackSize + UT_BLOCK_SIZE + LINE_PAIR - 1) / LINE_PAIR;
        *pool = (struct utPool){.stride = (pairs | 1) * LINE_PAIR};
        pool->stackSize = pool->stride - UT_BLOCK_SIZE;
        error = open_pool(pool, (unsigned)count);
    }
    if (error) {
        free(pool);
        ut_set_error(error);
        return NULL;
    }
    pool->magic = POOL_MAGIC;
    pool->after = *pools();
    if (pool->after)
        pool->after->before = pool;
    *pools() = pool;
    return pool;
}

/* Whether no slot is in use. The free slots are counted here, because no frequent call needs their
 * number. */
static bool is_idle(utPool pool)
{
    DWORD used = (DWORD)(pool->fresh - first_slot(pool)) / pool->stride;
    for (uThd uthread = pool->free; uthread; uthread = uthread->allNext)
        used--;
    return used == 0;
}

int utPoolDestroy(utPool pool)
{
    ut_need_stack();
    if (!pool_is(pool))
        return ut_set_error(UtErrorInvalid);
    ut_bury();
    if (!is_idle(pool))
        return ut_set_error(UtErrorBusy);
    place_release(pool);
    if (pool->after)
        pool->after->before = pool->before;
    if (pool->before)
        pool->before->after = pool->after;
    else
        *pools() = pool->after;
    pool->magic = 0;
    free(pool);
    return UtErrorNone;
}

uThd pool_slot_after(utPool pool, uThd uthread)
{
    char *block = uthread ? (char *)uthread + pool->stride : first_slot(pool) + pool->stackSize;
    return block < pool->fresh ? (uThd)(void *)block : NULL;
}

uThd pool_take_fresh(utPool pool)
{
    ut_need_stack();
    ut_bury();
    if (pool->free)
        return pool_take(pool);
    char *block = pool->fresh;
    if (block >= pool->end || commit_to(pool, block + UT_BLOCK_SIZE)) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    pool->fresh += pool->stride;
    char *stack = block - pool->stackSize;
    pool_set_canary((DWORD *)stack);
    return ut_init(stack, block, stack + POOL_CANARY_BYTES, pool, UT_PACKED);
}

/* ---------------------------------------------------------------- overflows */

static bool is_free(uThd uthread, utPool pool)
{
    uThd other = pool->free;
    while (other && other != uthread)
        other = other->allNext;
    return other;
}

/* An overflow of the stack above destroys a block from its last word downwards. If owner is still
 * the pool, only the words above it are lost; else all fields below may be, too. */
static void mend_block(uThd uthread, utPool pool)
{
    uthread->magic = is_free(uthread, pool) ? UT_MAGIC_FREE : UT_MAGIC;
    uthread->flags = UT_PACKED | UT_LEAVES_MORE;
    uthread->parked = UT_IN_CALL;
    uthread->shields = 0;
    if (uthread->owner != pool) {
        uthread->owner = pool;
        uthread->rare = NULL;
        uthread->record = NULL;
        queue_init(&uthread->joiners);
    }
}

void pool_report_damage(uThd uthread)
{
    char name[UT_NAME_SIZE], below[32] = "";
    DWORD *stack = uthread->stack;
    uThd neighbour = (uThd)(void *)((char *)stack - UT_BLOCK_SIZE);
    utPool pool = uthread->owner;
    pool_set_canary(stack);
    if (!pool_has_magic(stack)) {
        if ((char *)stack == first_slot(pool)) {
            stack[-1] = UT_MAGIC;
        } else {
            mend_block(neighbour, pool);
            snprintf(below, sizeof below, ", into thread %08X", (unsigned)neighbour);
        }
    }
    printf("%s: error occurred: %08X (%s): it has used more than the %u bytes of its stack%s\n",
           ut_name_of(uthread, name), STATUS_STACK_OVERFLOW, status_name(STATUS_STACK_OVERFLOW),
           (unsigned)uthread->stackSize, below);
}

/* If the block above has overwritten this thread's own block, owner is no pool. Then nothing is
 * reported, and the block belongs to no pool any more. */
void pool_report_own_damage(void)
{
    uThd here = ut_block_here();
    utPool pool = here->owner;
    if (sys_paging_readable(pool, sizeof *pool) && pool_is(pool))
        ut_call_on(first_slot(pool) - sizeof(DWORD), pool_report_damage, here);
    else {
        here->flags &= (BYTE)~UT_PACKED;
        here->owner = NULL;
    }
}
