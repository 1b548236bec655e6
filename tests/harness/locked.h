/* The kernel's functions for memory, called by tests in ring 0: with the kernel's lock, as in a
 * trap. Include this behind the kernel's headers.
 */
#ifndef TESTS_LOCKED_H
#define TESTS_LOCKED_H

#include "tests/harness/with_lock.h"

static inline void unlock_behind(const bool *were_on) { test_unlock(*were_on); }

#define LOCKED(call)                                                                               \
    ({                                                                                             \
        bool were_on_ __attribute__((unused, cleanup(unlock_behind))) = test_lock();               \
        call;                                                                                      \
    })

#define frame_alloc()         LOCKED(frame_alloc())
#define frame_free(...)       LOCKED(frame_free(__VA_ARGS__))
#define paging_map(...)       LOCKED(paging_map(__VA_ARGS__))
#define paging_protect(...)   LOCKED(paging_protect(__VA_ARGS__))
#define region_allocate(...)  LOCKED(region_allocate(__VA_ARGS__))
#define region_commit(...)    LOCKED(region_commit(__VA_ARGS__))
#define region_free(...)      LOCKED(region_free(__VA_ARGS__))
#define space_alloc(...)      LOCKED(space_alloc(__VA_ARGS__))
#define space_commit(...)     LOCKED(space_commit(__VA_ARGS__))
#define space_next(...)       LOCKED(space_next(__VA_ARGS__))
#define space_release(...)    LOCKED(space_release(__VA_ARGS__))
#define space_reserve(...)    LOCKED(space_reserve(__VA_ARGS__))
#define space_reserve_at(...) LOCKED(space_reserve_at(__VA_ARGS__))
#define stack_alloc(...)      LOCKED(stack_alloc(__VA_ARGS__))
#define stack_frames(...)     LOCKED(stack_frames(__VA_ARGS__))
#define stack_is_whole(...)   LOCKED(stack_is_whole(__VA_ARGS__))
#define stack_free(...)       LOCKED(stack_free(__VA_ARGS__))

#endif
