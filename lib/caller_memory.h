/* Touches a caller's memory before a lock is taken, so that a bad pointer faults in the program. */
#ifndef LIB_CALLER_MEMORY_H
#define LIB_CALLER_MEMORY_H

#include <stddef.h>

enum { TOUCH_STEP = 4096 /* a page */ };

static inline void touch(const volatile char *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += TOUCH_STEP)
        (void)bytes[at];
    if (length)
        (void)bytes[length - 1];
}

/* Writes the value that is there. An exchange for itself, because clang leaves out an "or" of 0. */
static inline void write_again(volatile char *byte)
{
    char value = *byte;
    __atomic_compare_exchange_n(byte, &value, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Like touch, for bytes that will be written. They keep their values, even if another thread writes
 * one of them meanwhile. */
static inline void touch_to_write(volatile char *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += TOUCH_STEP)
        write_again(&bytes[at]);
    if (length)
        write_again(&bytes[length - 1]);
}

#endif
