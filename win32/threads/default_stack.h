#ifndef WIN32_THREADS_DEFAULT_STACK_H
#define WIN32_THREADS_DEFAULT_STACK_H

#include <stdint.h>

/* Bytes of a thread's stack where its maker asks for less, or for none. */
extern uint32_t thread_default_stack;

#endif
