/* The C library's part for an exception that no handler has taken. */
#ifndef LIB_EXCEPTION_SIGNALS_H
#define LIB_EXCEPTION_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* Calls the running thread's function for the exception's signal. Returns false if there is none;
 * else the exception is done, and the thread goes on where it stopped. pointers: an
 * EXCEPTION_POINTERS. */
bool signal_take_exception(uint32_t code, void *pointers);

#endif
