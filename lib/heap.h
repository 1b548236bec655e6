/* What the heap tells about itself beyond <stdlib.h>.
 *
 * The heap has no lock. It may be used by ordinary code and by user-level threads, which yield
 * nowhere inside it; not from interrupt handlers, nor by two preemptively scheduled threads at
 * once.
 */
#ifndef LIB_HEAP_H
#define LIB_HEAP_H

#include <stdbool.h>
#include <stddef.h>

struct heap_usage {
    size_t blocks; /* handed out and not yet freed */
    size_t bytes;  /* that these blocks can hold: what was asked for, rounded up */
};

/* Two equal answers: what was allocated in between has been freed. */
struct heap_usage heap_usage(void);

/* Gives back the one empty range that the heap keeps in reserve, and says whether there was one. */
bool heap_release_reserve(void);

/* In a checking build (CHECKED=1) looks through every block and reports the first damage by
 * lib_host.panic; otherwise does nothing. */
void heap_check(void);

#endif
