/* GNU Pth, with the smallest stacks that it takes. Each yield goes through its scheduler, which
 * looks after signals and files; its queues are lists that are walked. */
#include "bench/native/native.h"

#include <pth.h>
#include <stdlib.h>

enum { STACK = 8192 };

static pth_attr_t attributes;

static bool is_open(void)
{
    if (attributes)
        return true;
    if (!pth_init())
        return false;
    attributes = pth_attr_new();
    return attributes && pth_attr_set(attributes, PTH_ATTR_STACK_SIZE, STACK);
}

static const char *run(unsigned wanted, void *(*function)(void *))
{
    pth_t *threads = is_open() ? calloc(wanted, sizeof *threads) : NULL;
    if (!threads)
        return no_more(0, "no memory");
    for (unsigned i = 0; i < wanted; i++) {
        threads[i] = pth_spawn(attributes, function, NULL);
        if (!threads[i])
            return no_more(i, "no more memory for stacks");
        if (i % 256 == 0 && !is_in_time(i))
            return too_slow; /* they stay as they are: nothing of Pth is run again */
    }
    for (unsigned i = 0; i < wanted; i++)
        pth_join(threads[i], NULL);
    free(threads);
    return NULL;
}

TAKES_TURNS(turns, void *, pth_yield(NULL))

static void *take_turns(void *argument)
{
    turns(NULL);
    return argument;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_turns);
}

static inline void nap(unsigned milliseconds)
{
    pth_nap(pth_time(0, (long)milliseconds * 1000));
}

static void *take_naps(void *argument)
{
    TAKE_NAPS(nap);
    return argument;
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
        pth_join(pth_spawn(attributes, life_body, life_argument()), &result);
        life_result(result);
    }
    clock_stop();
    return NULL;
}

const struct contender pth_contender = {"pth", yields, NULL, NULL, joins, naps, true};
