/* Boost.Context's assembly, as it is: no library in C++ around it. A switch keeps four registers,
 * mxcsr and the x87 control word. The caller says which context is next: here they form a ring.
 */
#include "bench/native/native.h"

#include <setjmp.h>

/* As boost/context/detail/fcontext.hpp declares them, in C++. */
typedef struct {
    void *context; /* that the jump came from */
    void *data;    /* that the jump gave */
} transfer;
transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*function)(transfer));

struct block {
    void *context;
    struct block *next;
};

static jmp_buf finished;

/* Jumps from the running context to the next. The next one notes the context that it came from. */
static inline struct block *yield(struct block *self)
{
    transfer from = jump_fcontext(self->next->context, self);
    ((struct block *)from.data)->context = from.context;
    return self;
}

TAKES_TURNS(turns, struct block *, yield(self))

static void take_turns(transfer from)
{
    struct block *before = from.data;
    before->context = from.context;
    struct block *self = before->next;
    turns(self);
    longjmp(finished, 1);
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    if (!slots(threads, slot_stride))
        return no_more(0, "no memory");
    for (unsigned i = 0; i < threads; i++) {
        struct block *block = slot(i);
        block->context = make_fcontext(block, slot_size(), take_turns);
        block->next = slot(i + 1 < threads ? i + 1 : 0);
    }
    struct block plain = {.next = slot(0)};
    if (!setjmp(finished))
        yield(&plain);
    return NULL;
}

/* ---------------------------------------------------------------- lives */

static void run_body(transfer from)
{
    jump_fcontext(from.context, life_body(from.data));
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    if (!slots(1, slot_stride))
        return no_more(0, "no memory");
    struct block *free = slot(0);
    free->next = NULL;
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        struct block *block = free;
        free = block->next;
        void *context = make_fcontext(block, slot_size(), run_body);
        life_result(jump_fcontext(context, life_argument()).data);
        block->next = free;
        free = block;
    }
    clock_stop();
    return NULL;
}

const struct contender boost_contender = {"boost", yields, NULL, lives, NULL, NULL, false};
