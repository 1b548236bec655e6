/* glibc's swapcontext, which every Linux has. Each switch asks Linux for the signal mask. The
 * threads form a ring; their contexts, too large for a block, lie right below.
 */
#include "bench/native/native.h"

#include <setjmp.h>
#include <ucontext.h>

enum { STRIDE = 1408 }; /* more than the others have: the context takes room */

struct block {
    struct block *next;
    void *argument, *result;
};

static struct block *running;
static ucontext_t plain;
static jmp_buf finished;

static ucontext_t *context(struct block *block)
{
    return (ucontext_t *)(void *)(((uintptr_t)block - sizeof(ucontext_t)) & ~(uintptr_t)15);
}

static void yield(void)
{
    struct block *self = running;
    running = self->next;
    swapcontext(context(self), context(running));
}

TAKES_TURNS(turns, void *, yield())

static void take_turns(void)
{
    turns(NULL);
    longjmp(finished, 1);
}

/* Lays out a thread; at the end of function plain goes on. */
static void prepare(struct block *block, void (*function)(void))
{
    ucontext_t *made = context(block);
    char *base = (char *)block - slot_size();
    getcontext(made);
    made->uc_stack.ss_sp = base;
    made->uc_stack.ss_size = (size_t)((char *)made - base);
    made->uc_link = &plain;
    makecontext(made, function, 0);
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    if (!slots(threads, STRIDE))
        return no_more(0, "no memory");
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = slot(i);
        prepare(block, take_turns);
        block->next = slot(i + 1 < threads ? i + 1 : 0);
    }
    running = slot(0);
    if (!setjmp(finished))
        setcontext(context(running));
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static void run_body(void)
{
    running->result = life_body(running->argument);
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    if (!slots(1, STRIDE))
        return no_more(0, "no memory");
    struct block *free = slot(0);
    free->next = NULL;
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        running = free;
        free = running->next;
        running->argument = life_argument();
        prepare(running, run_body);
        swapcontext(&plain, context(running));
        life_result(running->result);
        running->next = free;
        free = running;
    }
    clock_stop();
    return NULL;
}

const struct contender swapcontext_contender = {"swapcontext", yields, NULL, lives,
                                                NULL,          NULL,   false};
