/* Numbers from text, sorting and searching, random numbers, the heap, the end of the program. */
#ifndef LIB_STDLIB_H
#define LIB_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     0x7FFFFFFF

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

/* Base 0 or 2 to 36. What does not fit gives the nearest limit and errno = ERANGE; another base
 * gives 0 and errno = EINVAL. */
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
int atoi(const char *text);
long atol(const char *text);

int abs(int value);
long labs(long value);
div_t div(int numerator, int denominator);
ldiv_t ldiv(long numerator, long denominator);

/* In place, not stable; at most about 2 n log2 n comparisons whatever the order, and a stack that
 * grows with log2 n. A comparison that contradicts itself yields some order, never a stray access.
 */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));

/* 0 to RAND_MAX: Marsaglia's xorshift32 (13, 17, 5) without its lowest bit; the same seed gives the
 * same numbers on every build. */
int rand(void);
void srand(unsigned seed);

/* The heap; see lib/heap.h for its rules. Blocks are aligned to 8 bytes, 0 bytes give a block of
 * their own, NULL says that memory is exhausted. aligned_alloc: a power of two up to 4096. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *block);

/* Ends the program with this status. */
_Noreturn void exit(int status);

/* Ends the program as a fault of its own, with a report. */
_Noreturn void abort(void);

#endif
