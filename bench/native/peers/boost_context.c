/* Boost.Context's assembly, as it is: no library in C++ around it. A switch keeps four registers,
 * mxcsr and the x87 control word; who comes next is the caller's affair, here a ring.
 */
#include "bench/native/native.h"

#include <setjmp.h>

/* boost/context/detail/fcontext.hpp, whose language is C++. */
typedef struct {
    void *context; /* of who jumped here */
    void *data;    /* that it gave */
} transfer;
transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*function)(transfer));

struct block {
    void *context;
    struct block *next;
};

static jmp_buf finished;

/* From the running one to the next, which takes down where it came from. */
static inline struct block *yield(struct block *self)
{
    transfer from = jump_fcontext(self->next->context, self);
    ((struct block *)from.data)->context = from.context;
    return self;
}

static void take_turns(transfer from)
{
    struct block *before = from.data;
    before->context = from.context;
    struct block *self = before->next;
    TAKE_TURNS(yield(self));
    longjmp(finished, 1);
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    char *base = slots(threads, slot_stride);
    if (!base)
        return no_more(0, "no memory");
    struct block plain, *last = &plain;
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = (struct block *)(base + (size_t)i * slot_stride);
        block->context = make_fcontext(block, slot_stride - BLOCK_SIZE, take_turns);
        last->next = block;
        last = block;
    }
    last->next = (struct block *)base;
    if (!setjmp(finished))
        yield(&plain);
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static void return_at_once(transfer from)
{
    jump_fcontext(from.context, NULL);
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    struct block *free = (struct block *)slots(1, slot_stride);
    free->next = NULL;
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        struct block *block = free;
        free = block->next;
        jump_fcontext(make_fcontext(block, slot_stride - BLOCK_SIZE, return_at_once), NULL);
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender boost_contender = {"boost", yields, lives, NULL};
