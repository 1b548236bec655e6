/* The Portable Coroutine Library. Its switch is swapcontext, with a coroutine's data around it; at
 * the lower end of each stack it keeps that data. The coroutines form a ring.
 */
#include "bench/native/native.h"

#include <pcl.h>
#include <setjmp.h>

enum { STRIDE = 4224 }; /* 4 KB is the least stack that it takes; an odd multiple of 128 */

struct block {
    coroutine_t coroutine;
    struct block *next;
    void *argument, *result;
};

static coroutine_t plain; /* of the code that makes the others */

static coroutine_t make(struct block *block, void (*function)(void *))
{
    return co_create(function, block, (char *)block - slot_size(), (int)slot_size());
}

TAKES_TURNS(turns, struct block *, co_call(self->next->coroutine))

static void take_turns(void *argument)
{
    turns(argument);
    co_call(plain);
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    if (!slots(threads, STRIDE))
        return no_more(0, "no memory");
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = slot(i);
        block->coroutine = make(block, take_turns);
        if (!block->coroutine)
            return no_more(i, "PCL makes no more");
        block->next = slot(i + 1 < threads ? i + 1 : 0);
    }
    plain = co_current();
    co_call(((struct block *)slot(0))->coroutine);
    for (unsigned i = 0; i < threads; i++)
        co_delete(((struct block *)slot(i))->coroutine);
    return NULL;
}

/* ---------------------------------------------------------------- lives */

/* A coroutine whose function returns is deleted. */
static void run_body(void *argument)
{
    struct block *self = argument;
    self->result = life_body(self->argument);
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
        struct block *block = free;
        free = block->next;
        block->argument = life_argument();
        co_call(make(block, run_body));
        life_result(block->result);
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender pcl_contender = {"pcl", yields, NULL, lives, NULL, NULL, false};
