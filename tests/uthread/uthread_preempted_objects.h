/* The objects at which preempted threads meet, made and ended. Scenes share them. A timer's period
 * is in ms.
 */
#ifndef TESTS_UTHREAD_PREEMPTED_OBJECTS_H
#define TESTS_UTHREAD_PREEMPTED_OBJECTS_H

#include "tests/uthread/uthread_preempted.h"

static void *object;

static inline void make_mutex(void) { object = utMutexCreate(FALSE); }
static inline void make_semaphore(void) { object = utSemaphoreCreate(1, 1); }
static inline void make_rw_lock(void) { object = utRwLockCreate(); }

static inline bool end_mutex(void) { return !utMutexOwner(object) && !utMutexDestroy(object); }
static inline bool end_rw_lock(void) { return !utRwLockDestroy(object); }
static inline bool end_timer(void) { return !utTimerDestroy(object); }

enum { PERIOD = 3 };
static utTime first_ring;

static inline void make_periodic(void)
{
    object = utTimerCreate();
    first_ring = utAfter(1);
    utTimerStart(object, first_ring, PERIOD);
}

#endif
