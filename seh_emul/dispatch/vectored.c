/* Vectored handlers: two lists for the whole program, asked before and after the frames.
 *
 * A handler may remove any handler, itself included, or add some, while the list is walked. It may
 * also never return, because a frame further out takes the exception or NtContinue goes on
 * elsewhere. So a walk holds no node while a handler runs, and no lock. It keeps the node's place,
 * a number, and goes on at the first node with a higher one.
 *
 * Other threads of the machine may change a list meanwhile. As on Windows, a handler that has been
 * removed may still be called by a walk that had come to it before.
 */
#include "seh_emul/dispatch/vectored.h"

#include "kernel/call/trace.h"
#include "lib/inlining.h"
#include "lib/lock.h"
#include "seh_emul/dispatch/context_words.h"

#include <seh.h>
#include <stdlib.h>

struct vectored_node {
    struct vectored_node *next, *previous;
    PVECTORED_EXCEPTION_HANDLER handler;
    int64_t place; /* rises along the list; no other node ever has it */
};

/* Guards both lists and their nodes. */
static struct lock lists_lock;
struct vectored_list vectored_exception_handlers, vectored_continue_handlers;

static struct vectored_node *add(struct vectored_list *list, bool first,
                                 PVECTORED_EXCEPTION_HANDLER handler)
{
    struct vectored_node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    node->handler = handler;
    lock_take(&lists_lock);
    node->place = first ? list->lowest-- : ++list->highest;
    node->next = first ? list->first : NULL;
    node->previous = first ? NULL : list->last;
    *(node->next ? &node->next->previous : &list->last) = node;
    *(node->previous ? &node->previous->next : &list->first) = node;
    lock_release(&lists_lock);
    return node;
}

static ULONG take_out(struct vectored_list *list, const void *handle)
{
    lock_take(&lists_lock);
    struct vectored_node *node = list->first;
    while (node && node != handle)
        node = node->next;
    if (node) {
        *(node->next ? &node->next->previous : &list->last) = node->previous;
        *(node->previous ? &node->previous->next : &list->first) = node->next;
    }
    lock_release(&lists_lock);
    free(node);
    return node != NULL;
}

/* Finds the first handler behind *place, and its place. Returns false when there is none. */
static bool find_behind(const struct vectored_list *list, int64_t *place,
                        PVECTORED_EXCEPTION_HANDLER *handler)
{
    lock_take(&lists_lock);
    const struct vectored_node *node = list->first;
    while (node && node->place <= *place)
        node = node->next;
    if (node) {
        *place = node->place;
        *handler = node->handler;
    }
    lock_release(&lists_lock);
    return node != NULL;
}

/* Calls a handler while tracing is on. */
static COLD LONG call_traced(const struct vectored_list *list, PVECTORED_EXCEPTION_HANDLER handler,
                             EXCEPTION_POINTERS *pointers)
{
    bool continues = list == &vectored_continue_handlers;
    struct context_words before;
    context_words_keep(&before, pointers->ContextRecord);
    trace(vectored_call, (uint32_t)handler, pointers->ExceptionRecord->ExceptionCode, continues);
    LONG answer = handler(pointers);
    trace(vectored_answer, (uint32_t)answer, continues);
    context_words_trace(&before, pointers->ContextRecord);
    return answer;
}

bool vectored_walk(const struct vectored_list *list, EXCEPTION_RECORD *record, CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {record, context};
    int64_t place = INT64_MIN;
    for (PVECTORED_EXCEPTION_HANDLER handler; find_behind(list, &place, &handler);) {
        LONG answer = trace_on ? call_traced(list, handler, &pointers) : handler(&pointers);
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
