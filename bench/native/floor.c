/* The floor: what no thread library with Windows' chain can do without. A switch keeps four
 * registers and three words of the TIB, and takes those of the next; nothing is checked, there are
 * no states and no clock. The blocks lie as ours do, above their stacks.
 */
#include "bench/native/native.h"

#include <setjmp.h>

struct block {
    uint32_t ebp, esp, ebx, edi, esi;
    struct block *next;
    uint32_t limit; /* of its stack */
};

/* floor_switch.S */
void floor_yield(void);
void floor_start(struct block *block, void (*function)(void));
void floor_leave(void);

static struct block plain; /* whoever makes the threads */
static jmp_buf finished;

static void take_turns(void)
{
    TAKE_TURNS(floor_yield());
    longjmp(finished, 1);
}

/* Lays out what floor_yield pops. */
static void prepare(struct block *block, void (*function)(void))
{
    uint32_t *esp = (uint32_t *)block;
    *--esp = 0; /* function's return address */
    *--esp = (uint32_t)function;
    *--esp = UINT32_MAX;                                   /* the chain */
    *--esp = (uint32_t)block;                              /* StackBase */
    *--esp = (uint32_t)block - (slot_stride - BLOCK_SIZE); /* StackLimit */
    block->esp = (uint32_t)esp;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    char *base = slots(threads, slot_stride);
    if (!base)
        return no_more(0, "no memory");
    struct block *first = (struct block *)base;
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = (struct block *)(base + (size_t)i * slot_stride);
        prepare(block, take_turns);
        block->next = i + 1 < threads ? (struct block *)((char *)block + slot_stride) : first;
    }
    plain.next = first;
    tib_set_running(&plain);
    if (!setjmp(finished))
        floor_yield();
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    struct block *free = (struct block *)slots(1, slot_stride);
    free->next = NULL;
    tib_set_running(&plain);
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        struct block *block = free;
        free = block->next;
        block->limit = (uint32_t)block - (slot_stride - BLOCK_SIZE);
        block->next = &plain;
        floor_start(block, floor_leave);
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender floor_contender = {"floor", yields, lives, NULL};
