/* A condition variable without a lock: a count of wakes in one word, whose lowest bit says that
 * threads may wait. */
#ifndef WIN32_LOCKS_CONDITION_VARIABLE_H
#define WIN32_LOCKS_CONDITION_VARIABLE_H

#include "win32/address_wait_calls.h"

#include <synchapi.h>

enum { CONDITION_WAITED_FOR = 1, CONDITION_WAKE = 2 };

/* Sets the bit, and returns the word with it, for condition_wait. The caller holds the lock that
 * guards the condition, and releases it in between. */
static inline uint32_t condition_note(PCONDITION_VARIABLE condition)
{
    return __atomic_fetch_or((volatile uint32_t *)&condition->Ptr, CONDITION_WAITED_FOR,
                             __ATOMIC_SEQ_CST) |
           CONDITION_WAITED_FOR;
}

/* Waits until a wake has changed the noted word. Returns false if the tick count has reached the
 * deadline first. A thread may go on without a wake, and looks at its condition again. */
static inline bool condition_wait(PCONDITION_VARIABLE condition, uint32_t noted, uint64_t deadline)
{
    return address_wait(condition, noted, deadline) != STATUS_TIMEOUT;
}

#endif
