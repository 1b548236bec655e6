/* operator new and delete, and the function that gets memory back when it is exhausted. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/start_up.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Returns whether it is worth trying again. */
typedef int new_function(size_t size);

static new_function *handler;
static int new_mode;

void new_mode_set(int mode)
{
    new_mode = mode;
}

CALL(new_function *, _set_new_handler, new_function *becomes)
{
    return __atomic_exchange_n(&handler, becomes, __ATOMIC_ACQ_REL);
}

CALL(new_function *, _query_new_handler, void)
{
    return handler;
}

/* 1: malloc calls the function, too. */
CALL(int, _set_new_mode, int mode)
{
    int before = new_mode;
    if (mode != 0 && mode != 1) {
        errno = EINVAL;
        return -1;
    }
    new_mode = mode;
    return before;
}

CALL(int, _query_new_mode, void)
{
    return new_mode;
}

/* The standard's set_new_handler takes NULL alone, as Microsoft's does. */
CALL(void *, set_new_handler, void *becomes)
{
    (void)becomes;
    _set_new_handler(NULL);
    return NULL;
}

CALL(int, _callnewh, size_t size)
{
    new_function *function = handler;
    return function && function(size);
}

/* Returns NULL without memory, as it did before there were exceptions of C++. */
CALL(void *, operator_new, size_t size)
{
    void *block;
    do
        block = malloc(size);
    while (!block && _callnewh(size));
    return block;
}

static bool tries_again(size_t size)
{
    return new_mode && _callnewh(size);
}

CALL(void *, msvcrt_malloc, size_t size)
{
    void *block;
    do
        block = malloc(size);
    while (!block && tries_again(size));
    return block;
}

CALL(void *, msvcrt_calloc, size_t count, size_t size)
{
    void *block;
    do
        block = calloc(count, size);
    while (!block && tries_again(count * size));
    return block;
}

CALL(void *, msvcrt_realloc, void *block, size_t size)
{
    void *moved;
    do
        moved = realloc(block, size);
    while (!moved && size && tries_again(size));
    return moved;
}
