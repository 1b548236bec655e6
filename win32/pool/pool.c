/* Pools and their threads. A thread that takes a callback calls the next one if more are pending,
 * so callbacks that block hold up no others, and short ones need few threads. */
#include "win32/pool/pool.h"

#include "win32/pool/helpers.h"

#include <errhandlingapi.h>
#include <stdlib.h>

enum { MOST_THREADS = 512 };

SRWLOCK pool_lock = SRWLOCK_INIT;

#define QUEUE(pool, n) [n] = {&(pool).queues[n], &(pool).queues[n]}
#define POOL(pool, fewest, greatest)                                                               \
    {                                                                                              \
        .queues = {QUEUE(pool, 0), QUEUE(pool, 1), QUEUE(pool, 2)}, .least = (fewest),             \
        .most = (greatest), .open = true                                                           \
    }
struct _TP_POOL pool_usual = POOL(pool_usual, 0, MOST_THREADS);
struct _TP_POOL pool_steady = POOL(pool_steady, 1, 1);

static struct link all = {&all, &all}; /* of the pools that the program made */

static bool has_nothing(const struct _TP_POOL *pool)
{
    for (unsigned i = 0; i < TP_CALLBACK_PRIORITY_COUNT; i++)
        if (!list_is_empty(&pool->queues[i]))
            return false;
    return true;
}

/* A closed pool lives as long as it has callbacks. */
static bool is_wanted(const struct _TP_POOL *pool)
{
    return pool->open || pool->callbacks;
}

/* Waits for work. Returns false when the thread is not needed any more. */
static bool rest(struct _TP_POOL *pool)
{
    if (helpers_end || !is_wanted(pool) || pool->threads > pool->most)
        return false;
    uint32_t staying = pool->least ? pool->least : pool->callbacks > 0;
    bool stays = pool->threads <= staying; /* though there is nothing to do */
    pool->idle++;
    bool called = pool_wait(&pool->work, stays ? WAIT_WITHOUT_END : wait_deadline(POOL_IDLE_MS));
    pool->idle--;
    return called || stays || !has_nothing(pool);
}

/* The last thread of a pool that nobody wants any more takes it with it. */
static void end_if_unwanted(struct _TP_POOL *pool)
{
    if (is_wanted(pool))
        return;
    if (pool->threads) {
        WakeAllConditionVariable(&pool->work);
        return;
    }
    list_remove(&pool->all);
    free(pool);
}

/* A thread of the pool, from its begin to its end. */
static void pool_serve(void *argument)
{
    struct _TP_POOL *pool = argument;
    pool->starting--;
    while (pool_run_one(pool) || rest(pool))
        ;
    pool->threads--;
    end_if_unwanted(pool);
}

static bool start_thread(struct _TP_POOL *pool)
{
    if (!helper_start(pool_serve, pool, pool->stack.StackReserve))
        return false;
    pool->threads++;
    pool->starting++;
    return true;
}

void pool_call_thread(struct _TP_POOL *pool)
{
    if (has_nothing(pool))
        return;
    if (pool->idle)
        WakeConditionVariable(&pool->work);
    else if (!pool->starting && pool->threads < pool->most)
        start_thread(pool);
}

bool pool_claim(struct _TP_POOL *pool)
{
    if (!pool->threads && !start_thread(pool))
        return false;
    pool->callbacks++;
    return true;
}

void pool_give_back(struct _TP_POOL *pool)
{
    if (--pool->callbacks == 0 && pool->threads == 1)
        WakeConditionVariable(&pool->work); /* the thread need not stay */
    end_if_unwanted(pool);
}

void pools_wake(void)
{
    WakeAllConditionVariable(&pool_usual.work);
    WakeAllConditionVariable(&pool_steady.work);
    for (struct link *link = all.next; link != &all; link = link->next)
        WakeAllConditionVariable(&list_record(struct _TP_POOL, all, link)->work);
}

/* ---------------------------------------------------------------- the calls */

PTP_POOL WINAPI CreateThreadpool(PVOID reserved)
{
    (void)reserved;
    struct _TP_POOL *pool = calloc(1, sizeof *pool);
    if (!pool) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    for (unsigned i = 0; i < TP_CALLBACK_PRIORITY_COUNT; i++)
        list_init(&pool->queues[i]);
    pool->most = MOST_THREADS;
    pool->open = true;
    pool_enter();
    list_append(&all, &pool->all);
    pool_leave();
    return pool;
}

VOID WINAPI CloseThreadpool(PTP_POOL pool)
{
    pool_enter();
    pool->least = 0;
    pool->open = false;
    end_if_unwanted(pool);
    pool_leave();
}

/* Threads that have nothing to do, and may end now, look again. */
static void let_end(struct _TP_POOL *pool)
{
    WakeAllConditionVariable(&pool->work);
}

VOID WINAPI SetThreadpoolThreadMaximum(PTP_POOL pool, DWORD most)
{
    pool_enter();
    pool->most = most ? most : 1;
    if (pool->least > pool->most)
        pool->least = pool->most;
    pool_call_thread(pool);
    let_end(pool);
    pool_leave();
}

BOOL WINAPI SetThreadpoolThreadMinimum(PTP_POOL pool, DWORD least)
{
    bool made = true;
    pool_enter();
    if (pool->most < least)
        pool->most = least;
    while (pool->threads < least && made)
        made = start_thread(pool);
    if (made)
        pool->least = least;
    let_end(pool);
    pool_leave();
    if (!made)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return made;
}

BOOL WINAPI SetThreadpoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information)
{
    pool_enter();
    pool->stack = *information;
    pool_leave();
    return TRUE;
}

BOOL WINAPI QueryThreadpoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information)
{
    pool_enter();
    *information = pool->stack;
    pool_leave();
    return TRUE;
}
