/* State Threads. It has no yield of its own. The leanest way from a thread to the next is a
 * condition variable for each: a thread signals the next one's and waits for its own. Stacks are
 * mapped by the library, a page at least, with a page on either side that is left out.
 */
#include "bench/native/native.h"

#include <st.h>
#include <stdlib.h>

enum { STACK = 4096 };

struct thread {
    st_thread_t id;
    st_cond_t turn;
    struct thread *next;
};

static bool in_pairs; /* rings of two, in place of one of all */

static bool is_open(void)
{
    static bool opened;
    if (!opened)
        opened = st_init() == 0;
    return opened;
}

/* Makes as many threads as it can; returns how many. */
static unsigned make(struct thread *threads, unsigned wanted, void *(*function)(void *))
{
    for (unsigned i = 0; i < wanted; i++) {
        struct thread *thread = &threads[i];
        thread->next = &threads[in_pairs ? i ^ 1 : i + 1 < wanted ? i + 1 : 0];
        thread->turn = st_cond_new();
        thread->id = thread->turn ? st_thread_create(function, thread, 1, STACK) : NULL;
        if (!thread->id)
            return i;
        if (i % 256 == 0 && !is_in_time(i))
            return i + 1;
    }
    return wanted;
}

/* Runs them to their ends. */
static void finish(struct thread *threads, unsigned made)
{
    for (unsigned i = 0; i < made; i++)
        st_thread_join(threads[i].id, NULL);
    for (unsigned i = 0; i < made; i++) /* the last of them signals the first */
        st_cond_destroy(threads[i].turn);
    free(threads);
}

static const char *run(unsigned wanted, void *(*function)(void *))
{
    struct thread *threads = is_open() ? calloc(wanted, sizeof *threads) : NULL;
    if (!threads)
        return no_more(0, "no memory");
    unsigned made = make(threads, wanted, function);
    if (made < wanted)
        left = 0; /* those that were made stay as they are: they are not run again */
    else
        finish(threads, made);
    return made == wanted ? NULL
           : *too_slow    ? too_slow
                          : no_more(made, "no more memory for stacks");
}

static inline void yield(struct thread *self)
{
    st_cond_signal(self->next->turn);
    st_cond_wait(self->turn);
}

TAKES_TURNS(turns, struct thread *, yield(self))

static void *take_turns(void *argument)
{
    struct thread *self = argument;
    turns(self);
    st_cond_signal(self->next->turn); /* it may end, too */
    return NULL;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    in_pairs = false;
    return run(threads, take_turns);
}

static const char *pairs(unsigned threads, unsigned amount)
{
    (void)amount;
    in_pairs = true;
    return run(threads, take_turns);
}

static inline void nap(unsigned milliseconds)
{
    st_usleep(milliseconds * 1000u);
}

static void *take_naps(void *self)
{
    TAKE_NAPS(nap);
    return self;
}

static const char *naps(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_naps);
}

static const char *joins(unsigned threads, unsigned amount)
{
    (void)threads;
    if (!is_open())
        return no_more(0, "no memory");
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        void *result = NULL;
        st_thread_join(st_thread_create(life_body, life_argument(), 1, STACK), &result);
        life_result(result);
    }
    clock_stop();
    return NULL;
}

const struct contender state_threads_contender = {"st", yields, pairs, NULL, joins, naps, true};
