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

/* Like touch, for bytes that will be written. They keep their values, even if another thread writes
 * one of them meanwhile. */
static inline void touch_to_write(char *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += TOUCH_STEP)
        __atomic_fetch_or(&bytes[at], 0, __ATOMIC_RELAXED);
    if (length)
        __atomic_fetch_or(&bytes[length - 1], 0, __ATOMIC_RELAXED);
}

#endif
