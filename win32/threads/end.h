/* The end of a thread of the machine, as far as this layer has something of it. */
#ifndef WIN32_THREADS_END_H
#define WIN32_THREADS_END_H

#include <stdint.h>

/* Calls the callbacks for the calling thread's values, then the program's TLS callbacks with the
 * reason (DLL_THREAD_DETACH, DLL_PROCESS_DETACH), and frees all that this layer has made for the
 * thread. Before its end, on its own stack. A second call does nothing but the TLS callbacks. */
void thread_forget(uint32_t reason);

/* fls.c: calls the callbacks for the values of a fiber or thread and frees their memory; NULL is no
 * such memory. */
void fls_forget(void *data);

/* emulated_locals.c: the thread's word for its blocks, plus 1, 0 until there is one; frees the
 * calling thread's blocks, when it is set. */
extern volatile long emulated_locals_slot;
void emulated_locals_forget(void);

/* tls_calls.c: frees the expansion slots of the calling thread. */
void tls_forget(void);

/* fiber.c: frees the record of the thread that has become a fiber, when it runs. */
void fiber_forget(void);

#endif
