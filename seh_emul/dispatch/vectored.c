/* Vectored handlers: two lists for the whole program, asked before and after the frames.
 *
 * A handler may remove any handler, itself included, or add some, while the list is walked. So a
 * node stays in the list while a walk is at it.
 */
#include "seh_emul/dispatch/vectored.h"

#include "kernel/report/trace.h"

#include <seh.h>
#include <stdlib.h>

struct vectored_node {
    struct vectored_node *next, *previous;
    PVECTORED_EXCEPTION_HANDLER handler;
    unsigned walkers; /* calls of the handler that are under way */
    bool removed;     /* no longer asked; freed when the last walker leaves */
};

struct vectored_list vectored_exception_handlers, vectored_continue_handlers;

static struct vectored_node *add(struct vectored_list *list, bool first,
                                 PVECTORED_EXCEPTION_HANDLER handler)
{
    struct vectored_node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->handler = handler;
    node->next = first ? list->first : NULL;
    node->previous = first ? NULL : list->last;
    *(node->next ? &node->next->previous : &list->last) = node;
    *(node->previous ? &node->previous->next : &list->first) = node;
    return node;
}

static void free_if_unused(struct vectored_list *list, struct vectored_node *node)
{
    if (!node->removed || node->walkers)
        return;
    *(node->next ? &node->next->previous : &list->last) = node->previous;
    *(node->previous ? &node->previous->next : &list->first) = node->next;
    free(node);
}

static ULONG take_out(struct vectored_list *list, const void *handle)
{
    for (struct vectored_node *node = list->first; node; node = node->next) {
        if (node == handle && !node->removed) {
            node->removed = true;
            free_if_unused(list, node);
            return 1;
        }
    }
    return 0;
}

bool vectored_walk(struct vectored_list *list, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    struct vectored_node *next;
    for (struct vectored_node *node = list->first; node; node = next) {
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

PVOID NTAPI RtlAddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
{
    return add(&vectored_exception_handlers, first, handler);
}

ULONG NTAPI RtlRemoveVectoredExceptionHandler(PVOID handle)
{
    return take_out(&vectored_exception_handlers, handle);
}

PVOID NTAPI RtlAddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
{
    return add(&vectored_continue_handlers, first, handler);
}

ULONG NTAPI RtlRemoveVectoredContinueHandler(PVOID handle)
{
    return take_out(&vectored_continue_handlers, handle);
}

PVOID WINAPI AddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
    __attribute__((alias("RtlAddVectoredExceptionHandler")));
ULONG WINAPI RemoveVectoredExceptionHandler(PVOID handle)
    __attribute__((alias("RtlRemoveVectoredExceptionHandler")));
PVOID WINAPI AddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler)
    __attribute__((alias("RtlAddVectoredContinueHandler")));
ULONG WINAPI RemoveVectoredContinueHandler(PVOID handle)
    __attribute__((alias("RtlRemoveVectoredContinueHandler")));
