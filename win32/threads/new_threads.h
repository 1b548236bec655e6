/* How threads begin: a process of Windows has it otherwise than a native program. */
#ifndef WIN32_THREADS_NEW_THREADS_H
#define WIN32_THREADS_NEW_THREADS_H

#include <stdint.h>

/* Bytes of a thread's stack where its maker asks for less, or for none. */
extern uint32_t thread_default_stack;

/* Where a thread begins, with its function in eax and the parameter in ebx. */
extern void (*thread_first_code)(void);

#endif
