/* A fiber's own values, and callbacks for them. A thread that is no fiber has values, too.
 *
 * The values of a fiber lie in one block, made when the first is set; all blocks are in a list, so
 * that FlsFree finds the values of its index. The lock guards the list and the indexes, and is not
 * held during a callback.
 */
#include "kernel/threads/tib.h"
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
static struct {
    bool used;
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
    while (index < INDEXES && indexes[index].used)
        index++;
    if (index < INDEXES) {
        indexes[index].used = true;
        indexes[index].callback = callback;
    }
    lock_release(&lock);
    return index < INDEXES ? index : FLS_OUT_OF_INDEXES;
}

/* Takes one value of an index out of the blocks; NULL when there are none left. */
static PVOID take_value(DWORD index)
{
    PVOID value = NULL;
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    for (struct values *values = all; values && !value; values = values->next) {
        value = values->of[index];
        values->of[index] = NULL;
    }
    lock_release(&lock);
    return value;
}

static bool is_used(DWORD index)
{
    return index >= FIRST && index < INDEXES && indexes[index].used;
}

/* ---------------------------------------------------------------- the calls */

DWORD WINAPI FlsAlloc(PFLS_CALLBACK_FUNCTION callback)
{
    DWORD index = take_index(callback);
    if (index == FLS_OUT_OF_INDEXES)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return index;
}

BOOL WINAPI FlsFree(DWORD index)
{
    if (!is_used(index)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    PFLS_CALLBACK_FUNCTION callback = indexes[index].callback;
    for (PVOID value = take_value(index); value; value = take_value(index))
        if (callback)
            callback(value);
    indexes[index].callback = NULL;
    indexes[index].used = false;
    return TRUE;
}

PVOID WINAPI FlsGetValue(DWORD index)
{
    if (index < FIRST || index >= INDEXES) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    const struct values *values = tib_current()->FlsData;
    SetLastError(ERROR_SUCCESS);
    return values ? values->of[index] : NULL;
}

BOOL WINAPI FlsSetValue(DWORD index, PVOID value)
{
    TEB *teb = tib_current();
    if (index < FIRST || index >= INDEXES) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    if (!teb->FlsData) {
        struct values *values = calloc(1, sizeof *values);
        if (!values) {
            SetLastError(ERROR_NOT_ENOUGH_MEMORY);
            return FALSE;
        }
        list(values);
        teb->FlsData = values;
    }
    ((struct values *)teb->FlsData)->of[index] = value;
    return TRUE;
}

void fls_forget(void *data)
{
    struct values *values = data;
    if (!values)
        return;
    unlist(values);
    for (DWORD i = FIRST; i < INDEXES; i++) {
        PVOID value = values->of[i];
        values->of[i] = NULL;
        if (value && indexes[i].callback)
            indexes[i].callback(value);
    }
    free(values);
}
