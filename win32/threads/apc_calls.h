/* Calls that wait in the running thread's queue. */
#ifndef WIN32_THREADS_APC_CALLS_H
#define WIN32_THREADS_APC_CALLS_H

/* Takes them out and makes them, the first one first, until there are none. */
void apc_call_all(void);

#endif
