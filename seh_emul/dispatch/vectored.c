/* Vectored handlers: two lists for the whole program, asked before and after the frames.
 *
 * A handler may remove any handler, itself included, or add some, while the list is walked. It may
 * also never return, because a frame further out takes the exception or NtContinue goes on
 * elsewhere. So a walk holds no node while a handler runs. It keeps the node's place, a number, and
 * goes on at the first node with a higher one.
 */
#include "seh_emul/dispatch/vectored.h"

#include "kernel/report/trace.h"

#include <seh.h>
#include <stdlib.h>

struct vectored_node {
    struct vectored_node *next, *previous;
    PVECTORED_EXCEPTION_HANDLER handler;
    int64_t place; /* rises along the list; no other node ever has it */
};

struct vectored_list vectored_exception_handlers, vectored_continue_handlers;

static struct vectored_node *add(struct vectored_list *list, bool first,
                                 PVECTORED_EXCEPTION_HANDLER handler)
{
    struct vectored_node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->handler = handler;
    node->place = first ? list->lowest-- : ++list->highest;
    node->next = first ? list->first : NULL;
    node->previous = first ? NULL : list->last;
    *(node->next ? &node->next->previous : &list->last) = node;
    *(node->previous ? &node->previous->next : &list->first) = node;
    return node;
}

static ULONG take_out(struct vectored_list *list, const void *handle)
{
    for (struct vectored_node *node = list->first; node; node = node->next) {
        if (node == handle) {
            *(node->next ? &node->next->previous : &list->last) = node->previous;
            *(node->previous ? &node->previous->next : &list->first) = node->next;
            free(node);
            return 1;
        }
    }
    return 0;
}

/* Returns the first node behind a place, NULL when there is none. */
static const struct vectored_node *node_behind(const struct vectored_list *list, int64_t place)
{
    const struct vectored_node *node = list->first;
    while (node && node->place <= place)
        node = node->next;
    return node;
}

bool vectored_walk(const struct vectored_list *list, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    int64_t place = INT64_MIN;
    for (const struct vectored_node *node; (node = node_behind(list, place));) {
        place = node->place;
        trace(vectored_call, (uint32_t)node->handler, record->ExceptionCode);
        LONG answer = node->handler(&pointers);
        trace(vectored_answer, (uint32_t)answer);
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
