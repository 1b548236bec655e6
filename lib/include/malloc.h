/* The heap's other names, of Microsoft's C library. In any code that may call malloc. */
#ifndef MALLOC_H
#define MALLOC_H

#include <alloca.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define _alloca __builtin_alloca

/* aligned_alloc with its arguments in the other order. Blocks go back by _aligned_free. */
static __inline void *_aligned_malloc(size_t size, size_t alignment)
{
    return aligned_alloc(alignment, size);
}

static __inline void _aligned_free(void *block)
{
    free(block);
}

#ifdef __cplusplus
}
#endif

#endif
