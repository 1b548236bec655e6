/* A fiber's own values, and callbacks for them. A thread that is no fiber has values, too.
 *
 * The values of a fiber lie in one block, made when the first is set; all blocks are in a list, so
 * that FlsFree finds the values of its index. The lock guards the list, the indexes and all values,
 * and is not held during a callback.
 *
 * A value is taken out together with its index' callback. So each value gets one call, by the end
 * of its fiber or by FlsFree, and never the callback of an index' next owner. A block stays in the
 * list until all of its values are taken. An index that goes is given and set again only when no
 * block has a value of it.
 */
#include "kernel/call/tib.h"
#include "lib/lock.h"
#include "lib/need_stack.h"
#include "win32/threads/end.h"

#include <errhandlingapi.h>
#include <fibersapi.h>
#include <stdlib.h>

/* Index 0 is never given. */
enum { FIRST = 1, INDEXES = FLS_MAXIMUM_AVAILABLE };

struct values {
    struct values *next, **link;
    PVOID of[INDEXES];
};

static struct lock lock;
static struct values *all;
static struct values none; /* of one that has called FlsAlloc and set none: not in the list */
static struct {
    enum { FREE, USED, GOES } state;
    PFLS_CALLBACK_FUNCTION callback;
} indexes[INDEXES];

static void list(struct values *values)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    values->next = all;
    values->link = &all;
    if (all)
        all->link = &values->next;
    all = values;
    lock_release(&lock);
}

static void unlist(struct values *values)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    *values->link = values->next;
    if (values->next)
        values->next->link = values->link;
    lock_release(&lock);
}

static DWORD take_index(PFLS_CALLBACK_FUNCTION callback)
{
    DWORD index = FIRST;
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    while (index < INDEXES && indexes[index].state != FREE)
        index++;
    if (index < INDEXES) {
        indexes[index].state = USED;
        indexes[index].callback = callback;
    }
    lock_release(&lock);
    return index < INDEXES ? index : FLS_OUT_OF_INDEXES;
}

/* The index goes, which one caller alone is told. */
static bool begin_free(DWORD index)
{
    if (index < FIRST || index >= INDEXES)
        return false;
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    bool was_used = indexes[index].state == USED;
    if (was_used)
        indexes[index].state = GOES;
    lock_release(&lock);
    return was_used;
}

static void end_free(DWORD index)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    indexes[index].state = FREE;
    lock_release(&lock);
}

/* Takes the block's value of an index, and calls back with it. Without the lock. */
static void call_back(struct values *values, DWORD index)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    PVOID value = values->of[index];
    PFLS_CALLBACK_FUNCTION callback = indexes[index].callback;
    values->of[index] = NULL;
    lock_release(&lock);
    if (value && callback)
        callback(value);
}

/* Takes one value of an index out of the blocks. Returns false when there are none left. */
static bool take_value(DWORD index, PVOID *value)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    struct values *values = all;
    while (values && !values->of[index])
        values = values->next;
    if (values) {
        *value = values->of[index];
        values->of[index] = NULL;
    }
    lock_release(&lock);
    return values;
}

/* Returns false for an index that nobody has. */
static bool set_value(struct values *values, DWORD index, PVOID value)
{
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    bool is_used = indexes[index].state == USED;
    if (is_used)
        values->of[index] = value;
    lock_release(&lock);
    return is_used;
}

/* ---------------------------------------------------------------- the calls */

DWORD WINAPI FlsAlloc(PFLS_CALLBACK_FUNCTION callback)
{
    TEB *teb = tib_current();
    DWORD index = take_index(callback);
    if (index == FLS_OUT_OF_INDEXES)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    else if (!teb->FlsData)
        teb->FlsData = &none;
    return index;
}

static BOOL fls_refuse(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

BOOL WINAPI FlsFree(DWORD index)
{
    if (!begin_free(index))
        return fls_refuse(ERROR_INVALID_PARAMETER);
    PFLS_CALLBACK_FUNCTION callback = indexes[index].callback; /* stays until the index is free */
    for (PVOID value; take_value(index, &value);)
        if (callback)
            callback(value);
    end_free(index);
    return TRUE;
}

PVOID WINAPI FlsGetValue(DWORD index)
{
    const struct values *values = tib_current()->FlsData;
    if (index < FIRST || index >= INDEXES || !values) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    SetLastError(ERROR_SUCCESS);
    return values->of[index];
}

BOOL WINAPI FlsSetValue(DWORD index, PVOID value)
{
    TEB *teb = tib_current();
    if (index < FIRST || index >= INDEXES)
        return fls_refuse(ERROR_INVALID_PARAMETER);
    if (!teb->FlsData || teb->FlsData == &none) {
        struct values *values = calloc(1, sizeof *values);
        if (!values)
            return fls_refuse(ERROR_NOT_ENOUGH_MEMORY);
        list(values);
        teb->FlsData = values;
    }
    return set_value(teb->FlsData, index, value) ? TRUE : fls_refuse(ERROR_INVALID_PARAMETER);
}

void fls_forget(void *data)
{
    struct values *values = data;
    if (!values)
        return;
    for (DWORD i = FIRST; i < INDEXES; i++)
        if (values->of[i])
            call_back(values, i);
    if (values == &none)
        return;
    unlist(values);
    free(values);
}
