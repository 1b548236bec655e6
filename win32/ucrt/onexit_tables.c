/* Tables of functions for the end: each library has one, which it runs when it is unloaded. The
 * program's own functions go to atexit. */
#include "win32/msvcrt/call.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

typedef int onexit_function(void);

/* In the program's memory, all NULL at first. */
struct onexit_table {
    onexit_function **first, **next, **end;
};

enum { TABLE_LOCK = 8, LEAST = 32 };
extern void _lock(int number), _unlock(int number);

/* A table that has functions stays as it is. */
CALL(int, _initialize_onexit_table, struct onexit_table *table)
{
    if (!table)
        return -1;
    if (table->first == table->end)
        *table = (struct onexit_table){.first = NULL};
    return 0;
}

/* Makes room for one more. Returns false without memory. With the lock. */
static bool grow(struct onexit_table *table)
{
    size_t count = (size_t)(table->next - table->first);
    size_t room = count < LEAST ? LEAST : 2 * count;
    onexit_function **more = realloc(table->first, room * sizeof *more);
    if (more)
        *table = (struct onexit_table){more, more + count, more + room};
    return more != NULL;
}

CALL(int, _register_onexit_function, struct onexit_table *table, onexit_function *function)
{
    if (!table)
        return -1;
    _lock(TABLE_LOCK);
    bool done = table->next != table->end || grow(table);
    if (done)
        *table->next++ = function;
    _unlock(TABLE_LOCK);
    return done ? 0 : -1;
}

static onexit_function *take_last(struct onexit_table *table)
{
    _lock(TABLE_LOCK);
    onexit_function *last = table->next == table->first ? NULL : *--table->next;
    _unlock(TABLE_LOCK);
    return last;
}

/* The last one comes first, also one that another function has registered meanwhile. */
CALL(int, _execute_onexit_table, struct onexit_table *table)
{
    onexit_function *function;
    if (!table)
        return -1;
    while (table->next != table->first)
        if ((function = take_last(table)))
            function();
    _lock(TABLE_LOCK);
    free(table->first);
    *table = (struct onexit_table){.first = NULL};
    _unlock(TABLE_LOCK);
    return 0;
}
