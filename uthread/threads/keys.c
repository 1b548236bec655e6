/* Keys, and each thread's values of them. A value is a node in two lists. It is found in its
 * thread's list; its key's list lets the key's end take it out of every thread.
 */
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

#include <stdlib.h>

#define KEY_MAGIC 0x79654B75u /* "uKey" */

/* Rounds of destructors. A destructor may set values anew; values set in the last round get no
 * call. */
#define ROUNDS    4

struct ut_value {
    utKey key;
    void *value;
    unsigned round;                   /* the last round of destructors that has seen this value */
    struct ut_value *next, **link;    /* the thread's list */
    struct ut_value *others, **other; /* the key's list */
};

struct utKeyObject {
    DWORD magic;
    void (*destructor)(void *value);
    struct ut_value *values;
};

static bool is_key(utKey key)
{
    return key && key->magic == KEY_MAGIC;
}

utKey utKeyCreate(void (*destructor)(void *value))
{
    utKey key = ut_allocate(sizeof *key);
    if (!key)
        return NULL;
    *key = (struct utKeyObject){KEY_MAGIC, destructor, NULL};
    return key;
}

static void free_value(struct ut_value *value)
{
    *value->link = value->next;
    if (value->next)
        value->next->link = value->link;
    *value->other = value->others;
    if (value->others)
        value->others->other = value->other;
    free(value);
}

int utKeyDestroy(utKey key)
{
    if (!is_key(key))
        return ut_set_error(UtErrorInvalid);
    while (key->values)
        free_value(key->values);
    key->magic = 0;
    free(key);
    return UtErrorNone;
}

void ut_forget_values(struct utRareFields *rare)
{
    while (rare->values)
        free_value(rare->values);
}

/* ---------------------------------------------------------------- values */

static struct ut_value *key_find(uThd uthread, utKey key)
{
    struct ut_value *value = uthread->rare ? uthread->rare->values : NULL;
    while (value && value->key != key)
        value = value->next;
    return value;
}

static struct ut_value *key_make(uThd uthread, utKey key)
{
    struct utRareFields *rare = ut_rare_fields(uthread);
    struct ut_value *value = rare ? ut_allocate(sizeof *value) : NULL;
    if (!value)
        return NULL;
    *value = (struct ut_value){
        .key = key,
        .round = rare->round,
        .next = rare->values,
        .link = &rare->values,
        .others = key->values,
        .other = &key->values,
    };
    if (value->next)
        value->next->link = &value->next;
    if (value->others)
        value->others->other = &value->others;
    rare->values = key->values = value;
    return value;
}

int utKeySet(utKey key, void *value)
{
    uThd here = utCurrent();
    if (!is_key(key))
        return ut_set_error(UtErrorInvalid);
    if (!here)
        return ut_set_error(UtErrorOutside);
    struct ut_value *place = key_find(here, key);
    if (!place && !value)
        return UtErrorNone;
    if (!place)
        place = key_make(here, key);
    if (!place)
        return utLastError();
    place->value = value;
    return UtErrorNone;
}

void *utKeyGet(utKey key)
{
    uThd here = utCurrent();
    if (!ut_valid(is_key(key)))
        return NULL;
    if (!here) {
        ut_set_error(UtErrorOutside);
        return NULL;
    }
    struct ut_value *place = key_find(here, key);
    return place ? place->value : NULL;
}

/* ---------------------------------------------------------------- destructors */

/* Searches from the first value each time, because the destructor called last may have changed the
 * list. */
static struct ut_value *find_not_looked_at(struct utRareFields *rare)
{
    struct ut_value *value = rare->values;
    while (value && value->round == rare->round)
        value = value->next;
    return value;
}

void ut_call_destructors(uThd here)
{
    struct utRareFields *rare = here->rare;
    DWORD esp = (DWORD)__builtin_frame_address(0);
    if (!rare->values || esp - (DWORD)here->stack >= (DWORD)here->stackSize)
        return; /* on the spare stack a thread must not wait */
    ut_begin_unwinding(here);
    bool called =
        rare->round; /* an exception or an exit in a destructor has left a round unfinished */
    for (rare->round += !called; rare->round <= ROUNDS; rare->round++) {
        for (struct ut_value *it; (it = find_not_looked_at(rare));) {
            void *value = it->value;
            it->round = rare->round;
            it->value = NULL;
            if (value && it->key->destructor) {
                called = true;
                it->key->destructor(value);
            }
        }
        if (!called)
            break;
        called = false;
    }
}
