/* The floor: the work that no thread library with Windows' chain can do without. A switch keeps
 * four registers and three words of the TIB, and takes those of the next; nothing is checked, there
 * are no states and no clock. The blocks lie as ours do, above their stacks.
 */
#include "bench/native/native.h"

#include <setjmp.h>

struct block {
    uint32_t ebp, esp, ebx, edi, esi;
    struct block *next;
    uint32_t limit; /* of its stack */
    void *argument, *result;
};

/* floor_switch.S */
void floor_yield(void);
void floor_start(struct block *block, void *(*body)(void *argument));

static struct block plain; /* of the code that makes the threads */
static jmp_buf finished;

TAKES_TURNS(turns, void *, floor_yield())

static void take_turns(void)
{
    turns(NULL);
    longjmp(finished, 1);
}

/* Lays out the words that floor_yield pops. */
static void prepare(struct block *block, void (*function)(void))
{
    uint32_t *esp = (uint32_t *)block;
    *--esp = 0; /* function's return address */
    *--esp = (uint32_t)function;
    *--esp = UINT32_MAX;                    /* the chain */
    *--esp = (uint32_t)block;               /* StackBase */
    *--esp = (uint32_t)block - slot_size(); /* StackLimit */
    block->esp = (uint32_t)esp;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    if (!slots(threads, slot_stride))
        return no_more(0, "no memory");
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = slot(i);
        prepare(block, take_turns);
        block->next = slot(i + 1 < threads ? i + 1 : 0);
    }
    plain.next = slot(0);
    tib_set_running(&plain);
    if (!setjmp(finished))
        floor_yield();
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    if (!slots(1, slot_stride))
        return no_more(0, "no memory");
    struct block *free = slot(0);
    free->next = NULL;
    tib_set_running(&plain);
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        struct block *block = free;
        free = block->next;
        block->limit = (uint32_t)block - slot_size();
        block->argument = life_argument();
        block->next = &plain;
        floor_start(block, life_body);
        life_result(block->result);
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender floor_contender = {"floor", yields, NULL, lives, NULL, NULL, false};
