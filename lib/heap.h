/* The heap's figures and checks, beyond <stdlib.h>.
 *
 * One lock guards the whole heap (lib/lock.h), so all threads may use it. A handler that interrupts
 * a call of the heap may use it, too, but finds its lists as they are in the middle of the call.
 */
#ifndef LIB_HEAP_H
#define LIB_HEAP_H

#include "lib/lock.h"

#include <stdbool.h>
#include <stddef.h>

/* Guards everything in the ranges but the program's own bytes, and all variables of the heap. The
 * header of a used block is written only by calls that are given the block, but for `previous`. So
 * a call may read its own block's size, and the next block's `previous`, without the lock.
 */
extern struct lock heap_lock;

struct heap_usage {
    size_t blocks; /* handed out and not yet freed */
    size_t bytes;  /* that these blocks can hold: the requests, rounded up */
};

/* Two equal answers mean that everything allocated in between has been freed. */
struct heap_usage heap_usage(void);

/* Gives back the one empty range that the heap keeps in reserve. Returns whether there was one. */
bool heap_release_reserve(void);

/* Whether no other thread is in the middle of a call. Where those threads run no more, the calls
 * below would wait for ever unless this holds. */
bool heap_is_at_rest(void);

/* A checking build (CHECKED=1) looks through every block and reports the first damage by
 * lib_host.panic. Other builds do nothing. */
void heap_check(void);

#endif
