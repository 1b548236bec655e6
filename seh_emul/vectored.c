/* Vectored handlers: two lists for the whole program, asked before and after the frames.
 *
 * A handler may remove any handler, itself included, or add some, while the list is walked: a node
 * stays where it is as long as somebody stands on it.
 */
#include "seh_emul/vectored.h"

#include "kernel/trace.h"

#include <seh.h>
#include <stdlib.h>

struct node {
    struct node *next, *previous;
    PVECTORED_EXCEPTION_HANDLER handler;
    unsigned walkers; /* calls of the handler that are under way */
    bool removed;     /* no longer asked; freed when the last walker leaves */
};

struct list {
    struct node *first, *last;
};

static struct list exception_handlers, continue_handlers;

static struct node *add(struct list *list, bool first, PVECTORED_EXCEPTION_HANDLER handler)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->handler = handler;
    node->next = first ? list->first : NULL;
    node->previous = first ? NULL : list->last;
    *(node->next ? &node->next->previous : &list->last) = node;
    *(node->previous ? &node->previous->next : &list->first) = node;
    return node;
}

static void free_if_unused(struct list *list, struct node *node)
{
    if (!node->removed || node->walkers)
        return;
    *(node->next ? &node->next->previous : &list->last) = node->previous;
    *(node->previous ? &node->previous->next : &list->first) = node->next;
    free(node);
}

static ULONG take_out(struct list *list, const void *handle)
{
    for (struct node *node = list->first; node; node = node->next) {
        if (node == handle && !node->removed) {
            node->removed = true;
            free_if_unused(list, node);
            return 1;
        }
    }
    return 0;
}

/* Calls the handlers until one answers -1. */
static bool walk(struct list *list, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    struct node *next;
    for (struct node *node = list->first; node; node = next) {
        LONG answer = EXCEPTION_CONTINUE_SEARCH;
        node->walkers++;
        if (!node->removed) {
            trace(vectored_call, (uint32_t)node->handler, record->ExceptionCode);
            answer = node->handler(&pointers);
            trace(vectored_answer, (uint32_t)answer);
        }
        node->walkers--;
        next = node->next;
        free_if_unused(list, node);
        if (answer == EXCEPTION_CONTINUE_EXECUTION)
            return true;
    }
    return false;
}

bool vectored_exception(EXCEPTION_RECORD *record, CONTEXT *context)
{
    return walk(&exception_handlers, record, context);
}

void vectored_continue(EXCEPTION_RECORD *record, CONTEXT *context)
{
    walk(&continue_handlers, record, context);
}

PVOID NTAPI RtlAddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
{
    return add(&exception_handlers, first, handler);
}

ULONG NTAPI RtlRemoveVectoredExceptionHandler(PVOID handle)
{
    return take_out(&exception_handlers, handle);
}

PVOID NTAPI RtlAddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
{
    return add(&continue_handlers, first, handler);
}

ULONG NTAPI RtlRemoveVectoredContinueHandler(PVOID handle)
{
    return take_out(&continue_handlers, handle);
}

PVOID WINAPI AddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
    __attribute__((alias("RtlAddVectoredExceptionHandler")));
ULONG WINAPI RemoveVectoredExceptionHandler(PVOID handle)
    __attribute__((alias("RtlRemoveVectoredExceptionHandler")));
PVOID WINAPI AddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
    __attribute__((alias("RtlAddVectoredContinueHandler")));
ULONG WINAPI RemoveVectoredContinueHandler(PVOID handle)
    __attribute__((alias("RtlRemoveVectoredContinueHandler")));
