/* Calls that wait in the running thread's queue. */
#ifndef WIN32_THREADS_APC_CALLS_H
#define WIN32_THREADS_APC_CALLS_H

#include <stdint.h>

/* Takes them out and makes them, the first one first, until there are none. */
void apc_call_all(void);

/* Makes one, a routine with three arguments, in a process of Windows. NULL: it is just called. */
extern void (*apc_dispatcher)(const uint32_t call[4]);

#endif
