/* glibc's swapcontext, which every Linux has. Each switch asks Linux for the signal mask. The
 * threads form a ring; their contexts, too large for a block, lie at the lower end of the stacks.
 */
#include "bench/native/native.h"

#include <setjmp.h>
#include <ucontext.h>

enum { STRIDE = 1408 }; /* its context needs more room than the stack above */

struct block {
    struct block *next;
};

static struct block *running;
static ucontext_t plain;
static jmp_buf finished;

static ucontext_t *context(struct block *block)
{
    return (ucontext_t *)((uintptr_t)((char *)block - (STRIDE - BLOCK_SIZE) + 15) & ~(uintptr_t)15);
}

static void yield(void)
{
    struct block *self = running;
    running = self->next;
    swapcontext(context(self), context(running));
}

static void take_turns(void)
{
    TAKE_TURNS(yield());
    longjmp(finished, 1);
}

/* Lays out a thread; it goes on as plain when it is at its end. */
static void prepare(struct block *block, void (*function)(void))
{
    ucontext_t *made = context(block);
    getcontext(made);
    made->uc_stack.ss_sp = made + 1;
    made->uc_stack.ss_size = (size_t)((char *)block - (char *)(made + 1));
    made->uc_link = &plain;
    makecontext(made, function, 0);
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    char *base = slots(threads, STRIDE);
    if (!base)
        return no_more(0, "no memory");
    struct block *block = NULL;
    for (unsigned i = threads; i--;) {
        struct block *behind = block;
        block = (struct block *)(base + (size_t)i * STRIDE);
        prepare(block, take_turns);
        block->next = behind;
    }
    ((struct block *)(base + (size_t)(threads - 1) * STRIDE))->next = block;
    running = block;
    if (!setjmp(finished))
        setcontext(context(block));
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static void return_at_once(void)
{
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    struct block *free = (struct block *)slots(1, STRIDE);
    free->next = NULL;
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        struct block *block = free;
        free = block->next;
        prepare(block, return_at_once);
        swapcontext(&plain, context(block));
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender swapcontext_contender = {"swapcontext", yields, lives, NULL};
