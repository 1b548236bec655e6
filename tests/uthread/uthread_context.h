/* For the tests of a thread's registers: reading and setting them, and threads to send elsewhere.
 */
#ifndef TESTS_UTHREAD_CONTEXT_H
#define TESTS_UTHREAD_CONTEXT_H

#include "tests/uthread/uthread_scene.h"

/* A thread's CPU registers. */
static inline CONTEXT get(uThd uthread)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    is_dec((DWORD)uThreadGetContext(uthread, &context), UtErrorNone, "registers are read");
    return context;
}

static inline void set(uThd uthread, const CONTEXT *context)
{
    is_dec((DWORD)uThreadSetContext(uthread, context), UtErrorNone, "and set");
}

static inline void yields(void)
{
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", i);
}

static inline void goes_on(void)
{
    enter("goes on ");
    utYield();
    enter("for ever ");
}

#endif
