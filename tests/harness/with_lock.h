/* The kernel's lock for tests that call or read the kernel itself, as a trap would. Ring 0, outside
 * of traps. In between, interrupts are off, and the code may neither wait nor fault.
 */
#ifndef TESTS_WITH_LOCK_H
#define TESTS_WITH_LOCK_H

#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/kernel_lock.h"

/* Returns whether interrupts were on, for test_unlock. */
static inline bool test_lock(void)
{
    bool were_on = interrupts_save();
    kernel_enter();
    return were_on;
}

static inline void test_unlock(bool were_on)
{
    kernel_leave();
    interrupts_restore(were_on);
}

#endif
