/* The program's end by the C library: the functions of atexit run first. */
#include "lib/host.h"
#include "lib/lock.h"

#include <stdlib.h>

enum { MOST = 32 }; /* C11 7.22.4.2 asks for as many */

static void (*functions[MOST])(void);
static unsigned count;
static struct lock lock; /* of both */

int atexit(void (*function)(void))
{
    lock_take(&lock);
    bool fits = count < MOST;
    if (fits)
        functions[count++] = function;
    lock_release(&lock);
    return fits ? 0 : -1;
}

/* Returns the last one, which is forgotten, or NULL. */
static void (*take_last(void))(void)
{
    lock_take(&lock);
    void (*last)(void) = count ? functions[--count] : NULL;
    lock_release(&lock);
    return last;
}

_Noreturn void exit(int status)
{
    void (*function)(void);
    while ((function = take_last()))
        function();
    lib_host.end_tables();
    _Exit(status);
}

_Noreturn void _Exit(int status)
{
    lib_host.exit(status);
}
