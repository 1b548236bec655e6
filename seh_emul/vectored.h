/* The lists of vectored handlers, for the dispatcher. */
#ifndef SEH_EMUL_VECTORED_H
#define SEH_EMUL_VECTORED_H

#include <nt.h>
#include <stdbool.h>

/* Asks the exception handlers, in the order of their list. True when one wants to continue. */
bool vectored_exception(EXCEPTION_RECORD *record, CONTEXT *context);

/* Tells the continue handlers that somebody continues. */
void vectored_continue(EXCEPTION_RECORD *record, CONTEXT *context);

#endif
