/* Shared by the tests of packed stacks. */
#ifndef TESTS_UTHREAD_POOL_SCENE_H
#define TESTS_UTHREAD_POOL_SCENE_H

#include "tests/uthread/uthread_scene.h"

enum { SIZE = 768 }; /* of a stack, in bytes: a pool rounds it up to 800 and the block */

static inline void *nothing(void *argument) { return argument; }

#endif
