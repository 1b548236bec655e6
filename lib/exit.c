/* The program's end by the C library: the functions of atexit run first. */
#include "lib/exit.h"

#include "lib/host.h"
#include "lib/lock.h"
#include "lib/stdio_impl.h"

#include <stdbool.h>
#include <stdlib.h>

/* Functions lie in blocks, the first of which is there from the start: a list that no memory is
 * needed for has the 32 that C11 7.22.4.2 asks for. */
enum { BLOCK = 32 };

static struct block {
    struct block *before; /* the functions that were registered earlier */
    unsigned count;
    void (*functions[BLOCK])(void);
} first, *last = &first;

static struct lock lock; /* of all */

/* Puts the function into the last block. Returns false when that is full. With the lock held. */
static bool append(void (*function)(void))
{
    if (last->count == BLOCK)
        return false;
    last->functions[last->count++] = function;
    return true;
}

int atexit(void (*function)(void))
{
    lock_take(&lock);
    bool done = append(function);
    lock_release(&lock);
    if (done)
        return 0;
    struct block *more = calloc(1, sizeof *more); /* nothing is held across a call of the heap */
    if (!more)
        return -1;
    lock_take(&lock);
    more->before = last;
    last = more;
    append(function);
    lock_release(&lock);
    return 0;
}

/* Returns the last one, which is forgotten, or NULL. */
static void (*take_last(void))(void)
{
    struct block *empty = NULL;
    lock_take(&lock);
    if (last->count == 0 && last->before) {
        empty = last;
        last = last->before;
    }
    void (*function)(void) = last->count ? last->functions[--last->count] : NULL;
    lock_release(&lock);
    free(empty);
    return function;
}

void exit_call_functions(void)
{
    void (*function)(void);
    while ((function = take_last()))
        function();
}

_Noreturn void exit(int status)
{
    exit_call_functions();
    lib_host.end_tables();
    _Exit(status);
}

static void (*quick[BLOCK])(void);
static unsigned quick_count;

int at_quick_exit(void (*function)(void))
{
    lock_take(&lock);
    bool done = quick_count < BLOCK;
    if (done)
        quick[quick_count++] = function;
    lock_release(&lock);
    return done ? 0 : -1;
}

void exit_call_quick_functions(void)
{
    while (quick_count)
        quick[--quick_count]();
}

_Noreturn void quick_exit(int status)
{
    exit_call_quick_functions();
    _Exit(status);
}

_onexit_t _onexit(_onexit_t function)
{
    return atexit((void (*)(void))(void *)function) == 0 ? function : NULL;
}

_Noreturn void _Exit(int status)
{
    if (stdio_screen)
        stdio_screen->end();
    lib_host.exit(status);
}
