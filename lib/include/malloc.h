/* The heap's other names, of Microsoft's C library. In any code that may call malloc. */
#ifndef MALLOC_H
#define MALLOC_H

#include <alloca.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define _alloca __builtin_alloca

/* Room of the stack for up to 1,024 bytes, else of the heap; _freea gives back what _malloca gave,
 * from wherever. size is asked several times. */
#define _malloca(size)                                                                             \
    malloca_marked((size) <= 1024 ? __builtin_alloca((size) + 8) : malloc((size) + 8),             \
                   (size) > 1024)

static __inline void *malloca_marked(void *room, int is_of_heap)
{
    if (!room)
        return room;
    *(int *)room = is_of_heap;
    return (char *)room + 8;
}

static __inline void _freea(void *room)
{
    if (room && *(int *)((char *)room - 8))
        free((char *)room - 8);
}

/* aligned_alloc with its arguments in the other order. Blocks go back by _aligned_free. */
static __inline void *_aligned_malloc(size_t size, size_t alignment)
{
    return aligned_alloc(alignment, size);
}

static __inline void _aligned_free(void *block)
{
    free(block);
}

/* The block's room in bytes: at least those that were asked for. For NULL -1, with errno EINVAL,
 * and the handler of invalid parameters. */
size_t _msize(void *block);

/* The block, if it has room for so many bytes where it is; else NULL, with errno ENOMEM. */
void *_expand(void *block, size_t size);

/* realloc for count * size bytes; those are 0 that a block of calloc has not had. */
void *_recalloc(void *block, size_t count, size_t size);

/* _HEAPOK; a checking build looks at all blocks, and reports what is damaged. */
#define _HEAPEMPTY    (-1)
#define _HEAPOK       (-2)
#define _HEAPBADBEGIN (-3)
#define _HEAPBADNODE  (-4)
int _heapchk(void);

#ifdef __cplusplus
}
#endif

#endif
