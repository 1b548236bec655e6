/* The end of a thread's storage (threads.h). */
#ifndef WIN32_THREADS_TSS_H
#define WIN32_THREADS_TSS_H

#include <stdint.h>

extern uint32_t tss_with_destructor; /* how many keys have one */

/* Calls the destructors of the calling thread's values, which ends. */
void tss_call_destructors(void);
static inline void tss_end_thread(void)
{
    if (tss_with_destructor != 0)
        tss_call_destructors();
}

#endif
