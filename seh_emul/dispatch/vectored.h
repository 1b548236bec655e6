/* The lists of vectored handlers, for the dispatcher. */
#ifndef SEH_EMUL_DISPATCH_VECTORED_H
#define SEH_EMUL_DISPATCH_VECTORED_H

#include <nt.h>
#include <stdbool.h>

/* first is NULL in an empty list, which need not be walked. */
struct vectored_list {
    struct vectored_node *first, *last;
    int64_t lowest, highest; /* places of nodes lie in (lowest, highest] */
};
extern struct vectored_list vectored_exception_handlers, vectored_continue_handlers;

/* Calls the handlers in the order of the list until one answers EXCEPTION_CONTINUE_EXECUTION.
 * Returns whether one did. A handler need not return. */
bool vectored_walk(const struct vectored_list *list, EXCEPTION_RECORD *record, CONTEXT *context);

#endif
