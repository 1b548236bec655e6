/* The parts of the test of the library's locks (locks.c), and the library's names as it links them:
 * those that the host's library has, too, begin with "tl_". */
#ifndef TESTS_HOST_LOCKS_H
#define TESTS_HOST_LOCKS_H

#include <stddef.h>

#include "lib/lock.h"
#include "tests/harness/tap.h"
#include "tests/host/workers.h"

void *tl_malloc(size_t size);
void *tl_calloc(size_t count, size_t size);
void *tl_realloc(void *block, size_t size);
void *tl_aligned_alloc(size_t alignment, size_t size);
void tl_free(void *block);

/* locks_heap.c */
void *range_alloc(size_t size);
void range_free(void *range);
void check_heap(void);

/* locks_stdio.c */
size_t console_read(char *buffer, size_t size);
void console_write(const char *bytes, size_t length);
void check_lines(void);
void check_input(void);
void check_words(void);

#endif
