/* The fields that few threads need, in a block of their own, and what works on them. */
#ifndef UTHREAD_RARE_FIELDS_H
#define UTHREAD_RARE_FIELDS_H

#include "uthread/threads/ut_thread.h"

struct utRareFields {
    const char *name;
    int policy;
    utExceptionHandler handler;
    EXCEPTION_POINTERS *stopped; /* the exception of a thread in UtStatusStop */
    struct ut_value *values;     /* the thread's values of keys */
    unsigned round;              /* the round of destructors */
    bool keeps_fpu;              /* uThreadKeepFpu */
    void *fpu;                   /* memory around an aligned area for the registers: ut_fpu.c */
};

/* Returns the thread's rare fields, made if it has none. NULL as ut_allocate. */
struct utRareFields *ut_rare_fields(uThd uthread);

/* Returns the context of a stopped thread. */
static inline CONTEXT *ut_stopped(uThd uthread)
{
    return uthread->rare->stopped->ContextRecord;
}

/* ---------------------------------------------------------------- keys.c */

/* Calls the destructors of the running thread's values. A destructor may make any call of a thread.
 */
void ut_call_destructors(uThd here);

/* Frees all values without calling destructors. */
void ut_forget_values(struct utRareFields *rare);

/* ---------------------------------------------------------------- policy.c */

/* Returns the answer of the running thread's policy to an exception, for struct thread_ends. */
LONG ut_ask_policy(EXCEPTION_POINTERS *pointers, bool only_end);

#endif
